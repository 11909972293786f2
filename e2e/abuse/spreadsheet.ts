import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect } from '@playwright/test'
import { registration, someAddress } from '../support/api.ts'
import type { Attack } from './attack.ts'
import { logIn, send } from './client.ts'

const superAdmin = demoAccounts.find(({ role }) => role === 'super-admin')?.email ?? ''

const register = (fullName: string, email: string) =>
  send('POST /api/auth/register', { body: { ...registration('student', email), fullName } })

/** Names that a spreadsheet would run as a formula. */
const formulas: readonly Attack[] = [
  '=HYPERLINK(A1,"x")',
  '+1+cmd|calc',
  '-2+3',
  '@(1+1)',
  '  =1+1',
  '\uff1d1+1',
].map((fullName) => ({
  name: fullName,
  send: async () => {
    const email = someAddress('formula')
    expect((await register(fullName, email)).status).toBe(201)
    const { token } = await logIn(superAdmin, demoPassword)
    return eventually(async () => {
      const file = await send('GET /api/superadmin/exports/users.csv', { token })
      const row = file.text.split('\r\n').find((line) => line.includes(email))
      return row ? { ...file, text: row } : null
    })
  },
  status: 200,
  effect: ({ text }) => expect(text).toMatch(/,"?'[ \uff1d=+\-@]/),
}))

/** Names with a link or a handle are refused. */
const refused: readonly Attack[] = ['=HYPERLINK("http://evil.example","x")', '@SUM(1)', '\uff20SUM(1)'].map(
  (fullName) => ({
    name: fullName,
    send: () => register(fullName, someAddress('formula')),
    status: 400,
    effect: ({ text }) => expect(text).toContain('CONTACT_DETAILS_REFUSED'),
  }),
)

export const spreadsheetAttacks: readonly Attack[] = [...formulas, ...refused]
