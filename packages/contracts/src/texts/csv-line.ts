export type CsvCell = string | number | null

/** A CSV line: quoted where needed; a cell that a spreadsheet would read as a formula gets an apostrophe in front. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`

function written(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  // a spreadsheet in French splits at semicolons, also inside quotation marks
  const inert = text.replace(/(^|[;\t\r\n])(?=[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$1'")
  const safe = /^[\t\r\n\0]/.test(inert) ? `'${inert}` : inert
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
