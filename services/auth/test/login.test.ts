import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { solved } from '@darsi/kit/testing/proof.ts'
import { describe, expect, it } from '@jest/globals'
import { hash } from '@node-rs/argon2'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { createLogin } from '../src/sign-in/login.ts'
import { authOfFile, goodPassword, identityOf, someAddress, someone, startAuth, uncounted } from './auth.ts'

const auth = await authOfFile()

describe('login', () => {
  const setStatus = (email: string, status: AccountStatus) =>
    auth.parts.accounts.collection.updateOne({ email }, { $set: { status, approvedAt: new Date() } })

  it.each([
    ['', 'x'],
    ['a@example.tn', ''],
  ])('needs an address and a password', async (email, password) => {
    const answer = await auth.login(email, password)
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toBe('Please fill in all required fields')
  })

  it('an unknown address and a wrong password answer alike', async () => {
    const { email } = await auth.verified()
    const wrong = await auth.login(email, 'not the password')
    const unknown = await auth.login(someAddress(), 'not the password')
    expect(wrong.status).toBe(401)
    expect(wrong.body['error']).toBe('Login failed. Please check your credentials.')
    const { instance: _one, ...a } = wrong.body
    const { instance: _two, ...b } = unknown.body
    expect([unknown.status, b]).toEqual([wrong.status, a])
    expect(await auth.eventsOf(email, 'user.login-failed')).toHaveLength(1)
  })

  it('a student without a verified address gets that problem, but only with the right password', async () => {
    const { email } = await auth.registered(someone('student'))
    expect((await auth.login(email, 'not the password')).status).toBe(401)
    const answer = await auth.login(email)
    expect(answer.status).toBe(403)
    expect(answer.body['code']).toBe('EMAIL_NOT_VERIFIED')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it('a teacher gets in at once, without verification', async () => {
    const { email } = await auth.registered(someone('teacher'))
    const answer = await auth.login(email)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      success: true,
      redirectTo: '/teacher/dashboard',
      user: { role: 'teacher', fullName: 'Amal Ben Salah', email, isVerified: false },
    })
  })

  it('an admin waits for approval', async () => {
    const { email } = await auth.registered(someone('admin'))
    const answer = await auth.login(email)
    expect(answer.status).toBe(403)
    expect(answer.body['code']).toBe('ACCOUNT_PENDING')
    expect(answer.body['error']).toContain('about 1-3 business days')
    await setStatus(email, 'approved')
    expect((await auth.login(email)).body['redirectTo']).toBe('/admin/dashboard')
  })

  it('a suspended account gets that problem', async () => {
    const { email } = await auth.verified()
    await setStatus(email, 'suspended')
    const answer = await auth.login(email)
    expect(answer.status).toBe(403)
    expect(answer.body['error']).toBe('This account is suspended. Please contact support.')
  })

  it('gives a short token without personal data that the published keys verify', async () => {
    const { email, fullName } = await auth.verified()
    const answer = await auth.login(email.toUpperCase())
    // `as`: it verifies a token below
    const keys = (await (await fetch(`${auth.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet
    expect(JSON.stringify(keys)).not.toContain('"d"')
    const { payload, protectedHeader } = await jwtVerify(
      String(answer.body['token']),
      createLocalJWKSet(keys),
      { issuer: 'darsi-auth', audience: 'darsi', algorithms: ['EdDSA'], typ: 'at+jwt' },
    )
    expect(Object.keys(payload).sort()).toEqual(
      ['aud', 'auth_time', 'exp', 'iat', 'iss', 'jti', 'role', 'session_exp', 'sid', 'sub'].sort(),
    )
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
    expect(protectedHeader.kid).toBe(auth.keys.public.keys[0]?.kid)
    expect(JSON.stringify(payload)).not.toMatch(new RegExp(`${email}|${fullName}`))
  })

  it('keeps the refresh token from scripts and other sites', async () => {
    const { email } = await auth.verified()
    const cookie = (await auth.login(email)).headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^refresh=/)
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/api/auth']) expect(cookie).toContain(part)
    const secure = await startAuth({ publicUrl: 'https://darsi.example' })
    const teacher = await secure.registered(someone('teacher'))
    const strict = (await secure.login(teacher.email)).headers.get('set-cookie') ?? ''
    expect(strict).toMatch(/^__Host-refresh=.*Path=\/;.*Secure/)
    await secure.stop()
  })

  it('publishes the sign-in on a new device at once, and others at most once an hour', async () => {
    const { email } = await auth.verified()
    const logIn = (name: string) =>
      auth.login(email, goodPassword, { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${name}` })
    const told = async () =>
      (await auth.eventsOf(email, 'user.logged-in')).map(({ data, personal }) => [
        personal.device,
        data.newDevice,
      ])
    for (const name of ['Firefox/140.0', 'Firefox/141.0', 'Chrome/140.0']) await logIn(name)
    const first = [
      ['Firefox on Linux', false],
      ['Chrome on Linux', true],
    ]
    expect(await told()).toEqual(first)
    const before = new Date(Date.now() - 3_600_001)
    await auth.parts.accounts.collection.updateOne({ email }, { $set: { loginToldAt: before } })
    await Promise.all([logIn('Firefox/142.0'), logIn('Firefox/142.0')])
    await logIn('Firefox/142.0')
    expect((await told()).slice(2).length).toBeGreaterThanOrEqual(1)
    expect((await told()).slice(2).length).toBeLessThanOrEqual(2)
  })

  it('makes the password stronger on the way in when the parameters have risen', async () => {
    const { email } = await auth.verified()
    const old = await hash(goodPassword, { algorithm: 2, memoryCost: 128, timeCost: 1, parallelism: 1 })
    await auth.parts.accounts.collection.updateOne({ email }, { $set: { passwordHash: old } })
    expect((await auth.login(email)).status).toBe(200)
    expect((await auth.accountOf(email))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=256,t=1,p=1\$/)
  })

  it('is refused when the password was reset while it was made stronger', async () => {
    const { email } = await auth.verified()
    const old = await hash(goodPassword, { algorithm: 2, memoryCost: 128, timeCost: 1, parallelism: 1 })
    const setOld = () => auth.parts.accounts.collection.updateOne({ email }, { $set: { passwordHash: old } })
    const { passwords } = auth.parts
    /** Checks the password; `meanwhile` runs before it is hashed again. */
    const check = async (meanwhile: () => Promise<unknown>) => {
      await setOld()
      const hashLate = async (password: string) => {
        await meanwhile()
        return passwords.hash(password)
      }
      const parts = { ...auth.parts, passwords: { ...passwords, hash: hashLate } }
      const login = createLogin({ ...parts, outbox: auth.outbox, now: () => new Date(), isDemo: false })
      return login.check(await auth.accountOf(email), goodPassword, uncounted)
    }
    // another login that was faster changes nothing
    expect(await check(() => auth.login(email))).toMatchObject({ email })
    await auth.call('POST /auth/forgot-password', { body: { email } })
    const [asked] = await auth.eventsOf(email, 'user.password-reset-requested')
    const body = { token: asked?.personal.resetToken, password: `${goodPassword}-neuf` }
    const reset = async () =>
      expect((await auth.call('POST /auth/reset-password', { body })).status).toBe(200)
    await expect(check(reset)).rejects.toMatchObject({ slug: 'login-failed' })
  })

  it('detect-role answers the same for everyone but the owner', async () => {
    const { email } = await auth.verified()
    const detect = (body: object, as = null as ReturnType<typeof identityOf> | null) =>
      auth.call('POST /auth/detect-role', { body, as })
    const nobody = { success: true, data: { role: null } }
    expect((await detect({ email })).body).toEqual(nobody)
    expect((await detect({ email: someAddress() })).body).toEqual(nobody)
    const me = identityOf(await auth.login(email))
    expect((await detect({ email }, me)).body).toEqual({ success: true, data: { role: 'student' } })
    expect((await detect({ email: someAddress() }, me)).body).toEqual(nobody)
  })

  it('the profile is the caller’s own account', async () => {
    const { email } = await auth.verified()
    const me = identityOf(await auth.login(email))
    expect((await auth.call('GET /auth/profile')).status).toBe(401)
    expect((await auth.call('GET /auth/profile', { as: me })).body['data']).toMatchObject({
      id: me.userId,
      email,
      role: 'student',
      isVerified: true,
      emailVerified: true,
      status: 'approved',
      mfaEnabled: false,
    })
  })
})

describe('limits on signing in', () => {
  it('five wrong passwords from one address close it for the account, also for the right one', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const { email } = await auth.registered(someone('teacher'))
    const ip = '192.0.2.7'
    const attempt = (password: string, from = ip, address = email) =>
      auth.call('POST /auth/login', { body: { email: address, password }, ip: from })
    const wrong = await Promise.all(Array.from({ length: 12 }, () => attempt('wrong password')))
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(5)
    const limited = wrong.find(({ status }) => status === 429)
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(limited?.body['error']).toMatch(/^Too many attempts\. Please try again in \d+ min\.$/)
    expect((await attempt(goodPassword)).status).toBe(429)
    expect((await attempt(goodPassword, ip, ` ${email.toUpperCase()} `)).status).toBe(429)
    // the owner is not locked out at another address
    expect((await attempt(goodPassword, '192.0.2.8')).status).toBe(200)
    await auth.stop()
  })

  it('right passwords cost nothing', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const { email } = await auth.registered(someone('teacher'))
    for (let count = 0; count < 8; count++) expect((await auth.login(email)).status).toBe(200)
    await auth.stop()
  })

  it('a right password costs nothing either while something else is in the way', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const { email } = await auth.registered(someone('student'))
    for (let count = 0; count < 8; count++) expect((await auth.login(email)).status).toBe(403)
    await auth.stop()
  })

  it('thirty wrong passwords from many addresses make every further try prove its work, but lock nobody out', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const { email } = await auth.registered(someone('teacher'))
    let addresses = 0
    const attempt = (to: string, password: string, altcha?: string) =>
      auth.call('POST /auth/login', {
        body: { email: to, password, altcha },
        ip: `198.51.100.${addresses++ % 200}`,
      })
    const codesOf = async (to: string) => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => attempt(to, 'wrong password')))
      return answers.map(({ status, body }) => `${status} ${body['code']}`).sort()
    }
    const known = await codesOf(email)
    expect(known).toEqual([
      ...Array(30).fill('401 LOGIN_FAILED'),
      ...Array(10).fill('403 PROOF_OF_WORK_REQUIRED'),
    ])
    // the answer does not reveal whether there is an account
    expect(await codesOf(someAddress())).toEqual(known)
    expect((await attempt(email, goodPassword)).body['code']).toBe('PROOF_OF_WORK_REQUIRED')
    expect((await attempt(email, goodPassword, await auth.solved())).status).toBe(200)
    await auth.stop()
  })

  it('wrong passwords in a row double the work, the owner is told at 50, and after 100 only a mailed link opens', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const { email } = await auth.registered(someone('teacher'))
    const pupils = await Promise.all(Array.from({ length: 10 }, () => auth.verified()))
    const id = String((await auth.accountOf(email))?._id)
    const { limits, proofOfWork } = auth.parts
    let addresses = 0
    const next = () => `198.51.${Math.floor(addresses / 200)}.${addresses++ % 200}`
    const attempt = (password: string, altcha?: string, to = email) =>
      auth.call('POST /auth/login', { body: { email: to, password, altcha }, ip: next() })
    // counted like the route does, without the work of hashing and of the proof
    for (let count = 0; count < 49; count++) {
      await limits.login(email, next(), async () => true)
      await limits.loginOf(id, next())
    }
    expect((await attempt('wrong password')).body).toMatchObject({ code: 'PROOF_OF_WORK_REQUIRED', work: 1 })
    expect((await attempt('wrong password', await auth.solved())).status).toBe(403)
    const attacked = () => auth.eventsOf(email, 'user.password-attacked')
    expect(await attacked()).toEqual([])
    expect((await attempt('wrong password', await solved(proofOfWork.challenge(1)))).status).toBe(401)
    expect(await attacked()).toHaveLength(1)
    // the school of the account
    const school = '192.0.2.77'
    for (const pupil of pupils) {
      const body = { email: pupil.email, password: goodPassword }
      expect((await auth.call('POST /auth/login', { body, ip: school })).status).toBe(200)
    }
    // the right password ends the row
    const entered = await attempt(goodPassword, await solved(proofOfWork.challenge(2)))
    expect(entered.status).toBe(200)
    expect((await attempt('wrong password')).status).toBe(401)
    for (let count = 0; count < 99; count++) await limits.loginOf(id, next())
    const locked = await attempt(goodPassword)
    const unknown = await attempt(goodPassword, undefined, someAddress())
    expect([locked.status, locked.body['code']]).toEqual([unknown.status, unknown.body['code']])
    expect(locked.body['code']).toBe('LOGIN_FAILED')
    // also for the holder of an open session
    const as = identityOf(entered)
    const proved = await auth.call('POST /auth/reauthenticate', { as, body: { password: goodPassword } })
    expect(proved.body['code']).toBe('PASSWORD_WRONG')
    await auth.call('POST /auth/forgot-password', { body: { email } })
    const [mailed] = await auth.eventsOf(email, 'user.password-reset-requested')
    const body = { token: mailed?.personal.resetToken, password: goodPassword }
    expect((await auth.call('POST /auth/reset-password', { body })).status).toBe(200)
    expect((await attempt(goodPassword)).status).toBe(200)
    await auth.stop()
  })

  it('an attempt that was asked for a proof of work is counted once together with its repetition', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const ip = '192.0.2.9'
    const attempt = (email: string, altcha?: string) =>
      auth.call('POST /auth/login', { body: { email, password: 'wrong password', altcha }, ip })
    await Promise.all(Array.from({ length: 50 }, () => attempt(someAddress())))
    const email = someAddress()
    for (let count = 0; count < 7; count++)
      expect((await attempt(email)).body['code']).toBe('PROOF_OF_WORK_REQUIRED')
    for (let count = 0; count < 5; count++)
      expect((await attempt(email, await auth.solved())).status).toBe(401)
    expect((await attempt(email, await auth.solved())).status).toBe(429)
    await auth.stop()
  })

  it('100 wrong passwords from a school’s address lock none of its people out, and guessing stays bounded', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const ip = '192.0.2.10'
    const attempt = (email: string, password: string, altcha?: string) =>
      auth.call('POST /auth/login', { body: { email, password, altcha }, ip })
    const { email } = await auth.registered(someone('teacher'))
    // counted like the route does, without the work of hashing and of the proof
    for (let count = 0; count < 120; count++)
      await auth.parts.limits.login(someAddress(), ip, async () => true)
    expect((await attempt(someAddress(), 'wrong password', await auth.solved())).status).toBe(401)
    // with the right password one proof of work is enough, also for a new device
    expect((await attempt(email, goodPassword)).body['code']).toBe('PROOF_OF_WORK_REQUIRED')
    expect((await attempt(email, goodPassword, await auth.solved())).status).toBe(200)
    // the limit of one account is unchanged
    for (let count = 0; count < 5; count++)
      expect((await attempt(email, 'wrong password', await auth.solved())).status).toBe(401)
    expect((await attempt(email, 'wrong password', await auth.solved())).status).toBe(429)
    await auth.stop()
  })

  it('an attempt that failed because the database was away costs nothing, but a wrong password always costs', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const { email } = await auth.registered(someone('teacher'))
    const me = identityOf(await auth.login(email))
    const { accounts } = auth.parts
    const away = async () => {
      throw problem('unavailable')
    }
    /** The statuses of six calls while one command of the store fails. */
    const sixWhile = async (broken: Partial<typeof accounts>, call: () => Promise<{ status: number }>) => {
      const whole = { ...accounts }
      Object.assign(accounts, broken)
      const statuses = []
      for (let count = 0; count < 6; count++) statuses.push((await call()).status)
      Object.assign(accounts, whole)
      return statuses
    }
    const failed = Array(6).fill(503)
    const forgot = () => auth.call('POST /auth/forgot-password', { body: { email } })
    const other = someone('student')
    const register = () => auth.call('POST /auth/register', { body: other })
    const prove = (password = goodPassword) =>
      auth.call('POST /auth/reauthenticate', { as: me, body: { password } })
    expect(await sixWhile({ byEmail: away }, () => auth.login(email))).toEqual(failed)
    expect(await sixWhile({ byEmail: away }, forgot)).toEqual(failed)
    expect(await sixWhile({ byEmail: away }, register)).toEqual(failed)
    expect(await sixWhile({ byId: away }, () => prove())).toEqual(failed)
    expect((await auth.login(email)).status).toBe(200)
    expect((await forgot()).status).toBe(200)
    expect((await register()).status).toBe(201)
    expect((await prove()).status).toBe(200)
    // the verdict was made before the failure
    const stranger = someAddress()
    const guess = () => auth.login(stranger, 'wrong password')
    expect(await sixWhile({ pretend: away }, guess)).toEqual([503, 503, 503, 503, 503, 429])
    await auth.stop()
  })

  it('five links an hour for one address, whoever asks', async () => {
    const auth = await startAuth({ limitsFactor: 1 })
    const email = someAddress()
    const ask = (ip: string) => auth.call('POST /auth/forgot-password', { body: { email }, ip })
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push((await ask(`192.0.2.${count}`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await auth.stop()
  })

  it('without Redis nobody signs in: guessing must never be free', async () => {
    const auth = await startAuth()
    const { email } = await auth.registered(someone('teacher'))
    auth.redis.disconnect()
    expect((await auth.login(email)).status).toBe(503)
    await auth.stop()
  })
})
