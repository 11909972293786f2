import { collection } from '@darsi/kit/mongo/collection.ts'
import { removeAll } from '@darsi/kit/mongo/retention.ts'
import type { Connection as Database } from 'mongoose'
import type { Connection } from '../connection.ts'

/** A teacher and a learner who may not connect again. It holds ids only, so an erasure of either side leaves it. */
type Exclusion = {
  /** The teacher and the learner. */
  _id: string
  /** All accounts of the teacher. */
  teacherIds: string[]
  /** The learner, the guardians, and their other accounts. */
  learnerIds: string[]
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
    { key: { connectionIds: 1 } },
    { key: { erasedAt: 1 }, sparse: true },
  ])

  return {
    collection: exclusions,

    exclude: async (connection: Connection, at: Date): Promise<void> => {
      const { _id: connectionId, teacherId, studentId, childId, guardianIds } = connection
      const learnerIds = [studentId, childId, ...guardianIds].filter((id) => id !== null)
      const $addToSet = {
        ...{ teacherIds: teacherId, connectionIds: connectionId },
        learnerIds: { $each: learnerIds },
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
      const known = family.filter((id) => id !== null)
      const found = await exclusions.find({ teacherIds: teacherId, learnerIds: { $in: known } }).toArray()
      return found.some(({ excludedAt, liftedAt }) => !liftedAt || liftedAt < excludedAt)
    },

    /** The person goes on with another account: what holds for the earlier one holds for it too. */
    goesOnAs: async (formerIds: readonly string[], userId: string): Promise<void> => {
      for (const side of ['teacherIds', 'learnerIds'] as const)
        await exclusions.updateMany({ [side]: { $in: formerIds } }, { $addToSet: { [side]: userId } })
    },

    /** Starts the time after which the exclusion is removed. */
    noteErasure: async (userId: string, at: Date): Promise<void> => {
      for (const side of ['teacherIds', 'learnerIds'] as const)
        await exclusions.updateMany({ [side]: userId }, { $min: { erasedAt: at } })
    },

    removeBefore: (before: Date): Promise<number> => removeAll(exclusions, { erasedAt: { $lte: before } }),
  }
}
