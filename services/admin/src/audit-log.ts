import { createHash } from 'node:crypto'
import { isDuplicateKey } from '@darsi/kit/mongo.ts'
import { type Connection, Schema } from 'mongoose'

/** What somebody did, in ids alone: it stays when a person is erased. */
export type Deed = { id: string; action: string; by: string; target: string; detail: string; at: Date }
export type Entry = Omit<Deed, 'id'> & { _id: string; sequence: number; previous: string; hash: string }

const maxConflicts = 100

/** Append-only: each entry carries the hash of the one before it, so a change or a gap behind our back shows. */
export function auditLog(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      sequence: { type: Number, required: true },
      action: { type: String, required: true },
      by: { type: String, required: true },
      target: { type: String, default: '' },
      detail: { type: String, default: '' },
      at: { type: Date, required: true },
      previous: { type: String, default: '' },
      hash: { type: String, required: true },
    },
    { versionKey: false },
  )
  schema.index({ sequence: -1 }, { unique: true })
  const model = connection.model<Entry>('audit', schema, 'audit')

  return {
    model,

    /** @param deed with the same id as one before, such as a repeated event's, it is no second entry */
    append: async ({ id, ...deed }: Deed): Promise<void> => {
      for (let attempt = 0; attempt < maxConflicts; attempt++) {
        if (await model.exists({ _id: id })) return
        const last = await model.findOne().sort({ sequence: -1 }).lean()
        const entry = {
          _id: id,
          ...deed,
          sequence: (last?.sequence ?? 0) + 1,
          previous: last?.hash ?? '',
        }
        try {
          await model.create({ ...entry, hash: hashOf(entry) })
          return
        } catch (error) {
          // another replica took the place, or the same event
          if (!isDuplicateKey(error)) throw error
        }
      }
      throw new Error(`no place in the audit log for ${id}`)
    },

    /** Newest first, with the one before the page so that its link can be checked. */
    page: async (limit: number, before: number | null) => {
      const filter = before === null ? {} : { sequence: { $lt: before } }
      // native filter: our own numbers
      const found = (await model.collection
        .find(filter, { sort: { sequence: -1 }, limit: limit + 1 })
        // `as`: the schema above
        .toArray()) as unknown as Entry[]
      const entries = found.slice(0, limit)
      const next = found.length > limit ? (entries.at(-1)?.sequence ?? null) : null
      return { entries, next, total: await model.countDocuments(), intact: isIntact(found) }
    },
  }
}

export type AuditLog = ReturnType<typeof auditLog>

export function hashOf({ hash: _, ...entry }: Omit<Entry, 'hash'> & { hash?: string }): string {
  const { _id, sequence, action, by, target, detail, at, previous } = entry
  const sealed = JSON.stringify([previous, sequence, _id, action, by, target, detail, at.toISOString()])
  return createHash('sha256').update(sealed).digest('hex')
}

/** True when entries that follow one another, newest first, are as they were written and none is missing. */
export function isIntact(entries: readonly Entry[]): boolean {
  return entries.every((entry, index) => {
    const older = entries[index + 1]
    const isLinked = older ? entry.previous === older.hash && entry.sequence === older.sequence + 1 : true
    return isLinked && entry.hash === hashOf(entry)
  })
}
