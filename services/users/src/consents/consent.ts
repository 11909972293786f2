import type { consentPurposes } from '@darsi/contracts/calls/users/children-api.ts'
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
}
export type Given = Entry & { withdrawnAt: Date | null }
export type Giving = Pick<Entry, 'childId' | 'purpose' | 'teacherId' | 'by' | 'at'> & {
  authorisation?: string
}

/** The given entries, each with the time of its withdrawal. */
export function givenIn(entries: readonly Entry[]): Given[] {
  const withdrawn = new Map(entries.filter(({ of }) => of).map(({ of, at }) => [of, at]))
  return entries
    .filter(({ kind }) => kind === 'given')
    .map((entry) => ({ ...entry, withdrawnAt: withdrawn.get(entry._id) ?? null }))
}

export function isConsented(given: readonly Given[], purpose: Purpose, teacherId: string): boolean {
  return given.some(
    (one) =>
      one.purpose === purpose && !one.withdrawnAt && (one.teacherId === null || one.teacherId === teacherId),
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
  }
}

export function withdrawalEntry(entry: Entry, by: string, at: Date): Entry {
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
  }
}
