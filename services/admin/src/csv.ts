import { Readable } from 'node:stream'
import { csvLine } from '@darsi/contracts/texts/csv-line.ts'
import { stream } from '@darsi/kit/http/data-export.ts'
import type { Response } from 'express'

const batchBytes = 64 * 1024

export async function writeCsv(
  response: Response,
  fileName: string,
  header: readonly string[],
  lines: AsyncIterable<string>,
): Promise<void> {
  response.type('text/csv; charset=utf-8')
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`)
  response.setHeader('Cache-Control', 'no-store')
  await stream(response, Readable.from(batchesOf(header, lines), { highWaterMark: 1 }))
}

async function* batchesOf(header: readonly string[], lines: AsyncIterable<string>): AsyncGenerator<string> {
  // the byte order mark makes spreadsheet programs read the file as UTF-8
  let batch = `\ufeff${csvLine(header)}`
  for await (const line of lines) {
    batch += line
    if (batch.length < batchBytes) continue
    yield batch
    batch = ''
  }
  yield batch
}
