import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { ChildStore } from '../children/child-store.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import {
  bindingWithdrawal,
  consentEntry,
  type Entry,
  earlierWithdrawal,
  type Given,
  type Giving,
  givenIn,
  isConsented,
  type Purpose,
  type Scope,
  sameConsent,
  validFor,
  withdrawalEntry,
} from './consent.ts'

type Personal = NonNullable<EventInput<'consent.given'>['personal']>
/** The guardian whose withdrawal is contradicted, with the names for the mail; undefined for one who has left. */
type Contested = (
  childId: string,
  people: { by: string; withdrawnBy: string },
) => Promise<Personal['contested']>

/** Append-only: no entry is ever changed, and a withdrawal is an entry of its own. */
export function createConsentStore(database: Connection, outbox: Outbox, contested: Contested) {
  const consents = collection<Entry & Outboxed>(database, 'consents', [
    { key: { childId: 1, at: -1 } },
    { key: { at: -1 } },
    { key: { by: 1 } },
    outboxIndex,
  ])

  const dataOf = ({ _id, of, childId, purpose, teacherId, textVersion, by, at }: Entry) => {
    return { childId, purpose, teacherId, textVersion, by, consentId: of ?? _id, at: at.toISOString() }
  }
  const appendWithdrawal = (entry: Entry): Promise<boolean> =>
    inserted(outbox.insert(consents, entry, { type: 'consent.withdrawn', data: dataOf(entry) }))

  const newestFirst = { sort: { at: -1, _id: -1 } } as const
  const entriesOf = (childId: string): Promise<Entry[]> => consents.find({ childId }, newestFirst).toArray()

  /** Appends a consent; its event asks or informs a guardian who withdrew the same. */
  const appendGiven = async (entry: Entry, entries: readonly Entry[]): Promise<boolean> => {
    const { childId, by } = entry
    const withdrawnBy = earlierWithdrawal(entries, entry)?.by
    const waitsFor = bindingWithdrawal(entries, entry)?.by
    const asked = withdrawnBy && (await contested(childId, { by, withdrawnBy }))
    const data = { ...dataOf(entry), ...(waitsFor && { waitsFor }) }
    const personal: Personal = asked ? { contested: asked } : {}
    return inserted(outbox.insert(consents, entry, { type: 'consent.given', data, personal }))
  }

  /** Consents for these children, the newest first. */
  const ofChildren = async (childIds: readonly string[]): Promise<Given[]> => {
    const entries = await consents.find({ childId: { $in: childIds } }, newestFirst).toArray()
    // a withdrawal binds the consents of its own child only
    return childIds.flatMap((id) => givenIn(entries.filter(({ childId }) => childId === id)))
  }

  const isFree = async (giving: Giving): Promise<boolean> =>
    bindingWithdrawal(await entriesOf(giving.childId), giving) === null

  return {
    collection: consents,
    ofChildren,

    byId: (_id: string) => consents.findOne({ _id, kind: 'given' }),

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
      const same = sameConsent(await ofChildren([giving.childId]), giving)
      if (same && !(same.waitsFor && (await isFree(giving)))) return { entry: same, isNew: false }
      // it waited in vain, and the withdrawal binds no more
      if (same) await appendWithdrawal(withdrawalEntry(same, giving))
      const entries = await entriesOf(giving.childId)
      const entry = consentEntry(givenIn(entries), giving)
      const isNew = await appendGiven(entry, entries)
      const waitsFor = bindingWithdrawal(entries, entry)?.by ?? null
      return { entry: { ...entry, withdrawnAt: null, waitsFor }, isNew }
    },

    /**
     * The withdrawal by another guardian that a consent now would contradict; null without one.
     * `binds`: that guardian has to agree first.
     */
    withdrawnBefore: async (
      childId: string,
      giving: Scope,
    ): Promise<{ by: string; binds: boolean } | null> => {
      const entries = await entriesOf(childId)
      const earlier = earlierWithdrawal(entries, giving)
      return earlier && { by: earlier.by, binds: bindingWithdrawal(entries, giving) !== null }
    },

    /** A consent ends with the guardianship of the person who gave it. */
    keepOnlyGuardians: async (childId: string, guardianIds: readonly string[], at: Date): Promise<void> => {
      for (const entry of await ofChildren([childId]))
        if (!entry.withdrawnAt && !guardianIds.includes(entry.by))
          await appendWithdrawal(withdrawalEntry(entry, { by: entry.by, at }))
    },

    /** Takes back what a failed write gave. A repeated withdrawal changes nothing. */
    withdraw: (entry: Entry, by: string, at: Date): Promise<boolean> =>
      appendWithdrawal(withdrawalEntry(entry, { by, at })),

    /**
     * Withdraws this entry and what other guardians gave for the same purpose and teacher: otherwise no guardian could
     * end it alone. A repeated withdrawal changes nothing.
     */
    withdrawForAll: async (entry: Entry, by: string, at: Date): Promise<void> => {
      const given = await ofChildren([entry.childId])
      if (given.find(({ _id }) => _id === entry._id)?.withdrawnAt) return
      const others = validFor(given, entry).filter(({ _id }) => _id !== entry._id)
      // the entry itself last: a call that is repeated after a crash withdraws the rest
      for (const one of [...others, entry])
        await appendWithdrawal(withdrawalEntry(one, { by, at, binds: true }))
    },
  }
}

export type ConsentStore = ReturnType<typeof createConsentStore>

type Parts = { profiles: Pick<ProfileStore, 'findAll'>; children: Pick<ChildStore, 'byId'> }

/** Who is asked or told that a withdrawn consent was given again: only a person who is still a guardian. */
export const contestedBy =
  ({ profiles, children }: Parts): Contested =>
  async (childId, { by, withdrawnBy }) => {
    const child = await children.byId(childId)
    if (!child?.guardianIds.includes(withdrawnBy)) return undefined
    const people = await profiles.findAll([withdrawnBy, by])
    const asked = people.get(withdrawnBy)
    if (asked?.status !== 'approved') return undefined
    const { _id: userId, email, fullName, language } = asked
    const guardian = { userId, email, fullName, language }
    return { guardian, childName: child.firstName, guardianName: people.get(by)?.fullName ?? '' }
  }
