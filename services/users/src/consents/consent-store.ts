import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import {
  consentEntry,
  type Entry,
  type Given,
  type Giving,
  givenIn,
  isConsented,
  type Purpose,
  sameConsent,
  validFor,
  withdrawalEntry,
} from './consent.ts'

/** Append-only: no entry is ever changed, and a withdrawal is an entry of its own. */
export function createConsentStore(database: Connection, outbox: Outbox) {
  const consents = collection<Entry & Outboxed>(database, 'consents', [
    { key: { childId: 1, at: -1 } },
    { key: { at: -1 } },
    { key: { by: 1 } },
    outboxIndex,
  ])

  const append = (entry: Entry): Promise<boolean> => {
    const { _id, kind, of, childId, purpose, teacherId, textVersion, by, at } = entry
    const data = { childId, purpose, teacherId, textVersion, by, consentId: of ?? _id, at: at.toISOString() }
    return inserted(outbox.insert(consents, entry, { type: `consent.${kind}` as const, data }))
  }

  /** Consents for these children, the newest first. */
  const ofChildren = async (childIds: readonly string[]): Promise<Given[]> => {
    const newestFirst = { sort: { at: -1, _id: -1 } } as const
    return givenIn(await consents.find({ childId: { $in: childIds } }, newestFirst).toArray())
  }

  return {
    collection: consents,
    ofChildren,

    byId: (_id: string) => consents.findOne({ _id, kind: 'given' }),

    /** Children for whom a consent was withdrawn since then. */
    withdrawnSince: async (since: Date): Promise<string[]> => {
      const options = { projection: { childId: 1 } }
      const found = await consents.find({ kind: 'withdrawn', at: { $gte: since } }, options).toArray()
      return [...new Set(found.map(({ childId }) => childId))]
    },

    /** True while a consent to this purpose is not withdrawn, for this teacher or for every teacher. */
    isGiven: async (childId: string, purpose: Purpose, teacherId: string): Promise<boolean> =>
      isConsented(await ofChildren([childId]), purpose, teacherId),

    /** @returns the new entry, or the guardian's existing one that says the same */
    give: async (giving: Giving): Promise<{ entry: Given; isNew: boolean }> => {
      const given = await ofChildren([giving.childId])
      const same = sameConsent(given, giving)
      if (same) return { entry: same, isNew: false }
      const entry = consentEntry(given, giving)
      return { entry: { ...entry, withdrawnAt: null }, isNew: await append(entry) }
    },

    /** A consent ends with the guardianship of the person who gave it. */
    keepOnlyGuardians: async (childId: string, guardianIds: readonly string[], at: Date): Promise<void> => {
      for (const entry of await ofChildren([childId]))
        if (!entry.withdrawnAt && !guardianIds.includes(entry.by))
          await append(withdrawalEntry(entry, entry.by, at))
    },

    /** A repeated withdrawal changes nothing. */
    withdraw: (entry: Entry, by: string, at: Date): Promise<boolean> =>
      append(withdrawalEntry(entry, by, at)),

    /**
     * Withdraws this entry and what other guardians gave for the same purpose and teacher: otherwise no guardian could
     * end it alone. A repeated withdrawal changes nothing.
     */
    withdrawForAll: async (entry: Entry, by: string, at: Date): Promise<void> => {
      const given = await ofChildren([entry.childId])
      if (given.find(({ _id }) => _id === entry._id)?.withdrawnAt) return
      const others = validFor(given, entry).filter(({ _id }) => _id !== entry._id)
      // the entry itself last: a call that is repeated after a crash withdraws the rest
      for (const one of [...others, entry]) await append(withdrawalEntry(one, by, at))
    },
  }
}

export type ConsentStore = ReturnType<typeof createConsentStore>
