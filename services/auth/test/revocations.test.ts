import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  revocationsCompleteKey,
  revokedBeforeKey,
  revokedSessionKey,
} from '@darsi/contracts/rules/access-token.ts'
import { createRevocationReader } from '@darsi/kit/identity/revocations.ts'
import { rounds } from '@darsi/kit/testing/rounds.ts'
import { eventually, silentLog } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Redis } from 'ioredis'
import { decodeJwt } from 'jose'
import { createRevocations } from '../src/sessions/revocations.ts'
import { cookieOf, goodPassword, identityOf, someone, startAuth, type TestAuth } from './auth.ts'

// flushed here; every other test uses number 0
const redisDatabase = 11
/** A client connects again only when its connection has ended. */
async function disconnected(redis: Redis): Promise<void> {
  const ended = once(redis, 'end')
  redis.disconnect()
  await ended
}
type Token = { sessionId: string; userId: string; issuedAt: number }

describe('a Redis that lost its keys', () => {
  let auth: TestAuth
  let replica: TestAuth
  let read: ReturnType<typeof createRevocationReader>
  const revoked: Token[] = []
  const kept: Token[] = []
  const clients: Redis[] = []
  beforeAll(async () => {
    auth = await startAuth({ redisDatabase })
    replica = await startAuth({ redisDatabase, beside: { database: auth.database, keys: auth.keys.private } })
    read = createRevocationReader(auth.redis)
    await auth.redis.flushdb()
    for (const end of [byLogout, bySuspension, byReset, byDeletion]) revoked.push(...(await end()))
    kept.push(...(await signedIn(5)).tokens)
  })
  afterAll(async () => {
    for (const client of clients) client.disconnect()
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
    await auth.parts.erase(userId, { at: new Date() })
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
    for (let round = 0; round < rounds; round++) {
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
    for (let round = 0; round < rounds; round++) {
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

  it('is restored while revocations are added and expire all the time', async () => {
    const rows = auth.parts.revocations.collection
    const many = Array.from({ length: 5000 }, (_, index) => ({
      _id: revokedSessionKey(randomUUID()),
      value: 1,
      endsAt: new Date(Date.now() + 1000 + 20 * index),
    }))
    await rows.insertMany(many)
    await auth.redis.flushdb()
    const ends: Promise<void>[] = []
    const adding = setInterval(() => ends.push(auth.parts.revocations.endSession(randomUUID())), 20)
    const restored = Promise.all([auth.parts.revocations.restore(), replica.parts.revocations.restore()])
    const late = new Promise((resolve) => setTimeout(resolve, 20_000, 'late').unref())
    const outcome = await Promise.race([restored, late])
    clearInterval(adding)
    await Promise.all([restored, ...ends])
    expect(outcome).toEqual([true, true])
    expect(ends.length).toBeGreaterThan(2)
    const left = await rows.find({ endsAt: { $gt: new Date(Date.now() + 1000) } }).toArray()
    const written = await auth.redis.mget(left.map(({ _id }) => _id))
    expect(left.filter(({ value }, index) => written[index] !== String(value))).toEqual([])
    await rows.deleteMany({ _id: { $in: many.map(({ _id }) => _id) } })
  })

  it('has what another process wrote only to the database while the others were restored', async () => {
    const row = { _id: revokedSessionKey(randomUUID()), value: 1, endsAt: new Date(Date.now() + 660_000) }
    const { restore, collection } = restoringAfter(() => collection.insertOne(row))
    await auth.redis.flushdb()
    expect(await restore()).toBe(true)
    expect(await auth.redis.get(row._id)).toBe('1')
    expect(await auth.redis.pttl(row._id)).toBeGreaterThan(600_000)
  })

  it('keeps a later time of an account that was written before an earlier one', async () => {
    const account = randomUUID()
    const { restore } = restoringAfter(() => auth.parts.revocations.endBefore(account, 200))
    await auth.parts.revocations.endBefore(account, 100)
    await auth.redis.flushdb()
    expect(await restore()).toBe(true)
    expect(await auth.redis.get(revokedBeforeKey(account))).toBe('200')
    await auth.parts.revocations.endBefore(account, 150)
    expect(await auth.redis.get(revokedBeforeKey(account))).toBe('200')
  })

  it('gets after a new connection what this process wrote to the server before', async () => {
    await auth.redis.flushdb()
    const stop = auth.parts.revocations.keepRestored(silentLog)
    await eventually(() => auth.parts.revocations.isComplete())
    const session = randomUUID()
    await auth.parts.revocations.endSession(session)
    // as on a promoted server that another process has restored before
    await auth.redis.del(revokedSessionKey(session))
    auth.redis.disconnect(true)
    await eventually(async () => auth.redis.status === 'ready')
    await eventually(async () => (await auth.redis.exists(revokedSessionKey(session))) === 1)
    await stop()
  })

  /** A process that reads the database, waits for `first`, and then writes to Redis. */
  function restoringAfter(first: () => Promise<unknown>) {
    const redis = auth.redis.duplicate({ enableOfflineQueue: true })
    clients.push(redis)
    const send = redis.sendCommand.bind(redis)
    let done: Promise<unknown> | null = null
    redis.sendCommand = (command, stream) => {
      if (command.name !== 'eval') return send(command, stream)
      done ??= first()
      return done.then(() => send(command, stream))
    }
    return createRevocations({ connection: auth.connection, redis, now: auth.parts.now })
  }

  it('that does not answer keeps no session alive after a reset, and refuses its tokens once it is back', async () => {
    const { email, answers, tokens } = await signedIn(3)
    await auth.call('POST /auth/forgot-password', { body: { email } })
    const [asked] = await auth.eventsOf(email, 'user.password-reset-requested')
    const body = { token: asked?.personal.resetToken, password: `${goodPassword}-neuf` }
    await auth.redis.flushdb()
    const stop = auth.parts.revocations.keepRestored(silentLog)
    await eventually(async () => (await accepted(tokens)) === tokens.length)
    await disconnected(auth.redis)
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
    await disconnected(auth.redis)
    const out = await auth.call('POST /auth/logout', { headers: { cookie }, body: {} })
    expect([out.status, cookieOf(out)]).toEqual([503, cookie.replace(/=.*/, '=')])
    await auth.redis.connect()
    expect((await auth.refresh(cookie)).status).toBe(401)
  })
})
