import type { PublicCard } from '@darsi/contracts/calls/admin/cards-api.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { subjectFrom } from '@darsi/contracts/reference/subjects.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'

/** What other people see until an administrator has reviewed the teacher's newer card. */
export type CardReview = { shown: PublicCard; at: Date }

/** The fields that the public card is made of. */
type CardSource = {
  roleData: Readonly<Record<string, unknown>>
  /** The id of the newest photo. */
  photo: string | null
  /** The newest address of the public page; empty without one. */
  slug: string
}
type Card = CardSource & {
  cardReview: CardReview | null
  /** Set while a changed card of a pending teacher waits for the approval. */
  cardAt: Date | null
}
type Owner = Card & { role: Role; status: AccountStatus }

/** The teacher's newest card. */
export function newestCard({ roleData, photo, slug }: CardSource): PublicCard {
  const text = (field: string) => (typeof roleData[field] === 'string' ? String(roleData[field]) : '')
  const { hourlyRate } = roleData
  return {
    bio: text('bio'),
    otherSubjects: text('otherSubjects'),
    otherLanguage: text('otherLanguage'),
    teachingSubjects: wordsOf(roleData['teachingSubjects']),
    languages: wordsOf(roleData['languages']),
    hourlyRate: typeof hourlyRate === 'number' ? hourlyRate : null,
    photo,
    slug,
  }
}

const emptyCard = newestCard({ roleData: {}, photo: null, slug: '' })

/** What other people see of the teacher. */
export const publicCard = (card: Card): PublicCard =>
  card.cardAt ? emptyCard : (card.cardReview?.shown ?? newestCard(card))

/** The subjects that learners find the teacher by. */
export const publicSubjects = (card: Card): readonly string[] => publicCard(card).teachingSubjects

/**
 * The review that is needed after a change. A pending teacher's card is reviewed with the approval. An unchanged card
 * keeps its review and its time, and what is public already needs none.
 * @param harmless fields of the new card that may be public at once: a removed photo, an address made of the name
 */
export function reviewAfter(
  before: Owner,
  after: CardSource,
  now: Date,
  harmless: Partial<PublicCard> = {},
): Pick<Card, 'cardReview' | 'cardAt'> {
  const proposed = newestCard(after)
  const isUnchanged = isSame(newestCard(before), proposed)
  const { cardReview, cardAt } = before
  if (before.role !== 'teacher') return { cardReview: null, cardAt: null }
  if (before.status === 'pending') return { cardReview: null, cardAt: isUnchanged ? cardAt : now }
  if (isUnchanged && Object.keys(harmless).length === 0) return { cardReview, cardAt }
  const shown = { ...publicCard(before), ...harmless }
  const at = (isUnchanged && cardReview?.at) || now
  return { cardReview: isSame(shown, proposed) ? null : { shown, at }, cardAt: null }
}

/**
 * The profile after its approval. An administrator has read the card as it was at `profileAt`: a later one waits for a
 * decision of its own, and until then nobody reads any. Null when nothing changed before the approval.
 */
export function approvedCard<P extends Card>(profile: P, profileAt: Date): P | null {
  const { cardAt } = profile
  if (!cardAt) return null
  return {
    ...profile,
    cardAt: null,
    ...(cardAt > profileAt && { cardReview: { shown: emptyCard, at: cardAt } }),
  }
}

/** The profile after a decision; null when the decision is about another card. */
export function reviewed<P extends Card>(
  profile: P,
  { changedAt, decision }: { changedAt: Date; decision: 'approved' | 'refused' },
): P | null {
  const { cardReview, roleData } = profile
  if (cardReview?.at.getTime() !== changedAt.getTime()) return null
  const { photo, slug, ...texts } = cardReview.shown
  return {
    ...profile,
    cardReview: null,
    ...(decision === 'refused' && { photo, slug, roleData: { ...roleData, ...texts } }),
  }
}

/**
 * The profile without its photo, the waiting one included; with `seen` without that one alone. Null when there is
 * nothing to remove.
 */
export function withoutPhoto<P extends Owner>(profile: P, now: Date, seen?: string): P | null {
  const shown = publicCard(profile).photo
  const isRemoved = (photo: string | null) => photo !== null && (seen === undefined || photo === seen)
  if (!isRemoved(shown) && !isRemoved(profile.photo)) return null
  const left = isRemoved(shown) ? null : shown
  const after = { ...profile, photo: isRemoved(profile.photo) ? left : profile.photo }
  return { ...after, ...reviewAfter(profile, after, now, { photo: left }) }
}

/** The photos that have to be kept: the newest and the public one. */
export const photosOf = (card: Card): Set<string> =>
  new Set([card.photo, publicCard(card).photo].filter((photo) => photo !== null))

const isSame = (a: PublicCard, b: PublicCard): boolean => keyOf(a) === keyOf(b)

/** Neither the order nor the language of a subject's label matters. */
const keyOf = ({ teachingSubjects, languages, ...fields }: PublicCard): string =>
  JSON.stringify([
    Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    teachingSubjects.map((subject) => subjectFrom(subject) ?? subject).toSorted(),
    languages.toSorted(),
  ])

function wordsOf(value: unknown): string[] {
  const named: readonly unknown[] = Array.isArray(value) ? value : []
  return named.filter((each) => typeof each === 'string')
}
