// to be written

/** */
export function listenToKeys(page) {}
