/** Parts of one line with a point between them, which never begins a line. Empty parts are left out. */
export const inOneLine = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\u00a0· ')
