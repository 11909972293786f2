import type { Endpoint } from '@darsi/contracts/calls/endpoint.ts'
import { outerTables, tables } from '@darsi/contracts/calls/tables.ts'
import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { allow } from '@darsi/kit/http/route.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect } from '@playwright/test'
import { inLanes } from '../infra/local/trials/trial.ts'
import { type Caller, callers, matrix, nothing } from './permission-matrix.ts'
import { call, password, registration, someAddress } from './support/api.ts'
import { isNight } from './support/night.ts'
import { list, must, person } from './support/people.ts'
import { test } from './support/test.ts'

const endpoints = new Map(Object.values(tables).flatMap((table) => Object.entries(table)))
/** The others are calls from service to service. */
const outer = new Set(Object.values(outerTables).flatMap((table) => Object.keys(table)))
const declared = [...endpoints.keys()]
const rows = new Map(Object.entries(matrix))
const rowOf = (key: string) => found(rows, key)
const endpointOf = (key: string): Endpoint => found(endpoints, key)
const roleOf: Readonly<Record<Caller, Role | null>> = {
  nobody: null,
  // the session of a suspended account has ended
  suspended: null,
  ...{ student: 'student', 'minor without consent': 'student', parent: 'parent' },
  ...{ teacher: 'teacher', 'unapproved teacher': 'teacher', admin: 'admin', 'super-admin': 'super-admin' },
}
const tokens = new Map<Caller, string>()
const addresses = new Map<Caller, string>()

test.beforeAll(async () => {
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

function found<T>(all: ReadonlyMap<string, T>, key: string): T {
  const one = all.get(key)
  if (!one) throw new Error(`no row for ${key}`)
  return one
}

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

/** What the gateway and each service decide before a handler runs. */
function decision(key: string, caller: Caller): 200 | 401 | 403 | 404 {
  if (!outer.has(key)) return 404
  const role = roleOf[caller]
  const now = new Date()
  const authTime = now.getTime() / 1000
  try {
    allow(endpointOf(key), role && { userId: caller, role, sessionId: caller, authTime }, now)
    return 200
  } catch (error) {
    if (error instanceof Problem && (error.status === 401 || error.status === 403)) return error.status
    throw error
  }
}

/** One caller for each answer; at night every caller. */
function callersOf(key: string): readonly Caller[] {
  if (isNight) return callers
  const answers = new Map(
    callers.toReversed().map((caller) => [`${decision(key, caller)} ${rowOf(key).statuses[caller]}`, caller]),
  )
  return [...answers.values()]
}

async function ask(key: string, token: string | undefined) {
  const { params = nothing, body } = rowOf(key)
  return call(key.replace(/:\w+/g, params), { ...(token && { token }), ...(body && { body }) })
}

/** Eight calls at a time. @returns what was wrong */
async function wrongOf<T>(cases: readonly T[], judge: (one: T) => Promise<string | null>): Promise<string[]> {
  const wrong: string[] = []
  await inLanes(cases.length, 8, async (index) => {
    const one = cases[index]
    const found = one === undefined ? null : await judge(one)
    if (found) wrong.push(found)
  })
  return wrong
}

test.describe('who may do what', () => {
  test('every call of the product has a row in the matrix', () => {
    expect(declared.filter((key) => !rows.has(key))).toEqual([])
  })

  for (const key of declared)
    test(`${key}: whom the declaration refuses, the matrix refuses with the same status`, () => {
      const refused = callers.map((caller) => [caller, decision(key, caller)] as const)
      for (const [caller, status] of refused)
        if (status !== 200) expect([caller, rowOf(key).statuses[caller]]).toEqual([caller, status])
    })

  test('each call answers each kind of caller as the matrix says', async () => {
    const cases = declared.flatMap((key) => callersOf(key).map((caller) => ({ key, caller })))
    process.stdout.write(`permissions: ${cases.length} calls\n`)
    const judge = async ({ key, caller }: (typeof cases)[number]) => {
      const row = rowOf(key)
      const mayLogIn = caller !== 'nobody' && caller !== 'suspended'
      const token = row.endsSession && mayLogIn ? await logIn(caller) : tokens.get(caller)
      const { status, body } = await ask(key, token)
      const isProblem = status < 400 || row.isPage || (body['success'] === false && body['status'] === status)
      return status === row.statuses[caller] && isProblem
        ? null
        : `${key} by ${caller}: ${status}, not ${row.statuses[caller]}: ${JSON.stringify(body).slice(0, 200)}`
    }
    // these log in, which a concurrent "log out everywhere" of the same account refuses
    const [alone, others] = [true, false].map((ends) =>
      cases.filter(({ key }) => (rowOf(key).endsSession ?? false) === ends),
    )
    expect([...(await wrongOf(alone ?? [], judge)), ...(await wrongOf(others ?? [], judge))]).toEqual([])
  })

  for (const [role, code] of [
    ['student', 'EMAIL_NOT_VERIFIED'],
    ['parent', 'EMAIL_NOT_VERIFIED'],
    ['admin', 'ACCOUNT_PENDING'],
  ] as const)
    test(`a new ${role} gets no token, so all that asks for one stays shut: ${code}`, async () => {
      const email = someAddress(role)
      await must('POST /auth/register', { body: registration(role, email) })
      const { status, body } = await call('POST /auth/login', { body: { email, password } })
      expect([status, body['code'], body['token']]).toEqual([403, code, undefined])
    })

  test('a suspended account gets no new token', async () => {
    const body = { email: addresses.get('suspended'), password }
    expect((await call('POST /auth/login', { body })).body['code']).toBe('ACCOUNT_SUSPENDED')
  })

  test('no call serves a forged token', async () => {
    const [header = '', claims = ''] = (tokens.get('super-admin') ?? '').split('.')
    const forged = `${header}.${claims}.${'A'.repeat(86)}`
    const wrong = await wrongOf(declared, async (key) => {
      const { status } = await ask(key, forged)
      const { nobody } = rowOf(key).statuses
      const isRight = nobody === 401 ? status === 401 : nobody === 200 ? status >= 200 : status >= 400
      return isRight ? null : `${key}: ${status}`
    })
    expect(wrong).toEqual([])
  })
})
