import { Readable } from 'node:stream'
import { isVerified } from '@darsi/contracts/reference/roles.ts'
import { csvLine } from '@darsi/contracts/texts/csv-line.ts'
import { exportFileName } from '@darsi/contracts/texts/product.ts'
import { stream } from '@darsi/kit/http/data-export.ts'
import type { Response } from 'express'
import type { UserStore } from './user-store.ts'

const batchBytes = 64 * 1024
const columns = {
  email: 1,
  fullName: 1,
  role: 1,
  emailVerifiedAt: 1,
  approvedAt: 1,
  createdAt: 1,
  lastLoginAt: 1,
} as const
/** spec §3 */
const header = ['ID', 'Email', 'Full Name', 'Role', 'Verified', 'Created At', 'Last Login']

/** Streams every user; a slow client slows the reading of the database down, so that memory does not fill up. */
export async function writeUsersCsv(
  users: Pick<UserStore, 'all'>,
  response: Response,
  now: Date,
): Promise<void> {
  const rows = async function* () {
    for await (const row of users.all(columns)) {
      const login = row.lastLoginAt.getTime() === 0 ? 'Never' : row.lastLoginAt.toISOString()
      const verified = isVerified(row) ? 'Yes' : 'No'
      yield csvLine([
        row._id,
        row.email,
        row.fullName,
        row.role,
        verified,
        row.createdAt.toISOString(),
        login,
      ])
    }
  }
  await writeCsv(response, exportFileName('users', now), header, rows())
}

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
