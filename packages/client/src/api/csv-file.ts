import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type CsvCell, csvLine } from '@darsi/contracts/texts/csv-line.ts'
import { exportFileName } from '@darsi/contracts/texts/product.ts'
import { saveFile } from './save-file.ts'

type Rows = readonly (readonly CsvCell[])[]

/** CSV for spreadsheets in this language: UTF-8 with a byte order mark. */
export const csvOf = (rows: Rows, language: Language): string =>
  `\ufeff${rows.map((cells) => csvLine(cells, language)).join('')}`

export function saveCsv(what: string, rows: Rows, language: Language): void {
  const content = new Blob([csvOf(rows, language)], { type: 'text/csv;charset=utf-8' })
  saveFile(content, exportFileName(what, new Date()))
}
