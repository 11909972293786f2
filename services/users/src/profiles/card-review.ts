import type { CardTexts } from '@darsi/contracts/calls/admin/cards-api.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { subjectFrom } from '@darsi/contracts/reference/subjects.ts'
import { cardFields } from '@darsi/contracts/rules/card-fields.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'

/** The texts that other people read until an administrator has reviewed the teacher's newer ones. */
export type CardReview = { shown: CardTexts; at: Date }

type Card = {
  roleData: Readonly<Record<string, unknown>>
  cardReview: CardReview | null
  /** Set while changed texts of a pending teacher wait for the approval. */
  textsAt: Date | null
}
type Owner = Card & { role: Role; status: AccountStatus }

/** The teacher's newest texts. */
export function cardTexts({ roleData }: Pick<Card, 'roleData'>): CardTexts {
  const text = (field: string) => (typeof roleData[field] === 'string' ? String(roleData[field]) : '')
  return {
    bio: text('bio'),
    otherSubjects: text('otherSubjects'),
    otherLanguage: text('otherLanguage'),
    teachingSubjects: subjectsOf(roleData),
  }
}

const noTexts: CardTexts = { bio: '', otherSubjects: '', otherLanguage: '', teachingSubjects: [] }

/** The texts that other people read. */
export const publicTexts = (card: Card): CardTexts =>
  card.textsAt ? noTexts : (card.cardReview?.shown ?? cardTexts(card))

/** The subjects that learners find the teacher by. */
export const publicSubjects = (card: Card): readonly string[] => publicTexts(card).teachingSubjects

/**
 * The review that is needed after a change. A pending teacher's texts are reviewed with the approval. Unchanged texts
 * keep their review and its time, and texts that are public already need none.
 */
export function reviewAfter(
  before: Owner,
  roleData: Card['roleData'],
  now: Date,
): Pick<Card, 'cardReview' | 'textsAt'> {
  const proposed = cardTexts({ roleData })
  const isUnchanged = isSame(cardTexts(before), proposed)
  const { cardReview, textsAt } = before
  if (before.role !== 'teacher') return { cardReview: null, textsAt: null }
  if (before.status === 'pending') return { cardReview: null, textsAt: isUnchanged ? textsAt : now }
  if (isUnchanged) return { cardReview, textsAt }
  const shown = publicTexts(before)
  return { cardReview: isSame(shown, proposed) ? null : { shown, at: now }, textsAt: null }
}

/**
 * The profile after its approval. An administrator has read the texts as they were at `profileAt`: later ones wait for a
 * decision of their own, and until then nobody reads any. Null when no text changed before the approval.
 */
export function approvedTexts<P extends Card>(profile: P, profileAt: Date): P | null {
  const { textsAt } = profile
  if (!textsAt) return null
  return {
    ...profile,
    textsAt: null,
    ...(textsAt > profileAt && { cardReview: { shown: noTexts, at: textsAt } }),
  }
}

/** The profile after a decision; null when the decision is about other texts. */
export function reviewed<P extends Card>(
  profile: P,
  { changedAt, decision }: { changedAt: Date; decision: 'approved' | 'refused' },
): P | null {
  const { cardReview, roleData } = profile
  if (cardReview?.at.getTime() !== changedAt.getTime()) return null
  return {
    ...profile,
    cardReview: null,
    roleData: decision === 'approved' ? roleData : { ...roleData, ...cardReview.shown },
  }
}

const isSame = (a: CardTexts, b: CardTexts): boolean =>
  cardFields.every((field) => a[field] === b[field]) &&
  keyOfSubjects(a.teachingSubjects) === keyOfSubjects(b.teachingSubjects)

/** Neither the order nor the language of a label matters. */
const keyOfSubjects = (subjects: readonly string[] = []) =>
  subjects
    .map((subject) => subjectFrom(subject) ?? subject)
    .toSorted()
    .join()

function subjectsOf({ teachingSubjects }: Card['roleData']): string[] {
  const named: readonly unknown[] = Array.isArray(teachingSubjects) ? teachingSubjects : []
  return named.filter((each) => typeof each === 'string')
}
