import { randomUUID } from 'node:crypto'
import { revocationsCompleteKey } from '@darsi/contracts/rules/access-token.ts'
import { createRevocationReader } from '@darsi/kit/identity/revocations.ts'
import { eventually, silentLog } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { decodeJwt } from 'jose'
import { cookieOf, goodPassword, identityOf, someone, startAuth, type TestAuth } from './auth.ts'

// flushed here; every other test uses number 0
const redisDatabase = 11
type Token = { sessionId: string; userId: string; issuedAt: number }

describe('a Redis that lost its keys', () => {
  let auth: TestAuth
  let replica: TestAuth
  let read: ReturnType<typeof createRevocationReader>
  const revoked: Token[] = []
  const kept: Token[] = []
  beforeAll(async () => {
    auth = await startAuth({ redisDatabase })
    replica = await startAuth({ redisDatabase, beside: { database: auth.database, keys: auth.keys.private } })
    read = createRevocationReader(auth.redis)
    await auth.redis.flushdb()
    for (const end of [byLogout, bySuspension, byReset, byDeletion]) revoked.push(...(await end()))
    kept.push(...(await signedIn(5)).tokens)
  })
  afterAll(async () => {
    await auth.redis.flushdb()
    await replica.stop()
    await auth.stop()
  })

  /** An account with this many sessions. */
  async function signedIn(count = 25) {
    const { email } = await auth.registered(someone('teacher'))
    const answers = await Promise.all(Array.from({ length: count }, () => auth.login(email)))
    const tokens = answers.map((answer): Token => {
      const { sessionId, userId } = identityOf(answer)
      return { sessionId, userId, issuedAt: Number(decodeJwt(String(answer.body['token'])).iat) }
    })
    return { email, answers, tokens, userId: tokens[0]?.userId ?? '' }
  }
  async function byLogout() {
    const { answers, tokens } = await signedIn()
    for (const answer of answers) {
      const as = identityOf(answer)
      const out = await auth.call('POST /auth/logout', { as, body: {} })
      expect(out.status).toBe(200)
    }
    return tokens
  }
  async function bySuspension() {
    const { tokens, userId } = await signedIn()
    await auth.parts.sessions.endAll(userId)
    return tokens
  }
  async function byReset() {
    const { email, tokens } = await signedIn()
    await auth.call('POST /auth/forgot-password', { body: { email } })
    const [asked] = await auth.eventsOf(email, 'user.password-reset-requested')
    const body = { token: asked?.personal.resetToken, password: `${goodPassword}-neuf` }
    expect((await auth.call('POST /auth/reset-password', { body })).status).toBe(200)
    return tokens
  }
  async function byDeletion() {
    const { tokens, userId } = await signedIn()
    await auth.parts.erase(userId)
    return tokens
  }

  /** How many tokens the gateway would accept now. */
  async function accepted(tokens: readonly Token[]): Promise<number> {
    const found = await read(tokens)
    if (!found) return 0
    return tokens.filter(({ issuedAt }, index) => {
      const { session, before } = found[index] ?? { session: null, before: null }
      return session === null && !(before !== null && issuedAt < Number(before))
    }).length
  }

  it('accepts none of 100 revoked tokens at any moment, and the live ones again within a second', async () => {
    expect(revoked).toHaveLength(100)
    const stop = [
      auth.parts.revocations.keepRestored(silentLog),
      replica.parts.revocations.keepRestored(silentLog),
    ]
    await eventually(async () => (await accepted(kept)) === kept.length)
    for (let round = 0; round < 5; round++) {
      await auth.redis.flushdb()
      const at = Date.now()
      await eventually(async () => {
        expect(await accepted(revoked)).toBe(0)
        return (await accepted(kept)) === kept.length
      })
      expect(Date.now() - at).toBeLessThan(1000)
      expect(await accepted(revoked)).toBe(0)
    }
    for (const each of stop) await each()
  })

  it('is not called complete when it loses them again while they are written', async () => {
    for (let round = 0; round < 20; round++) {
      await auth.redis.flushdb()
      const [done] = await Promise.all([
        auth.parts.revocations.restore().catch(() => false),
        auth.redis.flushdb(),
      ])
      if (!done) expect(await auth.parts.revocations.isComplete()).toBe(false)
      expect(await accepted(revoked)).toBe(0)
    }
  })

  it('is restored when it restarted from an older file', async () => {
    await auth.redis.flushdb()
    await auth.redis.set(revocationsCompleteKey, randomUUID().replaceAll('-', ''))
    expect(await auth.parts.revocations.isComplete()).toBe(false)
    expect(await accepted(kept)).toBe(0)
    expect(await auth.parts.revocations.restore()).toBe(true)
    expect(await accepted(kept)).toBe(kept.length)
    expect(await accepted(revoked)).toBe(0)
    expect(await auth.redis.ttl(revocationsCompleteKey)).toBe(-1)
  })

  it('keeps a revocation that is made while the others are restored', async () => {
    const { tokens } = await signedIn(10)
    await auth.redis.flushdb()
    const ends = tokens.map(({ sessionId }) => auth.parts.sessions.end(sessionId))
    await Promise.all([auth.parts.revocations.restore(), replica.parts.revocations.restore(), ...ends])
    expect(await accepted(tokens)).toBe(0)
    expect(await auth.parts.revocations.isComplete()).toBe(true)
  })

  it('that does not answer keeps no session alive after a reset, and refuses its tokens once it is back', async () => {
    const { email, answers, tokens } = await signedIn(3)
    await auth.call('POST /auth/forgot-password', { body: { email } })
    const [asked] = await auth.eventsOf(email, 'user.password-reset-requested')
    const body = { token: asked?.personal.resetToken, password: `${goodPassword}-neuf` }
    await auth.redis.flushdb()
    const stop = auth.parts.revocations.keepRestored(silentLog)
    await eventually(async () => (await accepted(tokens)) === tokens.length)
    auth.redis.disconnect()
    expect((await auth.call('POST /auth/reset-password', { body })).status).toBe(503)
    await auth.redis.connect()
    for (const answer of answers) expect((await auth.refresh(cookieOf(answer))).status).toBe(401)
    await eventually(
      async () => (await auth.parts.revocations.isComplete()) && (await accepted(tokens)) === 0,
    )
    await stop()
  })

  it('that does not answer keeps no session alive after a logout with the cookie alone', async () => {
    const { answers } = await signedIn(1)
    const cookie = answers[0] ? cookieOf(answers[0]) : ''
    auth.redis.disconnect()
    const out = await auth.call('POST /auth/logout', { headers: { cookie }, body: {} })
    expect([out.status, cookieOf(out)]).toEqual([503, cookie.replace(/=.*/, '=')])
    await auth.redis.connect()
    expect((await auth.refresh(cookie)).status).toBe(401)
  })
})
