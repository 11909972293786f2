import type { consentPurposes } from '@darsi/contracts/calls/users/children-api.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { consentTextVersion } from '@darsi/contracts/texts/consent-texts.ts'
import { hashOf } from '@darsi/kit/identity/tokens.ts'

export type Purpose = (typeof consentPurposes)[number]

/** One entry of the ledger. It has ids only, so that it proves the consent after the child's data is erased. */
export type Entry = {
  _id: string
  kind: 'given' | 'withdrawn'
  /** The entry that a withdrawal withdraws. */
  of: string | null
  childId: string
  purpose: Purpose
  /** Null for every teacher. */
  teacherId: string | null
  textVersion: string
  authorisation: string
  by: string
  at: Date
  /** Of a withdrawal: a guardian decided it, so another guardian cannot simply give the consent again. */
  binds: boolean
}
/** `waitsFor`: the guardian who withdrew the same shortly before; the consent does not count until that guardian agrees. */
export type Given = Entry & { withdrawnAt: Date | null; waitsFor: string | null }
export type Giving = Pick<Entry, 'childId' | 'purpose' | 'teacherId' | 'by' | 'at'> & {
  authorisation?: string
}

/** The given entries, each with the time of its withdrawal. */
export function givenIn(entries: readonly Entry[]): Given[] {
  const withdrawn = new Map(entries.filter(({ of }) => of).map(({ of, at }) => [of, at]))
  return entries
    .filter(({ kind }) => kind === 'given')
    .map((entry) => ({
      ...entry,
      withdrawnAt: withdrawn.get(entry._id) ?? null,
      waitsFor: bindingWithdrawal(entries, entry)?.by ?? null,
    }))
}

/** How long a guardian's withdrawal binds the other guardians. */
export const bindingMs = 7 * dayMs
/** A consent that was written during the withdrawal, which did not see it. */
const raceMs = 60_000

export type Scope = Pick<Entry, 'purpose' | 'teacherId' | 'by' | 'at'>

/** The newest withdrawal of the same by another guardian who has not agreed to it since; null without one. */
export function earlierWithdrawal(entries: readonly Entry[], giving: Scope): Entry | null {
  const { purpose, teacherId, by, at } = giving
  const concerns = (one: Entry) =>
    one.purpose === purpose && (one.teacherId === teacherId || !one.teacherId || !teacherId)
  const hasAgreedSince = (withdrawal: Entry) =>
    entries.some(
      (one) =>
        one.kind === 'given' &&
        one.by === withdrawal.by &&
        one.at > withdrawal.at &&
        one.purpose === purpose &&
        (one.teacherId === null || one.teacherId === teacherId),
    )
  const against = entries.filter(
    (one) => one.binds && one.by !== by && concerns(one) && one.at.getTime() <= at.getTime() + raceMs,
  )
  return (
    against.filter((one) => !hasAgreedSince(one)).sort((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null
  )
}

/** The withdrawal that still binds at the time of this consent: its author has to agree. */
export function bindingWithdrawal(entries: readonly Entry[], giving: Scope): Entry | null {
  const earlier = earlierWithdrawal(entries, giving)
  return earlier && giving.at.getTime() - earlier.at.getTime() < bindingMs ? earlier : null
}

export function isConsented(given: readonly Given[], purpose: Purpose, teacherId: string): boolean {
  return given.some(
    (one) =>
      one.purpose === purpose &&
      !one.withdrawnAt &&
      !one.waitsFor &&
      (one.teacherId === null || one.teacherId === teacherId),
  )
}

/** Valid entries of all guardians for this purpose and teacher. */
export const validFor = (
  given: readonly Given[],
  { purpose, teacherId }: Pick<Entry, 'purpose' | 'teacherId'>,
): Given[] =>
  given.filter((one) => one.purpose === purpose && one.teacherId === teacherId && !one.withdrawnAt)

/** A valid entry of the same guardian that says the same. Another guardian's does not count: it ends with that guardian. */
export function sameConsent(given: readonly Given[], giving: Giving): Given | undefined {
  const { by, authorisation = '' } = giving
  return validFor(given, giving).find(
    (one) =>
      one.by === by &&
      one.textVersion === consentTextVersion &&
      (authorisation === '' || one.authorisation === authorisation),
  )
}

/**
 * The entry for a new consent. Concurrent calls of one guardian that say the same get the same id, so only one entry is
 * stored; after a withdrawal the id is another one.
 */
export function consentEntry(given: readonly Given[], giving: Giving): Entry {
  const { childId, purpose, teacherId, by, at, authorisation = '' } = giving
  const withdrawn = given.filter(
    (one) => one.by === by && one.purpose === purpose && one.teacherId === teacherId && one.withdrawnAt,
  )
  const key = [childId, purpose, teacherId, consentTextVersion, authorisation, by, withdrawn.length]
  return {
    _id: hashOf(JSON.stringify(key)),
    kind: 'given',
    of: null,
    childId,
    purpose,
    teacherId,
    textVersion: consentTextVersion,
    authorisation,
    by,
    at,
    binds: false,
  }
}

/** @param binds whether a guardian decided it: not when a guardian left, or a write that needed the consent failed */
export function withdrawalEntry(
  entry: Entry,
  { by, at, binds = false }: { by: string; at: Date; binds?: boolean },
): Entry {
  const { _id: of, childId, purpose, teacherId, textVersion, authorisation } = entry
  return {
    _id: `w-${of}`,
    kind: 'withdrawn',
    of,
    childId,
    purpose,
    teacherId,
    textVersion,
    authorisation,
    by,
    at,
    binds,
  }
}
