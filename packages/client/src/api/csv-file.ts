import { type CsvCell, csvLine } from '@darsi/contracts/texts/csv-line.ts'
import { exportFileName } from '@darsi/contracts/texts/product.ts'
import { saveFile } from './save-file.ts'

type Rows = readonly (readonly CsvCell[])[]

/** CSV for spreadsheets: UTF-8 with a byte order mark. */
export const csvOf = (rows: Rows): string => `\ufeff${rows.map(csvLine).join('')}`

export function saveCsv(what: string, rows: Rows, now = new Date()): void {
  const content = new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' })
  saveFile(content, exportFileName(what, now))
}
