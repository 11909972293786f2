import { filePrefix } from '@darsi/contracts/product.ts'
import { tunisDay } from '@darsi/contracts/tunis-time.ts'
import { saveFile } from './save-file.ts'

export type CsvCell = string | number | null

/** Rows as a spreadsheet opens them: UTF-8 with its mark, and no cell that it would take for a formula. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')}`
}

export function saveCsv(what: string, rows: readonly (readonly CsvCell[])[], now = new Date()): void {
  const content = new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' })
  saveFile(content, `${filePrefix}-${what}-${tunisDay(now)}.csv`)
}

function written(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const safe = /^[\s=+\-@]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
