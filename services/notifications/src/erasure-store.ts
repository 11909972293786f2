import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

type Tombstone = Outboxed & { erasedAt: Date }

/** The erased accounts: the tombstone and the event that confirms it are one document. */
export function createErasureStore(connection: Connection, outbox: Outbox, now: () => Date) {
  const tombstones = collection<Tombstone>(connection, 'erasures', [outboxIndex])
  return {
    collection: tombstones,
    isErased: async (userId: string) => (await tombstones.countDocuments({ _id: userId })) > 0,
    confirm: async (userId: string): Promise<void> => {
      const at = now()
      await inserted(
        outbox.insert(
          tombstones,
          { _id: userId, erasedAt: at },
          { type: 'user.erased', data: { userId, service: 'notifications', at: at.toISOString() } },
        ),
      )
    },
  }
}

export type Erasures = ReturnType<typeof createErasureStore>
