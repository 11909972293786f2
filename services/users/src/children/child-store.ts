import { problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection, documentsOf, type Update } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { Child, HeldFields } from './child.ts'

type Decide = (child: Child) => Child
type Owner = { guardianId: string; version: number; at: Date }

/** @param changed called after each write, also after a repeated one: a process may have ended between the two */
export function createChildStore(
  database: Connection,
  changed: (childId: string) => Promise<void> = async () => {},
) {
  const children = collection<ChildDocument>(database, 'children', [
    { key: { guardianIds: 1 } },
    { key: { accountId: 1 } },
    { key: { birthYear: 1 } },
    { key: { changedAt: -1 } },
    { key: { erasedAt: 1 }, sparse: true },
  ])
  const queries = createChildQueries(children)
  const update = (filter: object, change: Update<ChildDocument>) =>
    children.findOneAndUpdate({ ...filter, erasedAt: null }, change, { returnDocument: 'after' })
  /** A tombstone: without it a late event would add the child again. */
  const erase = (filter: object, at: Date) =>
    documentsOf(children).findOneAndReplace({ ...filter, erasedAt: null }, tombstone(at))

  const eraseUnguarded = async (_id: string, at: Date): Promise<boolean> =>
    (await erase({ _id, guardianIds: { $size: 0 } }, at)) !== null

  return {
    ...queries,
    collection: children,

    /** Once per id: a repeated or erased child is not added again. */
    add: async (child: Child): Promise<void> => {
      await insertOnce(children, child)
      await changed(child._id)
    },

    /** A guardian's change of the version that was read. @throws problem `not-found` or `stale-version` */
    change: async (_id: string, { guardianId, version, at }: Owner, decide: Decide): Promise<Child> => {
      const found = await queries.guarded(_id, guardianId)
      if (!found) throw problem('not-found')
      const $set = { ...editableFields(decide(found)), changedAt: at }
      const isCurrent = found.version === version
      const child =
        isCurrent && (await update({ _id, version, guardianIds: guardianId }, { $set, $inc: { version: 1 } }))
      if (!child) throw problem('stale-version', { extra: { version: found.version } })
      await changed(_id)
      return child
    },

    /** Writes an agreed age, whose fields were checked when it was requested. */
    correctAge: async (_id: string, fields: HeldFields, at: Date): Promise<void> => {
      await update({ _id }, { $set: { ...fields, changedAt: at }, $inc: { version: 1 } })
      await changed(_id)
    },

    /** @param invitedBy has to be a guardian at the moment of the write */
    addGuardian: async (_id: string, userId: string, invitedBy?: string) => {
      const child = await update(
        { _id, ...(invitedBy && { guardianIds: invitedBy }) },
        { $addToSet: { guardianIds: userId }, $set: { changedAt: new Date() } },
      )
      if (child) await changed(_id)
      return child
    },

    /** Erases the child together with its last guardian. */
    removeGuardian: async (_id: string, userId: string, at: Date): Promise<void> => {
      await children.updateOne({ _id }, { $pull: { guardianIds: userId }, $set: { changedAt: at } })
      await eraseUnguarded(_id, at)
      await changed(_id)
    },

    /** @returns true when the child had no guardian any more */
    eraseUnguarded,

    erase: async (_id: string, at: Date): Promise<void> => {
      await erase({ _id }, at)
      await changed(_id)
    },

    eraseAccount: async (accountId: string, at: Date): Promise<void> => {
      for (let erased = await erase({ accountId }, at); erased; erased = await erase({ accountId }, at))
        await changed(erased._id)
    },
  }
}

export type ChildStore = ReturnType<typeof createChildStore>

const tombstone = (at: Date) => ({ guardianIds: [], erasedAt: at, changedAt: at })

function editableFields(child: Child) {
  const { firstName, birthYear, educationLevel, grade, section, schoolType, educationalProgram } = child
  const { subjects, additionalInfo } = child
  const school = { educationLevel, grade, section, schoolType, educationalProgram }
  return { firstName, birthYear, ...school, subjects, additionalInfo }
}

const oldestFirst = { sort: { createdAt: 1, _id: 1 } } as const

/** Reads of children; tombstones are hidden unless a method says otherwise. */
function createChildQueries(children: Collection<ChildDocument>) {
  const many = (filter: object) => children.find({ ...filter, erasedAt: null }, oldestFirst).toArray()
  const ids = async (filter: object, options: object = {}): Promise<string[]> =>
    (await children.find(filter, { ...options, projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)

  return {
    byId: (_id: string) => children.findOne({ _id, erasedAt: null }),
    byIds: (childIds: readonly string[]) => many({ _id: { $in: [...new Set(childIds)] } }),
    ofGuardian: (userId: string) => many({ guardianIds: userId }),
    guarded: (_id: string, userId: string) => children.findOne({ _id, guardianIds: userId, erasedAt: null }),
    ofAccount: (accountId: string) => children.findOne({ accountId, erasedAt: null }),
    /** Children who are adults by their birth year alone. */
    bornBefore: (year: number) => many({ birthYear: { $gt: 0, $lt: year } }),
    /** Erased ones too, because their connections have to be closed. */
    changedSince: (since: Date) => ids({ changedAt: { $gte: since } }),
    isErased: async (_id: string): Promise<boolean> =>
      (await children.countDocuments({ _id, erasedAt: { $type: 'date' } })) > 0,
    /** Tombstones in the order of their ids. */
    erasedBefore: (until: Date, after: string, limit: number) =>
      ids({ erasedAt: { $lte: until }, _id: { $gt: after } }, { sort: { _id: 1 }, limit }),
  }
}

type ChildDocument = Child & { changedAt?: Date; erasedAt?: Date | null }
