import type { Role } from '@darsi/contracts/reference/roles.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'

type Identity = { userId: string; role: Role; fullName: string; email: string; phone: string }
/** An account that was closed, or the learner of a connection whose data was erased, for 90 days. */
type Closing = { _id: string; connectionId: string | null; sealed: string; at: Date }

/**
 * Until when sealed words outlive an erasure: those of an adult from connections with minors, with the name, and those
 * about an erased learner. Only the evidence of an alert reads them.
 */
export function createClosingStore(database: Connection, sealer: Sealer) {
  const closings = collection<Closing>(database, 'closings', [{ key: { at: 1 } }])
  return {
    collection: closings,

    ofAccount: async (who: Identity, at: Date): Promise<void> => {
      await insertOnce(closings, { _id: who.userId, connectionId: null, sealed: sealer.seal(who), at })
    },

    ofLearner: async (connectionId: string, at: Date): Promise<void> => {
      await insertOnce(closings, { _id: `learner.${connectionId}`, connectionId, sealed: '', at })
    },

    people: async (userIds: readonly string[]): Promise<Identity[]> => {
      const found = await closings.find({ _id: { $in: [...userIds] } }).toArray()
      // `as`: sealed by `ofAccount`
      return found.map(({ sealed }) => sealer.unseal(sealed) as Identity)
    },

    before: (at: Date) => closings.find({ at: { $lte: at } }),

    remove: async (id: string): Promise<void> => {
      await closings.deleteOne({ _id: id })
    },
  }
}

export type ClosingStore = ReturnType<typeof createClosingStore>
