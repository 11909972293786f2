import type { Role } from '@darsi/contracts/reference/roles.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import type { Connection } from 'mongoose'
import type { Consumes } from '../events/consumer.ts'
import { type Outbox, type Outboxed, outboxIndex } from '../events/outbox.ts'
import { type Collection, collection } from '../mongo/collection.ts'
import type { Log } from '../observability/log.ts'
import type { Erased } from './erasure-ledger.ts'

/** An account that a restored backup may have brought back. The restore writes one into each service's database. */
type Replay = Outboxed & { role: Role; at: Date; doneAt: Date | null }

const collectionName = 'erasurereplays'

export const createReplayStore = (connection: Connection): Collection<Replay> =>
  collection<Replay>(connection, collectionName, [{ key: { doneAt: 1 } }, outboxIndex])

/** Called by the restore: each service erases these accounts before it serves its first call. */
export async function noteReplays(
  database: Pick<Connection, 'collection'>,
  erased: readonly Pick<Erased, 'userId' | 'role'>[],
  at: Date,
): Promise<void> {
  const batch = 1000
  for (let from = 0; from < erased.length; from += batch)
    await database.collection<Replay>(collectionName).bulkWrite(
      erased.slice(from, from + batch).map(({ userId, role }) => ({
        updateOne: {
          filter: { _id: userId },
          update: { $set: { role, at, doneAt: null }, $setOnInsert: { v: 0, outbox: [] } },
          upsert: true,
        },
      })),
    )
}

type Parts = {
  service: Service
  replays: Collection<Replay>
  outbox: Outbox
  consumes: Consumes
  log: Pick<Log, 'info'>
}

/**
 * Erases the accounts that the restore listed, with the service's own deletion handler. It confirms an erasure also
 * when the backup already had it, because the administration's section may be older than the service's. Safe to run on
 * several replicas.
 * @returns how many accounts this process erased
 */
export async function replayErasures({ service, replays, outbox, consumes, log }: Parts): Promise<number> {
  const erase = consumes['user.deletion-requested']
  let count = 0
  for (;;) {
    const found = await replays.find({ doneAt: null }, { sort: { _id: 1 }, limit: 200 }).toArray()
    for (const { _id: userId, role, at } of found) {
      await erase?.(deletionOf(userId, role, at))
      await outbox.update(replays, userId, ({ doneAt }) =>
        doneAt
          ? null
          : {
              update: { $set: { doneAt: new Date() } },
              event: { type: 'user.erased', data: { userId, service, at: new Date().toISOString() } },
            },
      )
      count++
    }
    if (found.length > 0) continue
    if (count > 0) log.info({ count }, 'erasures replayed')
    return count
  }
}

/** Deterministic, so that the audit log keeps one entry for it. */
function deletionOf(userId: string, role: Role, at: Date) {
  const time = at.toISOString()
  return {
    id: `restore.${userId}.${at.getTime()}`,
    type: 'user.deletion-requested' as const,
    producer: 'admin' as const,
    subject: userId,
    sequence: 1,
    time,
    data: { userId, role, at: time, by: 'restore', reason: 'restored' as const },
    personal: { email: '', fullName: '', language: 'en' as const },
  }
}
