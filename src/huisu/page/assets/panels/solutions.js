// to be written

/** */
export function solutionsPanel(host, store) {}
