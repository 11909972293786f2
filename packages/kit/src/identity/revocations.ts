import {
  revocationsCompleteKey,
  revokedBeforeKey,
  revokedSessionKey,
} from '@darsi/contracts/rules/access-token.ts'
import type { Redis } from 'ioredis'

/**
 * The revocation state of one session in Redis: its own revocation, and the time before which all tokens of its account
 * are revoked.
 */
type Revoked = { session: string | null; before: string | null }

type IdRedis = Pick<Redis, 'info' | 'on'>

/**
 * The replication id of the Redis server, read once per connection. It is a new one after each start and after each
 * promotion of a replica: the server may then have older data, so an answer counts only if the connection has not
 * changed since the id was read. A server whose last replica left changes it too, on open connections; `forget` then.
 */
export function createReplicationId(redis: IdRedis) {
  let known: Promise<string> | null = null
  const forget = () => {
    known = null
  }
  redis.on('close', forget)
  const read = async () => /^master_replid:(\w+)/m.exec(await redis.info('replication'))?.[1] ?? ''
  return {
    forget,
    /** The answer of `ask` with the id of its server; null when the connection broke meanwhile. */
    during: async <T>(ask: () => Promise<T>): Promise<{ id: string; answer: T } | null> => {
      const asked = known ?? read()
      known = asked
      try {
        const id = await asked
        const answer = await ask()
        return known === asked ? { id, answer } : null
      } catch (error) {
        if (known === asked) forget()
        throw error
      }
    },
  }
}

/**
 * Reads the revoked sessions from Redis and whether Redis has all of them.
 * @returns null when keys may be missing, because the server lost them and auth has not restored them yet
 */
export function createRevocationReader(redis: IdRedis & Pick<Redis, 'mget'>) {
  const server = createReplicationId(redis)
  return async (
    sessions: readonly { sessionId: string; userId: string }[],
  ): Promise<readonly Revoked[] | null> => {
    const keys = sessions.flatMap(({ sessionId, userId }) => [
      revokedSessionKey(sessionId),
      revokedBeforeKey(userId),
    ])
    const read = await server.during(() => redis.mget(revocationsCompleteKey, ...keys))
    if (!read) return null
    const [complete, ...values] = read.answer
    if (complete !== read.id) {
      server.forget()
      return null
    }
    return sessions.map((_, index) => ({
      session: values[2 * index] ?? null,
      before: values[2 * index + 1] ?? null,
    }))
  }
}

/** What a token of a session opened, and when: milliseconds since the epoch. */
type Opened = { sessionId: string; userId: string; openedAt: number }
const batchSize = 500

/**
 * Reads what is over of what was opened by sessions. The gateway checks this at each call; a stream, a socket or a push
 * subscription outlives its call. Nothing is over while Redis does not answer, or before auth has restored the
 * revocations: the next check finds it.
 */
export function createEndedReader(redis: Redis) {
  const read = createRevocationReader(redis)
  return async <T>(all: readonly T[], openedOf: (one: T) => Opened): Promise<T[]> => {
    if (redis.status !== 'ready') return []
    const ended: T[] = []
    for (let at = 0; at < all.length; at += batchSize) {
      const batch = all.slice(at, at + batchSize)
      const found = await read(batch.map(openedOf))
      if (!found) return ended
      ended.push(
        ...batch.filter((one, index) => isOver(openedOf(one), found[index]?.session, found[index]?.before)),
      )
    }
    return ended
  }
}

/**
 * Whether something that was opened with a token of a session is over.
 * @param before epoch seconds: earlier tokens are refused, so what is older was opened by one
 */
export function isOver(
  { openedAt }: { openedAt: number },
  session: string | null | undefined,
  before: string | null | undefined,
): boolean {
  if (session != null) return true
  // the same second is ambiguous; a client with a valid token opens it again at once
  return before != null && Math.floor(openedAt / 1000) <= Number(before)
}
