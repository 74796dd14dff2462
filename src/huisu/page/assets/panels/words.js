// to be written

/** */
export function wordsPanel(host, store) {}
