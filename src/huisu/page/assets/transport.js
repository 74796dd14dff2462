// to be written

/** */
export function buildTransport(host, page) {}
