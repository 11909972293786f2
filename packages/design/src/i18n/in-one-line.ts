/** Joins the parts with a middle dot, and leaves out empty ones. The no-break space keeps the dot from beginning a line. */
export const inOneLine = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\u00a0· ')
