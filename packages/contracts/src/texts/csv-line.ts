import type { Language } from '../reference/languages.ts'
import { tunisClock } from '../reference/tunis-time.ts'

export type CsvCell = string | number | Date | null

/**
 * A CSV line as the spreadsheet of this language splits it: Windows in French or in the Arabic of Tunisia separates
 * columns by semicolons and has a decimal comma. Cells are quoted where needed; a cell that a spreadsheet would read as
 * a formula gets an apostrophe in front.
 */
export const csvLine = (cells: readonly CsvCell[], language: Language): string => {
  const isEnglish = language === 'en'
  const line = cells.map((cell) => written(cell, isEnglish ? '.' : ',')).join(isEnglish ? ',' : ';')
  return `${line}\r\n`
}

function written(cell: CsvCell, decimalMark: string): string {
  if (typeof cell === 'number') return String(cell).replace('.', decimalMark)
  if (cell instanceof Date) return momentOf(cell)
  const text = cell ?? ''
  // the file may be opened with another separator, which splits also inside quotation marks
  const inert = text.replace(/(^|[,;\t\r\n])(?=[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$1'")
  const safe = /^[\t\r\n\0]/.test(inert) ? `'${inert}` : inert
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The time in Tunisia, in the only form that spreadsheets of every language read as a date. */
function momentOf(at: Date): string {
  const { date, hour, minute } = tunisClock(at)
  return `${date} ${[hour, minute].map((part) => String(part).padStart(2, '0')).join(':')}`
}
