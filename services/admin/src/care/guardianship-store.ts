import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'

type Row = { _id: string; accountId: string | null; guardianIds: string[]; erasedAt: Date | null }
type GuardianEvent = DarsiEvent<'guardian.joined' | 'guardian.left' | 'guardian.known'>

/** The own account and the guardians of each child. Children without an account are not stored. */
export function createGuardianshipStore(connection: Connection) {
  const guardianships = collection<Row>(connection, 'guardianships', [
    { key: { accountId: 1 } },
    { key: { guardianIds: 1 } },
  ])

  return {
    project: async (event: GuardianEvent): Promise<void> => {
      const { accountId, guardianIds } = event.data
      if (accountId) await project(guardianships, event.subject, event, { $set: { accountId, guardianIds } })
    },

    /** The learner came of age. The tombstone makes earlier events that arrive late stale. */
    end: async (childId: string, at: Date): Promise<void> => {
      const $set = { accountId: null, guardianIds: [], erasedAt: at }
      await guardianships.updateOne({ _id: childId }, { $set }, { upsert: true })
    },

    erase: async (userId: string, at: Date): Promise<void> => {
      const $set = { accountId: null, guardianIds: [], erasedAt: at }
      await guardianships.updateMany({ accountId: userId }, { $set })
      await guardianships.updateMany({ guardianIds: userId }, { $pull: { guardianIds: userId } })
    },

    /** The guardians of an account, and the accounts that it guards. */
    linkedTo: async (userId: string): Promise<string[]> => {
      const filter = { $or: [{ accountId: userId }, { guardianIds: userId }] }
      const rows = await guardianships.find(filter, { limit: 100 }).toArray()
      return rows.flatMap(({ accountId, guardianIds }) =>
        accountId === userId ? guardianIds : accountId ? [accountId] : [],
      )
    },
  }
}

export type GuardianshipStore = ReturnType<typeof createGuardianshipStore>
