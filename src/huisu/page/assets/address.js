// to be written
/** */
export const NAMES = ["p", "n", "tree", "goal", "order", "seed", "fix", "block", "instance"];
export function addressOf(search) { const all = new URLSearchParams(search), kept = new URLSearchParams(); for (const n of NAMES) if (all.get(n)) kept.set(n, all.get(n)); return kept.toString(); }
export function stateOf(search) { const q = new URLSearchParams(search); return { ...(q.get("step") ? { position: Number(q.get("step")) } : {}), ...(q.get("lang") ? { language: q.get("lang") } : {}) }; }
export function watchAddress(store) {}
