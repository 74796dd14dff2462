// to be written

/** */
export function buildChooser(host, page) {}
