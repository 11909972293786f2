import { createHash } from 'node:crypto'
import type { DeedName } from '@darsi/contracts/deeds.ts'
import { isDuplicateKey } from '@darsi/kit/mongo.ts'
import { type Connection, Schema } from 'mongoose'
import { inBatches } from './batches.ts'

/** What somebody did, in ids alone: it stays when a person is erased. */
export type Deed = { id: string; action: DeedName; by: string; target: string; detail: string; at: Date }
export type Entry = Omit<Deed, 'id' | 'action'> & {
  _id: string
  action: string
  sequence: number
  previous: string
  hash: string
}

/** Entries of these deeds, by this person, about this one, in this time. */
export type Wanted = {
  actions?: readonly string[]
  by?: string
  target?: string
  since?: Date
  until?: Date
}

const maxConflicts = 100
const maxRemembered = 10_000
const entriesAtOnce = 10_000

type Checked = { entries: number; intact: boolean; brokenAt: number | null; next: number | null }

/** Append-only: each entry carries the hash of the one before it, so a change or a gap behind our back shows. */
export function auditLog(connection: Connection) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      sequence: { type: Number, required: true },
      action: { type: String, required: true },
      by: { type: String, default: '' },
      target: { type: String, default: '' },
      detail: { type: String, default: '' },
      at: { type: Date, required: true },
      previous: { type: String, default: '' },
      hash: { type: String, required: true },
    },
    { versionKey: false },
  )
  schema.index({ sequence: -1 }, { unique: true })
  schema.index({ action: 1, sequence: -1 })
  schema.index({ by: 1, sequence: -1 })
  schema.index({ target: 1, sequence: -1 })
  const model = connection.model<Entry>('audit', schema, 'audit')

  /** Appends those that are not there yet; with another replica at the end of the chain it starts over. */
  const write = async (deeds: readonly Deed[]): Promise<void> => {
    for (let attempt = 0; attempt < maxConflicts; attempt++) {
      const entries = await linked(deeds)
      if (entries.length === 0) return
      try {
        // in order, and whatever precedes a place that another replica took stays linked
        await model.collection.insertMany(entries as never, { ordered: true })
        return
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    }
    throw new Error(`no place in the audit log for ${deeds.length} deeds`)
  }

  const linked = async (deeds: readonly Deed[]): Promise<Entry[]> => {
    const once = new Map(deeds.map((deed) => [deed.id, deed]))
    // native filter: our own ids
    const known = await model.collection.distinct('_id', { _id: { $in: [...once.keys()] } } as never)
    for (const id of known) once.delete(String(id))
    const last = await model.findOne().sort({ sequence: -1 }).lean()
    let { sequence, hash } = last ?? { sequence: 0, hash: '' }
    return [...once.values()].map(({ id, ...deed }) => {
      sequence++
      const entry = { _id: id, ...deed, sequence, previous: hash }
      hash = hashOf(entry)
      return { ...entry, hash }
    })
  }

  const appended = inBatches(write)
  // what this process wrote lately: looking at the same page again asks the database nothing
  const written = new Set<string>()
  const append = async (deed: Deed): Promise<void> => {
    if (written.has(deed.id)) return
    await appended(deed)
    written.add(deed.id)
    if (written.size <= maxRemembered) return
    const [oldest = ''] = written
    written.delete(oldest)
  }

  return {
    model,

    /** @param deed with the same id as one before, such as a repeated event's, it is no second entry */
    append,

    /**
     * Newest first, with the one before the page so that its link can be checked.
     * @param wanted of those alone, which are then checked one by one
     */
    page: async (limit: number, before: number | null, wanted: Wanted = {}) => {
      const chosen = filterOf(wanted)
      const filter = before === null ? chosen : { ...chosen, sequence: { $lt: before } }
      // native filter: our own numbers, and strings of the contract's
      const found = (await model.collection
        .find(filter as never, { sort: { sequence: -1 }, limit: limit + 1 })
        // `as`: the schema above
        .toArray()) as unknown as Entry[]
      const entries = found.slice(0, limit)
      const next = found.length > limit ? (entries.at(-1)?.sequence ?? null) : null
      const intact = Object.keys(chosen).length === 0 ? isIntact(found) : found.every(isAsWritten)
      return { entries, next, total: await model.collection.countDocuments(chosen as never), intact }
    },

    /**
     * Reads the chain in steps, so that a long one needs no long answer.
     * @param after the sequence at which the step before ended
     */
    check: async (after = 0, atMost = entriesAtOnce): Promise<Checked> => {
      // `as`: the schema above
      const found = (await model.collection
        .find({ sequence: { $gte: after } } as never, { sort: { sequence: 1 }, limit: atMost + 1 })
        .toArray()) as unknown as Entry[]
      let hash = ''
      let entries = after
      for (const entry of found) {
        const isStart = entry.sequence === after
        const follows = isStart || (entry.previous === hash && entry.sequence === entries + 1)
        if (!follows || !isAsWritten(entry)) return broken(entries, entry.sequence)
        entries = entry.sequence
        hash = entry.hash
      }
      // what was there a moment ago was taken away
      if (after > 0 && found[0]?.sequence !== after) return broken(entries, after)
      return { entries, intact: true, brokenAt: null, next: found.length > atMost ? entries : null }
    },
  }
}

export type AuditLog = ReturnType<typeof auditLog>

function filterOf({ actions, by, target, since, until }: Wanted): object {
  const at = { ...(since && { $gte: since }), ...(until && { $lt: until }) }
  return {
    ...(actions && { action: actions.length === 1 ? actions[0] : { $in: actions } }),
    ...(by !== undefined && { by }),
    ...(target !== undefined && { target }),
    ...((since || until) && { at }),
  }
}

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
    return isLinked && isAsWritten(entry)
  })
}

function broken(entries: number, brokenAt: number): Checked {
  return { entries, intact: false, brokenAt, next: null }
}

function isAsWritten(entry: Entry): boolean {
  return entry.hash === hashOf(entry)
}
