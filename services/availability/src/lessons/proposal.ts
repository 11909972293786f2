import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { ageRuleOn } from '@darsi/contracts/rules/registration/age-rules.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Learner } from '../parties/learner.ts'
import { changeMs, type Lesson } from './lesson.ts'
import { isOutside } from './venue.ts'

/** How long a guardian may take to answer, unless the lesson comes first. */
const answerMs = dayMs

type Booker = { by: string; teacherId: string; guardianIds: readonly string[] }

/**
 * True when a guardian has to agree first: to every booking and move by the teacher of a minor, and to a lesson that
 * needs a parent present unless a guardian books it, because only a guardian knows whether a parent will be there.
 * `venueNeedsAnswer` says it of the place.
 */
export function needsAnswer(
  { by, teacherId, guardianIds }: Booker,
  learner: Omit<Learner, 'videoWithdrawn'>,
  starts: readonly Date[],
): boolean {
  if (guardianIds.includes(by)) return false
  if (learner.minor && by === teacherId) return true
  return starts.some((startsAt) => ageRuleOn(startsAt, learner).parentPresent)
}

/** A minor's lesson outside the classroom is a guardian's decision, whoever asks for it. */
export function venueNeedsAnswer(
  { by, guardianIds }: Omit<Booker, 'teacherId'>,
  { minor }: Pick<Learner, 'minor'>,
  venue: Pick<Lesson, 'type' | 'place' | 'meetingLink'>,
): boolean {
  return minor && !guardianIds.includes(by) && isOutside(venue)
}

/** Until when a guardian may answer: as long as the lesson can be moved. Null when that time is over. */
export function answerDeadline(starts: readonly Date[], now: Date): Date | null {
  const first = Math.min(...starts.map((startsAt) => startsAt.getTime()))
  const until = new Date(Math.min(now.getTime() + answerMs, first - changeMs))
  return until > now ? until : null
}

/** @throws problem `guardian-answer-missing` without a guardian, `guardian-answer-too-late` */
export function answerUntil(
  { guardianIds }: Pick<Booker, 'guardianIds'>,
  starts: readonly Date[],
  now: Date,
): Date {
  if (guardianIds.length === 0) throw problem('guardian-answer-missing')
  const until = answerDeadline(starts, now)
  if (!until) throw problem('guardian-answer-too-late')
  return until
}
