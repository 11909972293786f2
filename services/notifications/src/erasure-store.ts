import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

type Tombstone = Outboxed & { erasedAt: Date; confirmedAt: Date | null }

/**
 * The erased accounts. The tombstone is written before anything is erased: an event that is handled at the same time
 * finds it before or after its own writes.
 */
export function createErasureStore(connection: Connection, outbox: Outbox, now: () => Date) {
  const tombstones = collection<Tombstone>(connection, 'erasures', [outboxIndex])
  return {
    collection: tombstones,
    isErased: async (userId: string) => (await tombstones.countDocuments({ _id: userId })) > 0,
    begin: async (_id: string): Promise<void> => {
      await insertOnce(tombstones, { _id, erasedAt: now(), confirmedAt: null, v: 0, outbox: [] })
    },
    confirm: async (userId: string): Promise<void> => {
      const at = now()
      await outbox.update(tombstones, userId, ({ confirmedAt }) =>
        confirmedAt === null
          ? {
              update: { $set: { confirmedAt: at } },
              event: {
                type: 'user.erased',
                data: { userId, service: 'notifications', at: at.toISOString() },
              },
            }
          : null,
      )
    },
  }
}

export type Erasures = ReturnType<typeof createErasureStore>

/**
 * Follows every write of a signed-in account: auth may end the sessions later than this service erases the account.
 * After the write, because an erasure may begin between a check and the write.
 * @throws problem `unauthenticated` for an erased account, whose data is erased again
 */
export async function refuseErased(
  erasures: Pick<Erasures, 'isErased'>,
  userId: string,
  erase: () => Promise<unknown>,
): Promise<void> {
  if (!(await erasures.isErased(userId))) return
  await erase()
  throw problem('unauthenticated')
}
