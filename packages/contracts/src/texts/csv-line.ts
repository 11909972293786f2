export type CsvCell = string | number | null

/** A CSV line: quoted where needed; a cell that a spreadsheet would read as a formula gets an apostrophe in front. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`

function written(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const safe =
    /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) || /^[\t\r\n\0]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
