import { Readable } from 'node:stream'
import { csvLine } from '@darsi/contracts/csv-line.ts'
import { exportFileName } from '@darsi/contracts/product.ts'
import { isVerified } from '@darsi/contracts/roles.ts'
import { stream } from '@darsi/kit/data-export.ts'
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

/** Streams every user; what the reader does not take yet is not read from the database either. */
export async function writeUsersCsv(users: UserStore, response: Response, now: Date): Promise<void> {
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
  // the byte order mark makes spreadsheets read it as UTF-8
  let batch = `\ufeff${csvLine(header)}`
  for await (const one of lines) {
    batch += one
    if (batch.length < batchBytes) continue
    yield batch
    batch = ''
  }
  yield batch
}
