import type { Language } from '@darsi/contracts/reference/languages.ts'
import { isVerified } from '@darsi/contracts/reference/roles.ts'
import { exportFileName } from '@darsi/contracts/texts/product.ts'
import type { Response } from 'express'
import { writeCsv } from '../csv.ts'
import type { UserStore } from './user-store.ts'

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
  { at, language }: { at: Date; language: Language },
): Promise<void> {
  const rows = async function* () {
    for await (const row of users.all(columns)) {
      const login = row.lastLoginAt.getTime() === 0 ? 'Never' : row.lastLoginAt
      const verified = isVerified(row) ? 'Yes' : 'No'
      yield [row._id, row.email, row.fullName, row.role, verified, row.createdAt, login]
    }
  }
  await writeCsv(response, { fileName: exportFileName('users', at), language, header }, rows())
}
