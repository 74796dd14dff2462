// to be written

/** */
export function treePanel(host, store) {}
