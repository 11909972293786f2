import { tables } from '@darsi/contracts/calls/tables.ts'
import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { type Caller, callers, matrix } from './permission-matrix.ts'
import { call, password, registration, someAddress } from './support/api.ts'
import { list, must, person } from './support/people.ts'

const declared = Object.values(tables).flatMap((table) => Object.keys(table))
const rows = new Map(Object.entries(matrix))
const cases = declared.flatMap((key) => callers.map((caller) => [key, caller] as const))
const tokens = new Map<Caller, string>()
const addresses = new Map<Caller, string>()

beforeAll(async () => {
  for (const caller of ['unapproved teacher', 'suspended'] as const) {
    addresses.set(caller, someAddress('teacher'))
    await must('POST /auth/register', { body: registration('teacher', addresses.get(caller) ?? '') })
  }
  const minor = await person('student', 'Story Minor', { roleData: { educationLevel: 'primary' } })
  addresses.set('minor without consent', minor.email)
  for (const caller of callers) if (caller !== 'nobody') tokens.set(caller, await logIn(caller))
  // profiles arrive by events
  for (const token of tokens.values()) {
    await eventually(async () => (await call('GET /me/profile', { token })).status === 200)
  }
  await suspend('suspended')
})

async function logIn(caller: Caller): Promise<string> {
  const demo = demoAccounts.find((account) => account.role === caller)
  const own = { email: addresses.get(caller) ?? '', password }
  const answer = await call('POST /auth/login', {
    body: demo ? { email: demo.email, password: demoPassword } : own,
  })
  expect(answer.status).toBe(200)
  return String(answer.body['token'])
}

/** From here on the caller has an old token. */
async function suspend(caller: Caller): Promise<void> {
  const token = tokens.get(caller) ?? ''
  const admin = tokens.get('admin') ?? ''
  const query = `/admin/users?q=${encodeURIComponent(addresses.get(caller) ?? '')}`
  const id = await eventually(async () => list(await must(`GET ${query}`, { token: admin }))[0]?.['id'])
  const body = { status: 'suspended', notes: 'a story' }
  await must(`PUT /admin/users/${id}/status`, { token: admin, body })
  await eventually(async () => (await call('GET /auth/profile', { token })).status === 401)
}

describe('who may do what', () => {
  it('every call of the product has a row in the matrix', () => {
    expect(declared.filter((key) => !rows.has(key))).toEqual([])
  })

  it.each(cases)('%s by %s', async (key, caller) => {
    const row = rows.get(key)
    if (!row) throw new Error(`no row for ${key}`)
    const mayLogIn = caller !== 'nobody' && caller !== 'suspended'
    const token = row.endsSession && mayLogIn ? await logIn(caller) : tokens.get(caller)
    const answer = await call(key.replace(/:\w+/g, row.params ?? ''), {
      ...(token && { token }),
      ...(row.body && { body: row.body }),
    })
    expect(answer.status).toBe(row.statuses[caller])
    if (answer.status >= 400 && !row.isPage)
      expect(answer.body).toMatchObject({ success: false, status: answer.status })
  })

  it.each([
    ['student', 'EMAIL_NOT_VERIFIED'],
    ['parent', 'EMAIL_NOT_VERIFIED'],
    ['admin', 'ACCOUNT_PENDING'],
  ] as const)('a new %s gets no token, so all that asks for one stays shut: %s', async (role, code) => {
    const email = someAddress(role)
    await must('POST /auth/register', { body: registration(role, email) })
    const { status, body } = await call('POST /auth/login', { body: { email, password } })
    expect([status, body['code'], body['token']]).toEqual([403, code, undefined])
  })

  it('a suspended account gets no new token', async () => {
    const body = { email: addresses.get('suspended'), password }
    expect((await call('POST /auth/login', { body })).body['code']).toBe('ACCOUNT_SUSPENDED')
  })

  it.each(cases.filter(([, caller]) => caller === 'student'))(
    '%s with a forged token is never served',
    async (key) => {
      const row = rows.get(key)
      const [header = '', claims = ''] = (tokens.get('super-admin') ?? '').split('.')
      const answer = await call(key.replace(/:\w+/g, row?.params ?? ''), {
        token: `${header}.${claims}.${'A'.repeat(86)}`,
        ...(row?.body && { body: row.body }),
      })
      expect(answer.status).toBeGreaterThanOrEqual(row?.statuses.nobody === 200 ? 200 : 400)
      if (row?.statuses.nobody === 401) expect(answer.status).toBe(401)
    },
  )
})
