import { randomUUID } from 'node:crypto'
import type { consentPurposes } from '@darsi/contracts/connections-api.ts'
import { consentTextVersion } from '@darsi/contracts/consent-texts.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { type Connection, Schema } from 'mongoose'

export type Purpose = (typeof consentPurposes)[number]

/** One line of the ledger, in ids alone: it proves what was agreed to also after a child's data are erased. */
export type Entry = {
  _id: string
  kind: 'given' | 'withdrawn'
  /** The line that a withdrawal takes back. */
  of: string | null
  childId: string
  purpose: Purpose
  /** Null: for every teacher. */
  teacherId: string | null
  textVersion: string
  authorisation: string
  by: string
  at: Date
}
export type Given = Entry & { withdrawnAt: Date | null }

type Giving = Pick<Entry, 'childId' | 'purpose' | 'teacherId' | 'by' | 'at'> & { authorisation?: string }

/** Append-only: a line is never changed, and a withdrawal is a line of its own. */
export function consentStore(connection: Connection, outbox: Outbox) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      kind: { type: String, required: true },
      of: String,
      childId: { type: String, required: true },
      purpose: { type: String, required: true },
      teacherId: String,
      textVersion: { type: String, required: true },
      authorisation: { type: String, default: '' },
      by: { type: String, required: true },
      at: { type: Date, required: true },
      ...outboxFields,
    },
    { versionKey: false },
  )
  schema.index({ childId: 1, at: -1 })
  schema.index({ at: -1 })
  indexOutbox(schema)
  const model = connection.model<Entry & Outboxed>('consent', schema)

  const append = async (entry: Entry): Promise<boolean> => {
    const { _id, kind, of, at, authorisation: _, ...rest } = entry
    const data = { ...rest, consentId: of ?? _id, at: at.toISOString() }
    return inserted(outbox.insert(model, entry, { type: `consent.${kind}` as const, data }))
  }

  /** What was given for these children, the newest first. */
  const ofChildren = async (childIds: readonly string[]): Promise<Given[]> => {
    const found = await model.collection
      .find({ childId: { $in: childIds } } as never, { sort: { at: -1, _id: -1 } })
      .toArray()
    // `as`: the schema above
    return standingOf(found as unknown as Entry[])
  }

  const find = async (filter: Pick<Giving, 'childId' | 'purpose'>): Promise<Given[]> =>
    (await ofChildren([filter.childId])).filter((one) => one.purpose === filter.purpose && !one.withdrawnAt)

  return {
    model,
    ofChildren,

    byId: async (_id: string): Promise<Entry | null> =>
      // `as`: the schema above
      (await model.collection.findOne({ _id, kind: 'given' } as never)) as unknown as Entry | null,

    /** Children of whom a consent was taken back since then. */
    withdrawnSince: async (since: Date): Promise<string[]> => {
      const found = await model.collection
        .find({ kind: 'withdrawn', at: { $gte: since } } as never, { projection: { childId: 1 } })
        .toArray()
      return [...new Set(found.map((line) => String(line['childId'])))]
    },

    /** True while somebody's consent to this purpose stands, for this teacher or for all. */
    stands: async (childId: string, purpose: Purpose, teacherId: string): Promise<boolean> =>
      (await find({ childId, purpose })).some((one) => one.teacherId === null || one.teacherId === teacherId),

    /** @returns the new line, or the one that says the same already */
    give: async ({ authorisation = '', ...giving }: Giving): Promise<{ entry: Given; isNew: boolean }> => {
      const same = (await find(giving)).find(
        (one) =>
          one.teacherId === giving.teacherId &&
          one.textVersion === consentTextVersion &&
          (authorisation === '' || one.authorisation === authorisation),
      )
      if (same) return { entry: same, isNew: false }
      const entry: Entry = {
        ...giving,
        _id: randomUUID(),
        kind: 'given',
        of: null,
        textVersion: consentTextVersion,
        authorisation,
      }
      await append(entry)
      return { entry: { ...entry, withdrawnAt: null }, isNew: true }
    },

    /** Once: taking back again changes nothing. */
    withdraw: (entry: Entry, by: string, at: Date): Promise<boolean> => {
      const { childId, purpose, teacherId, textVersion, authorisation, _id: of } = entry
      const line = { childId, purpose, teacherId, textVersion, authorisation, by, at, of }
      return append({ ...line, _id: `w-${of}`, kind: 'withdrawn' })
    },
  }
}

export type ConsentStore = ReturnType<typeof consentStore>

/** Lines of giving, each with the time at which it was taken back. */
export function standingOf(entries: readonly Entry[]): Given[] {
  const withdrawn = new Map(entries.filter(({ of }) => of).map(({ of, at }) => [of, at]))
  return entries
    .filter(({ kind }) => kind === 'given')
    .map((entry) => ({ ...entry, withdrawnAt: withdrawn.get(entry._id) ?? null }))
}
