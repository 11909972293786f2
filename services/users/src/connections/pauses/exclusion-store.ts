import { collection } from '@darsi/kit/mongo/collection.ts'
import { removeAll } from '@darsi/kit/mongo/retention.ts'
import type { Connection as Database } from 'mongoose'
import type { ProfileQueries } from '../../profiles/profile-queries.ts'
import type { Connection } from '../connection.ts'

/** A teacher and a learner who may not connect again. It holds ids only, so an erasure of either side leaves it. */
type Exclusion = {
  _id: string
  teacherIds: string[]
  /** The learner's account and child, and other accounts. */
  learnerIds: string[]
  /** With their other accounts; absent for an adult. */
  guardianIds?: string[]
  connectionIds: string[]
  excludedAt: Date
  /** Absent until an administrator lifts it. */
  liftedAt?: Date
  /** Absent while both sides have an account. */
  erasedAt?: Date
}

export type ExclusionStore = ReturnType<typeof createExclusionStore>

export function createExclusionStore(database: Database) {
  const exclusions = collection<Exclusion>(database, 'exclusions', [
    { key: { teacherIds: 1 } },
    { key: { learnerIds: 1 } },
    { key: { guardianIds: 1 } },
    { key: { connectionIds: 1 } },
    { key: { erasedAt: 1 }, sparse: true },
  ])

  return {
    collection: exclusions,

    exclude: async (connection: Connection, at: Date): Promise<void> => {
      const { _id: connectionId, teacherId, studentId, childId, guardianIds } = connection
      const $addToSet = {
        ...{ teacherIds: teacherId, connectionIds: connectionId },
        learnerIds: { $each: [childId, studentId].filter((id) => id !== null) },
        ...(guardianIds.length > 0 && { guardianIds: { $each: guardianIds } }),
      }
      const update = { $addToSet, $max: { excludedAt: at } }
      await exclusions.updateOne({ _id: `${teacherId}/${childId ?? studentId}` }, update, { upsert: true })
    },

    /** Of the pair of this connection, whichever of their connections was ended. */
    lift: async (connectionId: string, at: Date): Promise<void> => {
      await exclusions.updateOne({ connectionIds: connectionId }, { $max: { liftedAt: at } })
    },

    /** True if one of these teachers and one of these learners or guardians are kept apart. */
    areApart: async (teacherId: string, family: readonly (string | null)[]): Promise<boolean> => {
      const known = { $in: family.filter((id) => id !== null) }
      const $or = [{ learnerIds: known }, { guardianIds: known }]
      const found = await exclusions.find({ teacherIds: teacherId, $or }).toArray()
      return found.some(({ excludedAt, liftedAt }) => !liftedAt || liftedAt < excludedAt)
    },

    /** The person goes on with other accounts: what holds for the earlier ones holds for them too. */
    goesOnAs: async (formerIds: readonly string[], ...userIds: string[]): Promise<void> => {
      for (const side of ['teacherIds', 'learnerIds', 'guardianIds'] as const)
        await exclusions.updateMany(
          { [side]: { $in: formerIds } },
          {
            $addToSet: { [side]: { $each: userIds } },
            ...(side !== 'guardianIds' && { $unset: { erasedAt: 1 } }),
          },
        )
    },

    /** Starts the time after which the exclusion is removed, unless the person has another account. */
    noteErasure: async (
      userId: string,
      at: Date,
      accounts: Pick<ProfileQueries, 'findAll'>,
    ): Promise<void> => {
      for (const side of ['teacherIds', 'learnerIds'] as const)
        for await (const { _id, [side]: ids } of exclusions.find({ [side]: userId })) {
          const others = await accounts.findAll(ids.filter((id) => id !== userId))
          if (others.size === 0) await exclusions.updateOne({ _id }, { $min: { erasedAt: at } })
        }
    },

    removeBefore: (before: Date): Promise<number> => removeAll(exclusions, { erasedAt: { $lte: before } }),
  }
}
