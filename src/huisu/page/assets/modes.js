// to be written

/** */
export function buildModes(main, page) {}
