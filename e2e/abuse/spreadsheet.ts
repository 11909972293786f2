import { demoAccounts, demoPassword } from '@darsi/contracts/demo.ts'
import { eventually } from '@darsi/kit/testing.ts'
import { expect } from '@jest/globals'
import { registration, someAddress } from '../support/api.ts'
import type { Attack } from './attack.ts'
import { logIn, send } from './client.ts'

const superAdmin = demoAccounts.find(({ role }) => role === 'super-admin')?.email ?? ''

/** Names that a spreadsheet would run. */
export const spreadsheetAttacks: readonly Attack[] = [
  '=HYPERLINK("http://evil.example","x")',
  '+1+cmd|calc',
  '-2+3',
  '@SUM(1)',
  '  =1+1',
  '\uff1d1+1',
].map((fullName) => ({
  name: fullName,
  send: async () => {
    const email = someAddress('formula')
    const registered = await send('POST /api/auth/register', {
      body: { ...registration('student', email), fullName },
    })
    expect(registered.status).toBe(201)
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
