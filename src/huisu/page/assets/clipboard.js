// How is a text put where other programs find it? Some pages and browsers forbid
// the plain way. Read panels/solutions.js next, which copies solutions.

import { el } from "huisu/dom";

/** Copy a text; return whether the browser let us. @param {string} text @returns {Promise<boolean>} */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { class: "unseen", readonly: true }), focused = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}
