import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'

type Row = {
  _id: string
  accountId?: string | null
  guardianIds: string[]
  /** Everybody who has left, also those who are guardians again. */
  leftIds?: string[]
  erasedAt: Date | null
}
type GuardianEvent = DarsiEvent<'guardian.joined' | 'guardian.left' | 'guardian.known'>

/** The own account, the guardians and the former guardians of each child. */
export function createGuardianshipStore(connection: Connection) {
  const guardianships = collection<Row>(connection, 'guardianships', [
    { key: { accountId: 1 } },
    { key: { guardianIds: 1 } },
  ])

  return {
    project: async (event: GuardianEvent): Promise<void> => {
      const { accountId, guardianIds } = event.data
      const $set = { ...(accountId && { accountId }), guardianIds }
      await project(guardianships, event.subject, event, { $set })
      const left = leftIn(event)
      if (left.length === 0) return
      // also of a stale event or an erased child: an alert from before may still arrive
      await guardianships.updateOne({ _id: event.subject }, { $addToSet: { leftIds: { $each: left } } })
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

    /**
     * Those who left one of these learners, who are named by child or account. An account has several children when its
     * last guardian left and it found another one: a guardian of one of them is not a former one.
     */
    formerOf: async (learnerIds: readonly string[]): Promise<string[]> => {
      const filter = { $or: [{ _id: { $in: learnerIds } }, { accountId: { $in: learnerIds } }] }
      const rows = await guardianships.find(filter).toArray()
      const current = new Set(rows.flatMap(({ guardianIds }) => guardianIds))
      return rows.flatMap(({ leftIds = [] }) => leftIds.filter((userId) => !current.has(userId)))
    },

    /** The guardians of these learners, who are named by child or account. */
    guardiansOf: async (learnerIds: readonly string[]): Promise<string[]> => {
      const filter = { $or: [{ _id: { $in: learnerIds } }, { accountId: { $in: learnerIds } }] }
      return (await guardianships.find(filter).toArray()).flatMap(({ guardianIds }) => guardianIds)
    },

    /** The guardians of each child that one of these people guards. */
    guardedBy: async (guardianIds: readonly string[]): Promise<string[][]> => {
      const rows = await guardianships.find({ guardianIds: { $in: guardianIds } }).toArray()
      return rows.map((row) => row.guardianIds)
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

function leftIn({ type, data }: GuardianEvent): string[] {
  if (type === 'guardian.left') return [data.guardianId]
  return type === 'guardian.known' ? data.formerIds : []
}

export type GuardianshipStore = ReturnType<typeof createGuardianshipStore>
