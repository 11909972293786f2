import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { revokedBeforeKey, revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import { refreshGraceMs } from '@darsi/contracts/rules/session-limits.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { dataOf } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { decodeJwt } from 'jose'
import { authOfFile, cookieOf, goodPassword, identityOf, someone, startAuth, uncounted } from './auth.ts'

const minute = 60_000

const auth = await authOfFile()

describe('a session', () => {
  const signedIn = async () => {
    const { email } = await auth.registered(someone('teacher'))
    const answer = await auth.login(email)
    return { email, answer, cookie: cookieOf(answer), me: identityOf(answer) }
  }
  const isRevoked = async (sessionId: string) => (await auth.redis.get(revokedSessionKey(sessionId))) !== null

  it('gets a new cookie and a new token with each refresh', async () => {
    const { answer, cookie, me, email } = await signedIn()
    const next = await auth.refresh(cookie)
    expect(next.status).toBe(200)
    expect(next.body).toMatchObject({ success: true, user: { id: me.userId, email } })
    expect(next.body['token']).not.toBe(answer.body['token'])
    expect(identityOf(next).sessionId).toBe(me.sessionId)
    expect(cookieOf(next)).not.toBe(cookie)
  })

  it('clears what the browser kept of it at logout, and that alone', async () => {
    const { me, answer } = await signedIn()
    const out = await auth.call('POST /auth/logout', { as: me, body: {} })
    expect(out.headers.get('clear-site-data')).toBe('"storage"')
    expect(answer.headers.get('clear-site-data')).toBeNull()
  })

  it('clears nothing in the browser when an idle page ends it', async () => {
    const { me, cookie } = await signedIn()
    const out = await auth.call('POST /auth/logout', { as: me, headers: { cookie }, body: { idle: true } })
    expect(out.status).toBe(200)
    expect(out.headers.get('clear-site-data')).toBeNull()
    expect(cookieOf(out)).toBe('refresh=')
    expect((await auth.refresh(cookie)).status).toBe(401)
    expect(await isRevoked(me.sessionId)).toBe(true)
  })

  it('ends when another account signs in with its cookie', async () => {
    const first = await signedIn()
    const { email } = await auth.registered(someone('teacher'))
    const headers = { cookie: first.cookie }
    expect((await auth.login(email, 'wrong password', headers)).status).toBe(401)
    expect(await isRevoked(first.me.sessionId)).toBe(false)
    const second = await auth.login(email, goodPassword, headers)
    expect(second.status).toBe(200)
    expect((await auth.refresh(first.cookie)).status).toBe(401)
    expect(await isRevoked(first.me.sessionId)).toBe(true)
    expect((await auth.refresh(cookieOf(second))).status).toBe(200)
  })

  it('gives two tabs that refresh at once the same successor', async () => {
    const { cookie } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 6 }, () => auth.refresh(cookie)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(new Set(answers.map(cookieOf)).size).toBe(1)
    expect((await auth.refresh(cookieOf(answers[0] as (typeof answers)[0]))).status).toBe(200)
  })

  it('goes on when the answer of a refresh was lost and the page repeats it after its pause', async () => {
    const { cookie, email } = await signedIn()
    const lost = await auth.refresh(cookie)
    // the gateway gives up after 30 s, the page waits 15 s
    auth.pass(46_000)
    const again = await auth.refresh(cookie)
    expect([again.status, cookieOf(again)]).toEqual([200, cookieOf(lost)])
    expect(await auth.eventsOf(email, 'user.session-ended')).toEqual([])
  })

  it('ends as a whole when an old refresh token is used again', async () => {
    const { cookie, me, email } = await signedIn()
    const next = await auth.refresh(cookie)
    auth.pass(refreshGraceMs + 1000)
    const [stolen] = await Promise.all([auth.refresh(cookie), auth.refresh(cookie), auth.refresh(cookie)])
    expect(stolen.status).toBe(401)
    // the owner gets one mail
    const ended = await auth.eventsOf(email, 'user.session-ended')
    expect(ended).toHaveLength(1)
    expect(ended[0]?.data).toMatchObject({ userId: me.userId, reason: 'reuse' })
    expect(ended[0]?.personal).toMatchObject({ email, device: expect.any(String) })
    expect(stolen.body['code']).toBe('SESSION_ENDED')
    expect((await auth.refresh(cookieOf(next))).status).toBe(401)
    expect(await isRevoked(me.sessionId)).toBe(true)
  })

  it('ends also when the token before the last one is used within the grace', async () => {
    const { cookie } = await signedIn()
    const second = await auth.refresh(cookie)
    const third = await auth.refresh(cookieOf(second))
    expect(third.status).toBe(200)
    expect((await auth.refresh(cookie)).status).toBe(401)
    expect((await auth.refresh(cookieOf(third))).status).toBe(401)
  })

  it('is not ended by a token that was forged from its id', async () => {
    const { cookie, me, email } = await signedIn()
    expect((await auth.refresh(`refresh=${me.sessionId}.made.up`)).status).toBe(401)
    expect((await auth.refresh(`refresh=${me.sessionId}`)).status).toBe(401)
    expect((await auth.refresh(cookie)).status).toBe(200)
    expect(await auth.eventsOf(email, 'user.session-ended')).toEqual([])
  })

  it.each(['', 'refresh=', 'refresh=x', 'refresh=%00', '__Host-refresh=x', 'other=1'])(
    'needs its cookie (%s)',
    async (cookie) => {
      expect((await auth.refresh(cookie)).status).toBe(401)
    },
  )

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('is not refreshed or ended from another site (%j)', async (headers) => {
    const { cookie } = await signedIn()
    expect((await auth.refresh(cookie, headers)).status).toBe(403)
    const logout = await auth.call('POST /auth/logout', { headers: { cookie, ...headers } })
    expect(logout.body['code']).toBe('CROSS_SITE')
    expect((await auth.refresh(cookie, { origin: 'http://localhost:8080' })).status).toBe(200)
  })

  it('logout ends it and its access token', async () => {
    const { cookie, me } = await signedIn()
    const answer = await auth.call('POST /auth/logout', { as: me, headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toMatch(/^refresh=;.*Expires=Thu, 01 Jan 1970/)
    expect(await isRevoked(me.sessionId)).toBe(true)
    expect(await auth.redis.ttl(revokedSessionKey(me.sessionId))).toBeGreaterThanOrEqual(600)
    expect((await auth.refresh(cookie)).status).toBe(401)
    expect((await auth.call('POST /auth/logout')).status).toBe(200)
  })

  it('ends after a week without use, after half an hour for administrators, and after a month in any case', async () => {
    const own = await startAuth()
    const { email } = await own.registered(someone('teacher'))
    const lives = async (...steps: number[]) => {
      let cookie = cookieOf(await own.login(email))
      for (const step of steps) {
        own.pass(step)
        const next = await own.refresh(cookie)
        if (next.status !== 200) return false
        cookie = cookieOf(next)
      }
      return true
    }
    expect(await lives(6 * dayMs, 6 * dayMs)).toBe(true)
    expect(await lives(7 * dayMs + minute)).toBe(false)
    expect(await lives(6 * dayMs, 6 * dayMs, 6 * dayMs, 6 * dayMs, 6 * dayMs, minute)).toBe(false)
    await own.parts.accounts.collection.updateOne({ email }, { $set: { role: 'admin', status: 'approved' } })
    expect(await lives(29 * minute, 29 * minute)).toBe(true)
    expect(await lives(31 * minute)).toBe(false)
    await own.stop()
  })

  it('is listed only for its owner, who can end it there', async () => {
    const { email, me, cookie } = await signedIn()
    const other = await auth.login(email, goodPassword, {
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    })
    const list = async (as: typeof me) => {
      const answer = dataOf<{ id: string }[]>(await auth.call('GET /auth/sessions', { as }))
      return answer
    }
    expect(await list(me)).toHaveLength(2)
    expect(await list(me)).toContainEqual(expect.objectContaining({ id: me.sessionId, current: true }))
    expect(await list(me)).toContainEqual(
      expect.objectContaining({ id: identityOf(other).sessionId, current: false, device: 'Safari on iOS' }),
    )
    const stranger = await signedIn()
    const end = (id: string, as: typeof me) => auth.call(`DELETE /auth/sessions/${id}`, { as })
    expect((await end(me.sessionId, stranger.me)).status).toBe(404)
    expect((await end(identityOf(other).sessionId, me)).status).toBe(200)
    expect((await auth.refresh(cookieOf(other))).status).toBe(401)
    expect((await auth.refresh(cookie)).status).toBe(200)
  })

  it('all other sessions end at once on the owner’s request', async () => {
    const { email, me, cookie } = await signedIn()
    const others = await Promise.all([auth.login(email), auth.login(email)])
    expect((await auth.call('DELETE /auth/sessions', { as: me })).status).toBe(200)
    for (const other of others) expect((await auth.refresh(cookieOf(other))).status).toBe(401)
    expect((await auth.refresh(cookie)).status).toBe(200)
  })

  it('a new password ends the others; the current password must be right', async () => {
    const { email, me, cookie } = await signedIn()
    const other = await auth.login(email)
    const change = (currentPassword: string, newPassword: string) =>
      auth.call('PUT /auth/password', { as: me, body: { currentPassword, newPassword } })
    expect((await change('not mine at all', 'trois-oliviers-au-bord')).body['code']).toBe('PASSWORD_WRONG')
    expect((await change(goodPassword, 'Bensalah1')).body['code']).toBe('PASSWORD_PERSONAL')
    expect((await change(goodPassword, 'trois-oliviers-au-bord')).status).toBe(200)
    expect((await auth.refresh(cookieOf(other))).status).toBe(401)
    expect((await auth.refresh(cookie)).status).toBe(200)
    expect((await auth.login(email)).status).toBe(401)
    expect((await auth.login(email, 'trois-oliviers-au-bord')).status).toBe(200)
    expect((await auth.eventsOf(email, 'user.password-changed')).at(-1)?.data).toMatchObject({
      how: 'change',
      sessionId: me.sessionId,
    })
  })

  it('a suspension between password and session leaves no session behind', async () => {
    const { email } = await auth.registered(someone('teacher'))
    const account = await auth.parts.login.check(await auth.accountOf(email), goodPassword, uncounted)
    await auth.parts.accounts.collection.updateOne({ email }, { $set: { status: 'suspended' } })
    await expect(auth.parts.login.begin(account, '')).rejects.toThrow('account-suspended')
    expect(await auth.parts.sessions.list(account._id, 'teacher')).toEqual([])
  })

  it('its token ends with it, even before its ten minutes are over', async () => {
    const own = await startAuth()
    const { email } = await own.registered(someone('teacher'))
    await own.parts.accounts.collection.updateOne({ email }, { $set: { role: 'admin', status: 'approved' } })
    let cookie = cookieOf(await own.login(email))
    // never idle for half an hour, until four minutes before twelve hours
    for (let spent = 0; spent < 12 * 60 - 4; spent += 28) {
      own.pass(Math.min(28, 12 * 60 - 4 - spent) * minute)
      cookie = cookieOf(await own.refresh(cookie))
    }
    const { exp = 0, iat = 0 } = decodeJwt(String((await own.refresh(cookie)).body['token']))
    expect(exp - iat).toBeLessThanOrEqual(4 * 60)
    expect(exp - iat).toBeGreaterThan(3 * 60)
    await own.stop()
  })

  it('from just before a new password is ended, one from just after is kept, also within the same second', async () => {
    for (let round = 0; round < 3; round++) {
      const { email } = await auth.registered(someone('teacher'))
      const ended = identityOf(await auth.login(email))
      const kept = identityOf(await auth.login(email))
      const other = 'trois-oliviers-au-bord'
      const change = { currentPassword: goodPassword, newPassword: other }
      expect((await auth.call('PUT /auth/password', { as: kept, body: change })).status).toBe(200)
      const after = identityOf(await auth.login(email, other))
      expect(await isRevoked(ended.sessionId)).toBe(true)
      for (const { sessionId } of [kept, after]) expect(await isRevoked(sessionId)).toBe(false)
      // no time limit: it could not separate the three sessions of one second
      expect(await auth.redis.get(revokedBeforeKey(kept.userId))).toBeNull()
      // a mailed link ends everything, and only later sessions are valid
      await auth.call('POST /auth/forgot-password', { body: { email } })
      const [asked] = await auth.eventsOf(email, 'user.password-reset-requested')
      const body = { token: asked?.personal.resetToken, password: goodPassword }
      expect((await auth.call('POST /auth/reset-password', { body })).status).toBe(200)
      const fresh = await auth.login(email)
      for (const { sessionId } of [kept, after]) expect(await isRevoked(sessionId)).toBe(true)
      expect(await isRevoked(identityOf(fresh).sessionId)).toBe(false)
      const bar = Number(await auth.redis.get(revokedBeforeKey(kept.userId)))
      expect(decodeJwt(String(fresh.body['token'])).iat).toBeGreaterThanOrEqual(bar)
    }
  })

  it('a login in the same second as the end of all sessions is kept', async () => {
    const { email, me } = await signedIn()
    await auth.parts.sessions.endAll(me.userId)
    const again = await auth.login(email)
    const before = Number(await auth.redis.get(revokedBeforeKey(me.userId)))
    expect(before).toBeGreaterThan(0)
    expect(identityOf(again).authTime).toBeGreaterThanOrEqual(before)
  })
})

it('a session is removed at its end, 30 days after the login however often it was refreshed', async () => {
  const { email } = await auth.registered(someone('teacher'))
  const answer = await auth.login(email)
  const { sessionId } = identityOf(answer)
  const start = Date.now()
  const remove = (days: number) => auth.parts.removals.sessions(new Date(start + days * dayMs))
  const sessions = collection<{ _id: string }>(auth.connection, 'sessions')
  const isThere = async () => (await sessions.countDocuments({ _id: sessionId })) > 0
  auth.pass(5 * dayMs)
  expect((await auth.refresh(cookieOf(answer))).status).toBe(200)
  await remove(29)
  expect(await isThere()).toBe(true)
  await remove(31)
  expect(await isThere()).toBe(false)
})
