// to be written

/** */
export function boardPanel(host, store) {}
