import { randomUUID } from 'node:crypto'
import {
  revocationsCompleteKey,
  revokedBeforeKey,
  revokedChannel,
  revokedSessionKey,
} from '@darsi/contracts/rules/access-token.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { createReplicationId } from '@darsi/kit/identity/revocations.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { accessTokenSeconds } from './tokens.ts'

/** A revocation lives longer than every token that it refuses, also with clocks that differ by a minute. */
const keepSeconds = accessTokenSeconds + 60
const restoreSeconds = 60
const batch = 500

/**
 * Each key keeps the larger value and the later end, as in the database: several processes write the same revocation
 * at once, and an older value must not replace a newer one.
 */
const raiseScript = `
for index, key in ipairs(KEYS) do
  local value = math.max(tonumber(ARGV[2 * index - 1]), tonumber(redis.call('GET', key)) or 0)
  local lifeMs = math.max(tonumber(ARGV[2 * index]), redis.call('PTTL', key))
  redis.call('SET', key, value, 'PX', lifeMs)
end`

/** `_id` is the Redis key; a TTL index removes it after `endsAt`. */
type Revocation = { _id: string; value: number; endsAt: Date }
type Parts = { connection: Connection; redis: Redis; now: () => Date }

/**
 * Ended sessions whose access tokens are not expired. Each revocation is written to the database first and then to
 * Redis, so that it can be restored after Redis lost its keys; until then the gateway accepts no token.
 */
export function createRevocations({ connection, redis, now }: Parts) {
  const revocations = collection<Revocation>(connection, 'revocations', [
    { key: { endsAt: 1 }, expireAfterSeconds: 0 },
  ])

  // counts the revocations that Redis did not accept, and lost connections; `caughtUp` is that count at the last
  // complete restore. Starts with -1, because an earlier process may have died before it restored its own
  let missed = 0
  let caughtUp = -1
  // the next server may be a promoted one that another process restored before this one wrote its last revocations
  redis.on('close', () => missed++)

  const revoke = async (key: string, value: number) => {
    const at = now()
    const endsAt = new Date(at.getTime() + keepSeconds * 1000)
    await revocations.updateOne({ _id: key }, { $max: { value, endsAt } }, { upsert: true })
    try {
      await raise(redis, [{ _id: key, value, endsAt }], at)
      // open streams end at once; without the message at their next check
      await redis.publish(revokedChannel, key)
    } catch (cause) {
      missed++
      // a session must not be reported as ended before it is
      throw problem('unavailable', { retryAfter: 5, cause })
    }
  }

  const { isComplete, restore } = createRestoring({ revocations, redis, now })

  return {
    collection: revocations,
    /** Refuses access tokens of the session from now on. */
    endSession: (sessionId: string) => revoke(revokedSessionKey(sessionId), 1),
    /** Refuses the account's access tokens issued before this second. */
    endBefore: (userId: string, epochSeconds: number) => revoke(revokedBeforeKey(userId), epochSeconds),
    isComplete,
    restore,
    /** Checks several times a second whether Redis lost keys; several replicas may restore at once. */
    keepRestored: (log: Pick<Log, 'warn'>) =>
      repeat({
        everyMs: 400,
        work: async () => {
          if (redis.status !== 'ready') return
          const upTo = missed
          if (upTo === caughtUp && (await isComplete())) return
          if (await restore()) caughtUp = upTo
        },
        log,
        failed: 'revocations could not be restored',
      }),
  }
}

type Restoring = { revocations: Collection<Revocation>; redis: Redis; now: () => Date }

function createRestoring({ revocations, redis, now }: Restoring) {
  const server = createReplicationId(redis)

  const writeThoseAfter = async (end: Date, at: Date): Promise<void> => {
    // by their end: a row that a process renews during the read moves forward, so it is not skipped
    const rows = await revocations.find({ endsAt: { $gt: end } }, { sort: { endsAt: 1 } }).toArray()
    for (let from = 0; from < rows.length; from += batch)
      await raise(redis, rows.slice(from, from + batch), at)
  }

  const writeAll = async (): Promise<void> => {
    const at = now()
    await writeThoseAfter(at, at)
    // once more those written from a minute before the first read on, because clocks differ: the process that added one
    // meanwhile may have written it to a demoted server. Not until nothing is added, which never happens under load
    await writeThoseAfter(new Date(at.getTime() + accessTokenSeconds * 1000), at)
  }

  return {
    /** True while Redis has the mark of its present replication id: no key was lost since the last restore. */
    isComplete: async (): Promise<boolean> => {
      // the id can change while the connection is open
      server.forget()
      const read = await server.during(() => redis.get(revocationsCompleteKey))
      return read !== null && read.answer === read.id
    },

    /** @returns false when the server restarted or lost its keys again during the restore */
    restore: async (): Promise<boolean> => {
      const own = `revoked:restoring:${randomUUID()}`
      const present = await server.during(async () => {})
      if (!present) return false
      await redis.set(own, present.id, 'EX', restoreSeconds)
      await writeAll()
      // `rename` fails when the server was emptied after the first line
      const [renamed] =
        (await redis.multi().rename(own, revocationsCompleteKey).persist(revocationsCompleteKey).exec()) ?? []
      return renamed?.[1] === 'OK'
    },
  }
}

async function raise(redis: Redis, rows: readonly Revocation[], at: Date): Promise<void> {
  const keys = rows.map(({ _id }) => _id)
  const values = rows.flatMap(({ value, endsAt }) => [value, endsAt.getTime() - at.getTime()])
  await redis.eval(raiseScript, keys.length, ...keys, ...values)
}

export type Revocations = ReturnType<typeof createRevocations>
