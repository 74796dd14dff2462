// to be written

/** */
export function codePanel(host, store) {}
