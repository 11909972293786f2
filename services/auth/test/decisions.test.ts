import type { EventType } from '@darsi/contracts/events/events.ts'
import { dayMs, hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { revokedBeforeKey, revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import { createRelay } from '@darsi/kit/events/relay.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { someone as caller, eventually, silentLog } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { createExpiry } from '../src/lifecycle/expiry.ts'
import { cookieOf, goodPassword, identityOf, someAddress, someone, startAuth } from './auth.ts'
import { consumingOfFile } from './consuming.ts'

const minute = 60_000

const { auth, kafka } = await consumingOfFile()

describe('what the admin service decides', () => {
  /**
   * Publishes what waits, and returns the first such event of a person. No relay runs: events are read in the accounts.
   */
  const published = async <K extends EventType>(type: K, userId: string) => {
    const collections = [auth.parts.accounts.collection]
    const relay = createRelay({ collections, outbox: auth.outbox, bus: kafka.bus, log: silentLog })
    try {
      return await eventually(async () => {
        await relay.runOnce()
        return (await kafka.published(type, userId))[0]
      })
    } finally {
      await relay.stop()
    }
  }
  const idOf = async (email: string) => String((await auth.accountOf(email))?._id)
  const decide = async (
    type:
      | 'user.approved'
      | 'user.suspended'
      | 'user.reinstated'
      | 'user.reopened'
      | 'user.deletion-requested',
    email: string,
    sequence: number,
  ) => {
    const userId = await idOf(email)
    const role = (await auth.accountOf(email))?.role ?? 'student'
    const at = new Date().toISOString()
    const data = { userId, role, at, by: 'an-admin', previous: 'approved' as const }
    const personal = { email, fullName: 'Amal Ben Salah', language: 'en' as const, reason: 'because' }
    await kafka.publish('admin', userId, sequence, { type, data, personal })
    return userId
  }

  it('an approved admin may sign in', async () => {
    const { email } = await auth.registered(someone('admin'))
    expect((await auth.login(email)).body['code']).toBe('ACCOUNT_PENDING')
    await decide('user.approved', email, 1)
    await eventually(async () => (await auth.login(email)).status === 200)
    expect((await auth.login(email)).body).toMatchObject({ user: { isVerified: true } })
  })

  it('a suspension ends every session at once, and a reinstatement allows sign-ins again', async () => {
    const { email } = await auth.verified()
    const cookie = cookieOf(await auth.login(email))
    const userId = await decide('user.suspended', email, 1)
    await eventually(async () => (await auth.redis.get(revokedBeforeKey(userId))) !== null)
    expect((await auth.refresh(cookie)).status).toBe(401)
    expect((await auth.login(email)).body['code']).toBe('ACCOUNT_SUSPENDED')
    await decide('user.reinstated', email, 2)
    await eventually(async () => (await auth.login(email)).status === 200)
  })

  it('an administrator ends every session, once, and the account stays open', async () => {
    const { email } = await auth.verified()
    const cookie = cookieOf(await auth.login(email))
    const userId = await idOf(email)
    const asked = { userId, role: 'student' as const, at: new Date().toISOString(), by: 'an-admin' }
    const ask = (sequence: number) =>
      kafka.publish('admin', userId, sequence, {
        type: 'user.sessions-end-requested',
        data: asked,
        personal: { reason: 'A stolen telephone' },
      })
    await ask(1)
    await eventually(async () => (await auth.refresh(cookie)).status === 401)
    await eventually(async () => (await auth.eventsOf(email, 'user.sessions-ended')).length === 1)
    const next = cookieOf(await auth.login(email))
    expect(next).not.toBe('')
    // the same event again ends no newer session
    await ask(1)
    await decide('user.suspended', email, 2)
    await eventually(async () => (await auth.refresh(next)).status === 401)
    expect(await auth.eventsOf(email, 'user.sessions-ended')).toHaveLength(1)
  })

  it('an administrator ends every session while Redis is away: it is published once, and they end all the same', async () => {
    const { email } = await auth.verified()
    const cookies = [cookieOf(await auth.login(email)), cookieOf(await auth.login(email))]
    const userId = await idOf(email)
    const { revocations } = auth.parts
    const whole = { ...revocations }
    let failures = 0
    const away = async () => {
      failures++
      throw problem('unavailable')
    }
    const failing =
      <A extends unknown[]>(command: (...args: A) => Promise<void>) =>
      (...args: A) =>
        failures < 6 ? away() : command(...args)
    Object.assign(revocations, {
      endSession: failing(whole.endSession),
      endBefore: failing(whole.endBefore),
    })
    await kafka.publish('admin', userId, 1, {
      type: 'user.sessions-end-requested',
      data: { userId, role: 'student', at: new Date().toISOString(), by: 'an-admin' },
      personal: { reason: 'A stolen telephone' },
    })
    // handled after the request
    await decide('user.reinstated', email, 2)
    await eventually(async () => (await auth.accountOf(email))?.src?.['admin'] === 2)
    Object.assign(revocations, whole)
    expect(failures).toBeGreaterThan(0)
    expect(await auth.eventsOf(email, 'user.sessions-ended')).toHaveLength(1)
    for (const cookie of cookies) expect((await auth.refresh(cookie)).status).toBe(401)
  })

  it('an administrator’s request ends the sessions that its first delivery could not end, and no newer one', async () => {
    const { email } = await auth.verified()
    const old = await auth.login(email)
    const userId = await idOf(email)
    // as after a failure between the proof and the end of the sessions
    const left = { $inc: { endings: 1 }, $set: { 'src.admin': 1 } }
    await auth.parts.accounts.collection.updateOne({ email }, left)
    const next = await auth.login(email)
    await kafka.publish('admin', userId, 1, {
      type: 'user.sessions-end-requested',
      data: { userId, role: 'student', at: new Date().toISOString(), by: 'an-admin' },
      personal: { reason: 'A stolen telephone' },
    })
    const isRevoked = async (answer: typeof old) =>
      (await auth.redis.get(revokedSessionKey(identityOf(answer).sessionId))) !== null
    await eventually(() => isRevoked(old))
    expect(await isRevoked(next)).toBe(false)
    expect((await auth.refresh(cookieOf(next))).status).toBe(200)
    expect(await auth.eventsOf(email, 'user.sessions-ended')).toEqual([])
  })

  it('an undone suspension of an unapproved account leaves it pending', async () => {
    const { email } = await auth.registered(someone('admin'))
    await decide('user.suspended', email, 1)
    await eventually(async () => (await auth.login(email)).body['code'] === 'ACCOUNT_SUSPENDED')
    await decide('user.reopened', email, 2)
    await eventually(async () => (await auth.login(email)).body['code'] === 'ACCOUNT_PENDING')
    expect((await auth.accountOf(email))?.approvedAt).toBeNull()
  })

  it('a repeated or late decision changes nothing', async () => {
    const { email } = await auth.verified()
    await decide('user.suspended', email, 1)
    await eventually(async () => (await auth.accountOf(email))?.status === 'suspended')
    await decide('user.reinstated', email, 2)
    await eventually(async () => (await auth.accountOf(email))?.status === 'approved')
    const cookie = cookieOf(await auth.login(email))
    await decide('user.suspended', email, 1)
    const marker = await auth.registered(someone('admin'))
    await decide('user.suspended', marker.email, 1)
    await eventually(async () => (await auth.accountOf(marker.email))?.status === 'suspended')
    expect((await auth.accountOf(email))?.status).toBe('approved')
    expect((await auth.refresh(cookie)).status).toBe(200)
  })

  it('an erased account keeps only its id, publishes the erasure, and frees the address', async () => {
    const values = await auth.verified()
    const { email } = values
    const login = await auth.login(email)
    const userId = await decide('user.deletion-requested', email, 1)
    const event = await published('user.erased', userId)
    expect(event.data).toMatchObject({ userId, service: 'auth' })
    await eventually(
      async () => (await auth.parts.accounts.collection.findOne({ _id: userId }))?.outbox.length === 0,
    )
    const left = JSON.stringify(await auth.parts.accounts.collection.findOne({ _id: userId }))
    for (const secret of [email, values.fullName, 'argon2']) expect(left).not.toContain(secret)
    expect((await auth.refresh(cookieOf(login))).status).toBe(401)
    expect((await auth.login(email)).status).toBe(401)
    expect((await auth.login(`erased:${userId}`, '')).status).toBe(400)
    expect((await auth.login(`erased:${userId}`)).status).toBe(401)
    expect((await auth.call('GET /auth/profile', { as: identityOf(login) })).status).toBe(401)
    // repeated and late events do not restore it
    await kafka.publish('admin', userId, 2, {
      type: 'user.approved',
      data: { userId, role: 'student', at: new Date().toISOString(), by: 'an-admin' },
      personal: { email, fullName: values.fullName, language: 'en' },
    })
    await auth.registered(someone('student', email))
    expect(await idOf(email)).not.toBe(userId)
    expect((await auth.parts.accounts.collection.findOne({ _id: userId }))?.email).toBe(`erased:${userId}`)
  })

  it('a person closes the own account with the password: signed out at once, and its erasure frees the address', async () => {
    const { email } = await auth.verified()
    const login = await auth.login(email)
    const as = identityOf(login)
    const leave = (password: string) => auth.call('DELETE /me', { as, body: { password } })
    expect((await leave('not the password')).body['code']).toBe('PASSWORD_WRONG')
    const left = await leave(goodPassword)
    expect([left.status, left.body['success']]).toEqual([202, true])
    const userId = await idOf(email)
    const event = await published('user.left', userId)
    expect(event?.data).toMatchObject({ userId, role: 'student' })
    expect((await auth.login(email)).status).toBe(401)
    expect((await auth.refresh(cookieOf(login))).status).toBe(401)
    expect((await auth.call('POST /auth/forgot-password', { body: { email } })).status).toBe(200)
    expect((await auth.accountOf(email))?.recovery).toBeNull()
    expect((await leave(goodPassword)).status).toBe(401)
    await decide('user.deletion-requested', email, 1)
    await eventually(async () => (await auth.accountOf(email)) === null)
    await eventually(async () => {
      await auth.registered(someone('student', email))
      return (await auth.accountOf(email)) !== null
    })
    expect(await idOf(email)).not.toBe(userId)
  })

  it('what auth holds of a person is handed to that person, without anything that opens the account', async () => {
    const values = await auth.verified()
    const as = identityOf(await auth.login(values.email))
    const part = await auth.call('GET /me/export/account', { as })
    expect(part.status).toBe(200)
    expect(part.body).toMatchObject({
      account: { id: as.userId, email: values.email, fullName: values.fullName, role: 'student' },
      sessions: [{ device: expect.any(String) }],
      secondFactors: { factors: [] },
    })
    const text = JSON.stringify(part.body)
    for (const secret of ['argon2', 'Hash', 'secret', 'outbox']) expect(text).not.toContain(secret)
    const stale = { ...as, authTime: as.authTime - 3600 }
    expect((await auth.call('GET /me/export/account', { as: stale })).body['code']).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
  })

  it('the super-admin cannot close the own account', async () => {
    const as = { userId: 'a-super-admin', role: 'super-admin' as const, sessionId: 's', authTime: 0 }
    expect((await auth.call('DELETE /me', { as, body: { password: goodPassword } })).status).toBe(403)
  })

  it('a registration that nobody confirms is announced once after a week, by however many processes, and confirmed by no link any more', async () => {
    const own = await startAuth()
    const forgotten = await own.registered(someone('student'))
    const parent = await own.registered(someone('parent'))
    const confirmed = await own.verified()
    const [teacher, approved] = [someone('teacher'), someone('teacher')]
    for (const values of [teacher, approved]) await own.registered(values)
    // by an administrator: the account then waits for no link
    await own.parts.accounts.collection.updateOne(
      { email: approved.email },
      { $set: { status: 'approved', approvedAt: new Date() } },
    )
    const [registered] = await own.eventsOf(forgotten.email, 'user.registered')
    own.pass(6.5 * dayMs)
    expect(await own.parts.expiry.sweep()).toBe(0)
    await own.call('POST /auth/resend-verification', { body: { email: parent.email } })
    const [again] = await own.eventsOf(parent.email, 'user.verification-requested')
    const other = createExpiry({ ...own.parts, outbox: own.outbox })
    const sweep = async () => {
      const counts = await Promise.all([own.parts.expiry.sweep(), other.sweep(), other.sweep()])
      return counts.reduce((sum, count) => sum + count)
    }
    own.pass(dayMs / 2 + minute)
    expect(await sweep()).toBe(2)
    // a link of the last day works until it expires
    own.pass(dayMs / 2)
    expect(await sweep()).toBe(1)
    const expired = (email: string) => own.eventsOf(email, 'user.registration-expired')
    for (const { email } of [forgotten, parent, teacher]) expect(await expired(email)).toHaveLength(1)
    for (const { email } of [confirmed, approved]) expect(await expired(email)).toEqual([])
    for (const token of [registered?.personal.verificationToken, again?.personal.verificationToken]) {
      expect((await own.call('POST /auth/verify-email', { body: { token } })).status).toBe(404)
    }
    expect((await own.login(forgotten.email)).status).toBe(401)
    expect(await own.parts.expiry.sweep()).toBe(0)
    // the erasure that the admin service then requests removes everything
    const id = String((await own.accountOf(forgotten.email))?._id)
    await own.parts.erase(id, { at: new Date() })
    const left = JSON.stringify(await own.parts.accounts.collection.findOne({ _id: id }))
    for (const secret of ['argon2', forgotten.email, forgotten.fullName]) expect(left).not.toContain(secret)
    await own.stop()
  })

  it('an invited administrator sets a password by the link and is in', async () => {
    const boss = caller('super-admin')
    const email = someAddress()
    const invite = (body: object, as: object | null = boss) =>
      auth.call('POST /superadmin/admins', { body, as: as as typeof boss })
    expect((await invite({ email, fullName: 'Imen' }, { ...boss, role: 'admin' })).status).toBe(403)
    expect((await invite({ email, fullName: '' })).body['code']).toBe('FULL_NAME_REQUIRED')
    expect((await invite({ email: 'x', fullName: 'Imen' })).body['code']).toBe('EMAIL_INVALID')
    expect((await invite({ email, fullName: 'Imen Attia' })).status).toBe(201)
    expect((await auth.login(email, '')).status).toBe(400)
    expect((await auth.login(email)).status).toBe(401)
    const event = await published('user.invited', await idOf(email))
    expect(event.data).toMatchObject({ role: 'admin', status: 'approved' })
    const token = event.personal.invitationToken
    const short = await auth.call('POST /auth/reset-password', {
      body: { token, password: 'kV9#mm2!qz-8Lp' },
    })
    expect(short.body['code']).toBe('ADMIN_PASSWORD_TOO_SHORT')
    const answer = await auth.call('POST /auth/reset-password', { body: { token, password: goodPassword } })
    expect(answer.status).toBe(200)
    expect((await auth.login(email)).body['redirectTo']).toBe('/admin/dashboard')
    expect((await invite({ email, fullName: 'Imen Attia' })).body['code']).toBe('ADDRESS_TAKEN')
  })

  it('an invited administrator who sets a password while Redis fails has a proven address', async () => {
    const own = await startAuth({ adminMfa: 'required' })
    const email = someAddress()
    const invited = { email, fullName: 'Imen Attia', role: 'super-admin' }
    await own.call('POST /superadmin/admins', { body: invited, as: caller('super-admin') })
    const [event] = await own.eventsOf(email, 'user.invited')
    const body = { token: event?.personal.invitationToken, password: goodPassword }
    own.outbox.onCommit = () => own.redis.disconnect()
    expect((await own.call('POST /auth/reset-password', { body })).status).toBe(503)
    own.outbox.onCommit = () => {}
    await own.redis.connect()
    expect((await own.login(email)).body['code']).toBe('MFA_ENROLMENT_REQUIRED')
    expect(await own.eventsOf(email, 'user.verified')).toHaveLength(1)
    await own.stop()
  })

  it.each(['admin', 'super-admin'])('an invitation of an %s is the only door, and ends', async (role) => {
    const own = await startAuth()
    const [email, stranger] = [someAddress(), someAddress()]
    const invite = (address: string) =>
      own.call('POST /superadmin/admins', {
        body: { email: address, fullName: 'Imen Attia', role },
        // the password proof stays recent while the clock moves
        as: { ...caller('super-admin'), authTime: Math.floor(Date.now() / 1000) + 72 * 3600 },
      })
    const tokenOf = async () => (await own.eventsOf(email, 'user.invited'))[0]?.personal.invitationToken
    const set = (token: unknown) =>
      own.call('POST /auth/reset-password', { body: { token, password: goodPassword } })
    for (const address of [email, stranger]) expect((await invite(address)).status).toBe(201)
    const first = await tokenOf()
    const forgot = async (address: string) => {
      const { status, body } = await own.call('POST /auth/forgot-password', { body: { email: address } })
      return { status, body }
    }
    const unknown = await forgot(someAddress())
    expect(await forgot(email)).toEqual(unknown)
    own.pass(72 * hourMs)
    expect(await forgot(email)).toEqual(unknown)
    expect(await own.eventsOf(email, 'user.password-reset-requested')).toEqual([])
    expect((await set(first)).body['code']).toBe('RESET_LINK_INVALID')
    // the inviter asks twice more, after the link has ended and while one is open: the earlier accounts are erased
    const [earlier] = await own.parts.accounts.collection.find({ email }).toArray()
    for (let times = 0; times < 2; times++) expect((await invite(email)).status).toBe(201)
    const all = await own.parts.accounts.collection.find({ email }, { sort: { createdAt: 1 } }).toArray()
    const [ended, replaced, fresh] = all
    expect([ended?._id, ended?.expiredAt]).toEqual([earlier?._id, expect.any(Date)])
    expect(replaced).toMatchObject({ expiredAt: expect.any(Date), recovery: null })
    expect(fresh).toMatchObject({ passwordHash: '', expiredAt: null, recovery: expect.anything() })
    own.pass(7 * dayMs)
    expect(await own.parts.expiry.sweep()).toBe(2)
    expect(await own.eventsOf(stranger, 'user.registration-expired')).toHaveLength(1)
    await own.stop()
  })

  it('a super-admin invites another one, who is erased after a week without a password', async () => {
    const boss = caller('super-admin')
    const own = await startAuth()
    const [email, stranger] = [someAddress(), someAddress()]
    const invite = (address: string) =>
      own.call('POST /superadmin/admins', {
        body: { email: address, fullName: 'Imen Attia', role: 'super-admin' },
        as: boss,
      })
    expect((await invite(email)).status).toBe(201)
    expect((await invite(stranger)).status).toBe(201)
    const [event] = await own.eventsOf(email, 'user.invited')
    expect(event?.data).toMatchObject({ role: 'super-admin', status: 'approved', by: boss.userId })
    const token = event?.personal.invitationToken
    await own.call('POST /auth/reset-password', { body: { token, password: goodPassword } })
    expect((await own.login(email)).body['redirectTo']).toBe('/superadmin/dashboard')
    own.pass(7 * dayMs)
    expect(await own.parts.expiry.sweep()).toBe(1)
    expect(await own.eventsOf(stranger, 'user.registration-expired')).toHaveLength(1)
    await own.call('POST /auth/forgot-password', { body: { email: stranger } })
    expect(await own.eventsOf(stranger, 'user.password-reset-requested')).toEqual([])
    expect((await own.login(email)).status).toBe(200)
    await own.stop()
  })
})
