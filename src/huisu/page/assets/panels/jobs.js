// to be written

/** */
export function jobsPanel(host, store) {}
