// How are the elements of the page made? Read words.js next: what they say.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new HTML element with attributes and children; an attribute that is
 * false, null or undefined is left out, a function is a listener ("onclick").
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string)} children
 * @returns {any} the element; `any`, so that its own properties can be used
 */
export function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * Return a new SVG element, as `el` does.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string)} children
 * @returns {any}
 */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {(Node|string)[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/**
 * Return a button that says the text of a key.
 * @param {string} key
 * @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function button(key, onclick, attributes = {}) {
  return el("button", { type: "button", "data-word": key, onclick, ...attributes });
}

/** Return a field behind the text of a key. @param {string} key @param {Element} input */
export function field(key, input) {
  return el("label", {}, el("span", { "data-word": key }), " ", input);
}

/**
 * Hand a file to the person at the page.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.dispatchEvent(new MouseEvent("click")); // told to nobody else: an open menu stays open
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
