import { revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import { describe, expect, it } from '@jest/globals'
import { authOfFile, cookieOf, goodPassword, identityOf, someone } from './auth.ts'

const minute = 60_000

const auth = await authOfFile({ limitsFactor: 1 })

describe('proving the password once more', () => {
  const signedIn = async () => {
    const { email } = await auth.registered(someone('teacher'))
    const answer = await auth.login(email)
    return { email, cookie: cookieOf(answer), me: identityOf(answer) }
  }
  const prove = (as: ReturnType<typeof identityOf>, password = goodPassword) =>
    auth.call('POST /auth/reauthenticate', { as, body: { password } })

  it('replaces the session by a new one with the same end; the old tokens are invalid', async () => {
    const { me, cookie, email } = await signedIn()
    const [before] = await auth.parts.sessions.list(me.userId, me.role)
    auth.pass(30 * minute)
    const answer = await prove(me)
    expect(answer.status).toBe(200)
    const proven = identityOf(answer)
    expect(proven).toMatchObject({ userId: me.userId, role: 'teacher' })
    expect(proven.sessionId).not.toBe(me.sessionId)
    expect(proven.authTime - me.authTime).toBeGreaterThanOrEqual(30 * 60)
    expect((await auth.refresh(cookie)).status).toBe(401)
    expect(await auth.redis.get(revokedSessionKey(me.sessionId))).not.toBeNull()
    const next = await auth.refresh(cookieOf(answer))
    expect(identityOf(next)).toEqual(proven)
    const live = await auth.parts.sessions.list(me.userId, me.role)
    expect(live.map(({ _id, device, endsAt }) => [_id, device, endsAt])).toEqual([
      [proven.sessionId, before?.device, before?.endsAt],
    ])
    expect(await auth.eventsOf(email, 'user.session-ended')).toEqual([])
  })

  it('two at once leave one session; a reset at the same moment leaves none', async () => {
    const { me, email } = await signedIn()
    const both = await Promise.all([prove(me), prove(me)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const { sessionId } = identityOf(both.find(({ status }) => status === 200) ?? both[0])
    await auth.call('POST /auth/forgot-password', { body: { email } })
    const token = (await auth.eventsOf(email, 'user.password-reset-requested'))[0]?.personal.resetToken
    const body = { token, password: 'trois-oliviers-au-bord' }
    await Promise.all([prove({ ...me, sessionId }), auth.call('POST /auth/reset-password', { body })])
    expect(await auth.parts.sessions.list(me.userId, me.role)).toEqual([])
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
    // another person's session is not accepted
    expect((await prove({ ...other.me, sessionId: (await signedIn()).me.sessionId })).status).toBe(401)
  })

  it('is asked before a second factor is added and before an administrator is invited', async () => {
    const { email } = await auth.verified(someone('teacher'))
    const me = identityOf(await auth.login(email))
    const body = { type: 'totp', name: 'phone' }
    const stale = { ...me, authTime: Math.floor(Date.now() / 1000) - 11 * 60 }
    expect((await auth.call('POST /auth/factors', { as: stale, body })).body['code']).toBe(
      'REAUTHENTICATION_REQUIRED',
    )
    expect((await auth.call('POST /auth/factors', { as: me, body })).status).toBe(201)
    const invite = { email: 'x@example.tn', fullName: 'X' }
    const answer = await auth.call('POST /superadmin/admins', {
      as: { ...stale, role: 'super-admin' },
      body: invite,
    })
    expect(answer.body['code']).toBe('REAUTHENTICATION_REQUIRED')
  })
})
