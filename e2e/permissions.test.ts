import { demoAccounts, demoPassword } from '@darsi/contracts/demo.ts'
import { tables } from '@darsi/contracts/tables.ts'
import { eventually } from '@darsi/kit/testing.ts'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { type Caller, callers, matrix } from './permission-matrix.ts'
import { call, password, registration, someAddress } from './support/api.ts'

const declared = Object.values(tables).flatMap((table) => Object.keys(table))
const rows = new Map(Object.entries(matrix))
const cases = declared.flatMap((key) => callers.map((caller) => [key, caller] as const))
const tokens = new Map<Caller, string>()
const pending = someAddress('unapproved')

beforeAll(async () => {
  await call('POST /auth/register', { body: registration('teacher', pending) })
  for (const caller of callers) if (caller !== 'nobody') tokens.set(caller, await logIn(caller))
  // profiles come by event
  for (const token of tokens.values()) {
    await eventually(async () => (await call('GET /me/profile', { token })).status === 200)
  }
})

async function logIn(caller: Caller): Promise<string> {
  const demo = demoAccounts.find((account) => account.role === caller)
  const body = demo ? { email: demo.email, password: demoPassword } : { email: pending, password }
  const answer = await call('POST /auth/login', { body })
  expect(answer.status).toBe(200)
  return String(answer.body['token'])
}

describe('who may do what', () => {
  it('every call of the product has a row in the matrix', () => {
    expect(declared.filter((key) => !rows.has(key))).toEqual([])
  })

  it.each(cases)('%s by %s', async (key, caller) => {
    const row = rows.get(key)
    if (!row) throw new Error(`no row for ${key}`)
    const token = caller === 'nobody' ? undefined : row.endsSession ? await logIn(caller) : tokens.get(caller)
    const answer = await call(key.replace(/:\w+/, row.params ?? ''), {
      ...(token && { token }),
      ...(row.body && { body: row.body }),
    })
    expect(answer.status).toBe(row.statuses[caller])
    if (answer.status >= 400) expect(answer.body).toMatchObject({ success: false, status: answer.status })
  })

  it.each(cases.filter(([, caller]) => caller === 'student'))(
    '%s with a forged token is never served',
    async (key) => {
      const row = rows.get(key)
      const [header = '', claims = ''] = (tokens.get('super-admin') ?? '').split('.')
      const answer = await call(key.replace(/:\w+/, row?.params ?? ''), {
        token: `${header}.${claims}.${'A'.repeat(86)}`,
        ...(row?.body && { body: row.body }),
      })
      expect(answer.status).toBeGreaterThanOrEqual(row?.statuses.nobody === 200 ? 200 : 400)
      if (row?.statuses.nobody === 401) expect(answer.status).toBe(401)
    },
  )
})
