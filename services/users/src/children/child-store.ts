import { inserted } from '@darsi/kit/mongo.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Connection, Schema } from 'mongoose'
import type { Child } from './child.ts'

export function childStore(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      firstName: String,
      birthYear: Number,
      educationLevel: String,
      grade: String,
      schoolType: String,
      educationalProgram: String,
      subjects: { type: [String], default: undefined },
      additionalInfo: String,
      accountId: String,
      guardianIds: { type: [String], required: true },
      version: Number,
      createdAt: Date,
      changedAt: Date,
      erasedAt: Date,
    },
    { versionKey: false },
  )
  schema.index({ guardianIds: 1 })
  schema.index({ accountId: 1 })
  schema.index({ birthYear: 1 })
  schema.index({ changedAt: -1 })
  const model = connection.model<Child & { erasedAt?: Date }>('child', schema, 'children')
  const { collection } = model
  const alive = { erasedAt: null }
  // native filters: our own values only
  const one = async (filter: object): Promise<Child | null> =>
    // `as`: the schema above
    (await collection.findOne({ ...filter, ...alive } as never)) as unknown as Child | null
  const many = async (filter: object): Promise<Child[]> =>
    // `as`: the schema above
    (await collection
      .find({ ...filter, ...alive } as never, { sort: { createdAt: 1, _id: 1 } })
      .toArray()) as unknown as Child[]
  const changed = async (filter: object, update: object): Promise<Child | null> =>
    // `as`: the schema above
    (await collection.findOneAndUpdate({ ...filter, ...alive } as never, update as never, {
      returnDocument: 'after',
    })) as unknown as Child | null
  const tombstone = (at: Date) => ({ guardianIds: [], erasedAt: at, changedAt: at }) as never

  return {
    model,
    byId: (_id: string) => one({ _id }),
    byIds: (ids: readonly string[]) => many({ _id: { $in: [...new Set(ids)] } }),
    ofGuardian: (userId: string) => many({ guardianIds: userId }),
    guarded: (_id: string, userId: string) => one({ _id, guardianIds: userId }),
    ofAccount: (accountId: string) => one({ accountId }),

    /** Once per id: a repeated one, also of a child erased since, changes nothing. */
    add: async (child: Child): Promise<void> => {
      await inserted(collection.insertOne(child as never))
    },

    /** @throws problem `not-found` or `stale-version` */
    change: async (
      _id: string,
      userId: string,
      version: number,
      change: (child: Child) => Child,
    ): Promise<Child> => {
      const found = await one({ _id, guardianIds: userId })
      if (!found) throw problem('not-found')
      const { firstName, birthYear, educationLevel, grade, schoolType, educationalProgram, ...more } =
        change(found)
      const { subjects, additionalInfo = '' } = more
      const school = { educationLevel, grade, schoolType, educationalProgram }
      const $set = { firstName, birthYear, ...school, subjects, additionalInfo, changedAt: new Date() }
      const written =
        found.version === version &&
        (await changed({ _id, version, guardianIds: userId }, { $set, $inc: { version: 1 } }))
      if (!written) throw problem('stale-version', { extra: { version: found.version } })
      return written
    },

    /** What the parent wrote at registration, unless something stands there already. */
    tell: (_id: string, additionalInfo: string) =>
      changed({ _id, additionalInfo: null }, { $set: { additionalInfo } }),

    /** @param invitedBy has to be a guardian still */
    addGuardian: (_id: string, userId: string, invitedBy?: string) =>
      changed(
        { _id, ...(invitedBy && { guardianIds: invitedBy }) },
        { $addToSet: { guardianIds: userId }, $set: { changedAt: new Date() } },
      ),

    /** With the last guardian nothing is left of the child but its id: a late event must not bring it back. */
    removeGuardian: async (_id: string, userId: string, at: Date): Promise<{ isErased: boolean }> => {
      const leave = { $pull: { guardianIds: userId }, $set: { changedAt: at } }
      await collection.updateOne({ _id } as never, leave as never)
      const gone = await collection.findOneAndReplace(
        { _id, guardianIds: { $size: 0 }, ...alive } as never,
        tombstone(at),
      )
      return { isErased: gone !== null }
    },

    /** Those that changed since then, erased ones too: their connections have to follow. */
    changedSince: async (since: Date): Promise<string[]> => {
      const found = await collection
        .find({ changedAt: { $gte: since } } as never, { projection: { _id: 1 } })
        .toArray()
      return found.map(({ _id }) => String(_id))
    },
    withAccount: () => many({ accountId: { $type: 'string' } }),

    /** Of whom the birth year alone says that they are adults. */
    bornBefore: (year: number) => many({ birthYear: { $gt: 0, $lt: year } }),

    /** Its guardians have nothing of it any more; a late event must not bring it back. */
    handOver: async (_id: string, at: Date): Promise<void> => {
      await collection.replaceOne({ _id, ...alive } as never, tombstone(at))
    },

    /** The account is gone: its learner is no child of anybody any more. */
    eraseAccount: async (accountId: string, at: Date): Promise<string[]> => {
      const found = await many({ accountId })
      for (const { _id } of found) await collection.replaceOne({ _id } as never, tombstone(at))
      return found.map(({ _id }) => _id)
    },
  }
}

export type ChildStore = ReturnType<typeof childStore>
