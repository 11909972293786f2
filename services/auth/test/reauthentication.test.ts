import { revokedSessionKey } from '@darsi/contracts/access-token.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { decodeJwt } from 'jose'
import { cookieOf, goodPassword, identityOf, someone, startAuth, type TestAuth } from './auth.ts'

const minute = 60_000

describe('proving the password once more', () => {
  let auth: TestAuth
  beforeAll(async () => {
    auth = await startAuth({ limitsFactor: 1 })
  })
  afterAll(() => auth.stop())
  const signedIn = async () => {
    const { email } = await auth.registered(someone('teacher'))
    const answer = await auth.login(email)
    return { email, cookie: cookieOf(answer), me: identityOf(answer) }
  }
  const prove = (as: ReturnType<typeof identityOf>, password = goodPassword) =>
    auth.call('POST /auth/reauthenticate', { as, body: { password } })

  it('gives a token of the same session whose proof is of now, and so does every refresh after it', async () => {
    const { me, cookie } = await signedIn()
    auth.pass(30 * minute)
    const answer = await prove(me)
    expect(answer.status).toBe(200)
    const proven = identityOf(answer)
    expect(proven).toMatchObject({ userId: me.userId, sessionId: me.sessionId, role: 'teacher' })
    expect(proven.authTime - me.authTime).toBeGreaterThanOrEqual(30 * 60)
    // the session goes on as it was: same cookie, same end
    expect(answer.headers.get('set-cookie')).toBeNull()
    const next = await auth.refresh(cookie)
    expect(identityOf(next).authTime).toBe(proven.authTime)
    expect(decodeJwt(String(answer.body['token']))['auth_time']).toBe(proven.authTime)
  })

  it('takes the right password of the caller, and five guesses', async () => {
    const { me, email } = await signedIn()
    const wrong = await prove(me, 'not the password')
    expect(wrong.status).toBe(403)
    expect(wrong.body['code']).toBe('PASSWORD_WRONG')
    expect((await prove(me, '')).status).toBe(403)
    expect((await auth.eventsOf(email, 'user.login-failed')).at(-1)?.data.reason).toBe('password')
    expect((await prove(me)).status).toBe(200)
    for (let guess = 0; guess < 3; guess++) expect((await prove(me, `guess ${guess}`)).status).toBe(403)
    expect((await prove(me, 'one more')).status).toBe(429)
    expect((await prove(me)).status).toBe(429)
  })

  it('is not for a session that has ended, nor for nobody', async () => {
    const { me, cookie } = await signedIn()
    await auth.call('POST /auth/logout', { as: me, headers: { cookie } })
    expect(await auth.redis.get(revokedSessionKey(me.sessionId))).not.toBeNull()
    const answer = await prove(me)
    expect(answer.status).toBe(401)
    expect(answer.body['code']).toBe('SESSION_ENDED')
    const nobody = await auth.call('POST /auth/reauthenticate', { body: { password: goodPassword } })
    expect(nobody.status).toBe(401)
    const other = await signedIn()
    // somebody else's session is not one's own
    expect((await prove({ ...other.me, sessionId: (await signedIn()).me.sessionId })).status).toBe(401)
  })

  it('is asked before a second factor is added and before an administrator is invited', async () => {
    const { me } = await signedIn()
    const body = { type: 'totp', name: 'phone' }
    const stale = { ...me, authTime: Math.floor(Date.now() / 1000) - 11 * 60 }
    expect((await auth.call('POST /auth/factors', { as: stale, body })).body['code']).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
    expect((await auth.call('POST /auth/factors', { as: me, body })).status).toBe(201)
    const invite = { email: 'x@example.tn', fullName: 'X' }
    const answer = await auth.call('POST /superadmin/admins', {
      as: { ...stale, role: 'super-admin' as never },
      body: invite,
    })
    expect(answer.body['code']).toBe('REAUTHENTICATION_REQUIRED')
  })
})
