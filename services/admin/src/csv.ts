import { Readable } from 'node:stream'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { type CsvCell, csvLine } from '@darsi/contracts/texts/csv-line.ts'
import { stream } from '@darsi/kit/http/data-export.ts'
import type { Response } from 'express'

const batchBytes = 64 * 1024

type CsvFile = { fileName: string; language: Language; header: readonly string[] }

export async function writeCsv(
  response: Response,
  { fileName, language, header }: CsvFile,
  rows: AsyncIterable<readonly CsvCell[]>,
): Promise<void> {
  response.type('text/csv; charset=utf-8')
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`)
  response.setHeader('Cache-Control', 'no-store')
  await stream(response, Readable.from(batchesOf(header, rows, language), { highWaterMark: 1 }))
}

async function* batchesOf(
  header: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]>,
  language: Language,
): AsyncGenerator<string> {
  // the byte order mark makes spreadsheet programs read the file as UTF-8
  let batch = `\ufeff${csvLine(header, language)}`
  for await (const cells of rows) {
    batch += csvLine(cells, language)
    if (batch.length < batchBytes) continue
    yield batch
    batch = ''
  }
  yield batch
}
