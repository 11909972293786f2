import { demoAccounts, demoPassword } from '@darsi/contracts/reference/demo.ts'
import { passwordLengthProblem } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { closeDemo, seedDemo } from '../src/demo/demo.ts'
import { cookieOf, goodPassword, someAddress, someone, startAuth, type TestAuth } from './auth.ts'

const email = 'boss@example.tn'
const invited = { email, fullName: 'Big Boss', language: 'en' as const }

describe('a demo', () => {
  let auth: TestAuth
  beforeAll(async () => {
    auth = await startAuth({ isDemo: true })
    await Promise.all([
      seedDemo(auth.parts, { outbox: auth.outbox }),
      seedDemo(auth.parts, { outbox: auth.outbox }),
    ])
  })
  afterAll(() => auth.stop())

  it.each(demoAccounts)('has a $role who can sign in', async ({ role, email: address }) => {
    const answer = await auth.login(address, demoPassword)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ user: { role, isVerified: true } })
  })

  it('has 24 approved teachers beside its own, over at least 12 governorates, and nobody twice', async () => {
    const all = await auth.parts.accounts.collection.find({ role: 'teacher', status: 'approved' }).toArray()
    expect(all).toHaveLength(25)
    const places = all.map(({ outbox }) => outbox[0]?.data['governorateId'])
    expect(new Set(places).size).toBeGreaterThanOrEqual(12)
    const before = await auth.parts.accounts.collection.countDocuments({})
    await seedDemo(auth.parts, { outbox: auth.outbox })
    expect(await auth.parts.accounts.collection.countDocuments({})).toBe(before)
  })

  it('is closed when it is over: nobody signs in, by the answer of a wrong password, and the start counts them', async () => {
    const [{ email: address }] = demoAccounts
    const before = await auth.login(address, demoPassword)
    // left by a visitor of the demo: with the visitor's own address
    const moved = someAddress()
    const { collection } = auth.parts.accounts
    await collection.updateOne({ _id: 'demo-super-admin' }, { $set: { email: moved } })
    const after = await startAuth({ beside: { database: auth.database, keys: auth.keys.private } })
    const warned: unknown[] = []
    const log = { warn: (...line: unknown[]) => void warned.push(line) }
    const count = await closeDemo(after.parts, log)
    expect(count).toBe(await auth.parts.accounts.collection.countDocuments({}))
    expect(warned).toEqual([[{ accounts: count }, expect.stringContaining('cannot log in')]])
    expect(JSON.stringify(warned)).not.toContain('@')
    const wrong = await after.login(someAddress(), demoPassword)
    for (const email of [...demoAccounts.map((one) => one.email), moved]) {
      const answer = await after.login(email, demoPassword)
      expect([answer.status, answer.body['code']]).toEqual([wrong.status, wrong.body['code']])
    }
    expect((await after.refresh(cookieOf(before))).status).toBe(401)
    await collection.updateOne(
      { _id: 'demo-super-admin' },
      { $set: { email: 'superadmin@demo.darsi.example' } },
    )
    // the demo's super-admin is not the system's
    await after.parts.invitation.first({ ...invited, email: someAddress() })
    const real = await after.registered(someone('teacher'))
    expect((await after.login(real.email)).status).toBe(200)
    await after.parts.accounts.collection.deleteOne({ email: real.email })
    await after.stop()
  })

  it('has a password that administrators could have chosen', () => {
    expect(passwordLengthProblem(demoPassword, 'super-admin')).toBeNull()
  })

  it('mails nobody a link', async () => {
    const [event] = await auth.eventsOf(demoAccounts[0].email, 'user.registered')
    expect(event?.personal.verificationToken).toBeUndefined()
    expect(event?.data).toMatchObject({ status: 'approved', verifiedAt: expect.any(String) })
  })
})

describe('the first super-admin', () => {
  it('is created once, on a system without one, and sets the password by a link that is valid for an hour', async () => {
    const auth = await startAuth()
    await expect(auth.parts.invitation.first({ ...invited, email: 'x' })).rejects.toThrow('email-invalid')
    const token = await auth.parts.invitation.first(invited)
    const set = () =>
      auth.call('POST /auth/reset-password', { body: { token, password: 'un-figuier-et-2-chaises' } })
    auth.pass(59 * 60_000)
    expect((await set()).status).toBe(200)
    expect((await set()).status).toBe(400)
    await expect(auth.parts.invitation.first({ ...invited, email: 'b@example.tn' })).rejects.toThrow(
      'decision-not-allowed',
    )
    const answer = await auth.login(email)
    expect(answer.body).toMatchObject({ redirectTo: '/superadmin/dashboard', user: { role: 'super-admin' } })
    await auth.stop()
  })

  it('can be created again until a password was set, so that a mistyped address locks nobody out', async () => {
    const auth = await startAuth()
    const set = (token: string) =>
      auth.call('POST /auth/reset-password', { body: { token, password: goodPassword } })
    const mistyped = await auth.parts.invitation.first({ ...invited, email: 'boss@exmaple.tn' })
    auth.pass(61 * 60_000)
    const late = await auth.parts.invitation.first(invited)
    const token = await auth.parts.invitation.first(invited)
    expect([(await set(mistyped)).status, (await set(late)).status]).toEqual([400, 400])
    expect((await set(token)).status).toBe(200)
    expect((await auth.login(email)).status).toBe(200)
    // the other services erase the first ones
    const superAdmins = auth.parts.accounts.collection.find({ role: 'super-admin' }).toArray()
    const types = (await superAdmins).map(({ outbox }) => outbox.at(-1)?.type)
    expect(types.filter((type) => type === 'user.registration-expired')).toHaveLength(2)
    await auth.stop()
  })
})
