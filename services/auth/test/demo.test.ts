import { demoAccounts, demoPassword } from '@darsi/contracts/demo.ts'
import { passwordLengthProblem } from '@darsi/contracts/registration-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { seedDemo } from '../src/demo/demo.ts'
import { goodPassword, startAuth, type TestAuth } from './auth.ts'

const email = 'boss@example.tn'
const invited = { email, fullName: 'Big Boss', language: 'en' as const }

describe('a demo', () => {
  let auth: TestAuth
  beforeAll(async () => {
    auth = await startAuth()
    await Promise.all([seedDemo(auth.parts, auth.outbox), seedDemo(auth.parts, auth.outbox)])
  })
  afterAll(() => auth.stop())

  it.each(demoAccounts)('has a $role who can sign in', async ({ role, email: address }) => {
    const answer = await auth.login(address, demoPassword)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ user: { role, isVerified: true } })
  })

  it('has 24 approved teachers beside its own, over at least 12 governorates, and nobody twice', async () => {
    const all = await auth.parts.accounts.model.find({ role: 'teacher', status: 'approved' }).lean()
    expect(all).toHaveLength(25)
    const places = all.map(({ outbox }) => outbox[0]?.data['governorateId'])
    expect(new Set(places).size).toBeGreaterThanOrEqual(12)
    const before = await auth.parts.accounts.model.countDocuments({})
    await seedDemo(auth.parts, auth.outbox)
    expect(await auth.parts.accounts.model.countDocuments({})).toBe(before)
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
  it('is made once, on a system without one, and sets the password by a link that lives an hour', async () => {
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

  it('is made anew while nobody has set the password: a mistyped address locks nobody out', async () => {
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
    // the other services are told to forget the first ones
    const models = auth.parts.accounts.model.find({ role: 'super-admin' }).lean()
    const types = (await models).map(({ outbox }) => outbox.at(-1)?.type)
    expect(types.filter((type) => type === 'user.registration-expired')).toHaveLength(2)
    await auth.stop()
  })
})
