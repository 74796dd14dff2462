// to be written

/** */
export function applyTheme(theme) {}
