// to be written

/** */
export function countsPanel(host, store) {}
