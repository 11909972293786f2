import { type AgeRule, ageRuleIn, type Cadence } from '@darsi/contracts/age-rules.ts'
import { tunisDay } from '@darsi/contracts/tunis-time.ts'

export type Learner = {
  readonly birthYear: number | null
  readonly minor: boolean
  /** The guardian's consent to lessons by video does not stand. */
  readonly videoWithdrawn: boolean
}

/** The rule on the day of the lesson, which may lie in another year than the booking. */
export function ruleFor(learner: Omit<Learner, 'videoWithdrawn'>, startsAt: Date): AgeRule {
  return ageRuleIn(Number(tunisDay(startsAt).slice(0, 4)), learner)
}

/** The full hours that a lesson takes: 90 minutes from 9 are 9 and 10. */
export function hoursTaken(hour: number, durationMinutes: number): number[] {
  return Array.from({ length: Math.ceil(durationMinutes / 60) }, (_, index) => hour + index)
}

export type Wish = {
  readonly startsAt: Date
  readonly durationMinutes: number
  readonly type: 'online' | 'faceToFace'
  readonly place: string
  readonly meetingLink: string
  readonly parentPresent: boolean
}
export type WishRefusal =
  | { slug: 'lesson-too-long'; minutes: number }
  | { slug: 'parent-presence' | 'video-consent-missing' | 'place-required' | 'meeting-link-invalid' }

/** What forbids a lesson whoever is free: the learner's age, a consent taken back, a missing place, a bad link. */
export function wishRefusal(wish: Wish, learner: Learner): WishRefusal | null {
  const rule = ruleFor(learner, wish.startsAt)
  if (wish.durationMinutes > rule.maxMinutes) return { slug: 'lesson-too-long', minutes: rule.maxMinutes }
  if (rule.parentPresent && !wish.parentPresent) return { slug: 'parent-presence' }
  if (wish.type === 'online' && learner.videoWithdrawn) return { slug: 'video-consent-missing' }
  if (wish.type === 'faceToFace' && wish.place.trim() === '') return { slug: 'place-required' }
  // the link may follow later; what is given must lead somewhere safe
  if (wish.type === 'online' && wish.meetingLink !== '' && !isSecureLink(wish.meetingLink))
    return { slug: 'meeting-link-invalid' }
  return null
}

function isSecureLink(link: string): boolean {
  const url = URL.parse(link)
  return url?.protocol === 'https:' && url.hostname.includes('.') && url.username === ''
}

const days = { 'every-two-weeks': 14, monthly: 30 } as const
const dayMs = 24 * 3600 * 1000

/**
 * When a report is due after a completed lesson: a day later, or a period after the last report (after the first
 * lesson, when there was none yet). Null when no report is owed, or an earlier lesson waits for the same one.
 */
export function reportDue(
  cadence: Cadence,
  { endsAt, since, isWaiting }: { endsAt: Date; since: Date | null; isWaiting: boolean },
): Date | null {
  if (cadence === 'none') return null
  if (cadence === 'each-lesson') return new Date(endsAt.getTime() + dayMs)
  if (isWaiting) return null
  return new Date((since ?? endsAt).getTime() + days[cadence] * dayMs)
}
