import type { ProblemSlug } from '@darsi/contracts/problems/problem.ts'
import { ageRuleOn } from '@darsi/contracts/rules/registration/age-rules.ts'
import { type Problem, problem } from '@darsi/kit/http/problem.ts'
import type { Learner } from '../parties/learner.ts'

/** A requested lesson. */
export type Wish = {
  readonly startsAt: Date
  readonly durationMinutes: number
  readonly type: 'online' | 'faceToFace'
  readonly place: string
  readonly meetingLink: string
  readonly parentPresent: boolean
}
type AgeRefusal = { slug: 'lesson-too-long'; minutes: number } | { slug: 'parent-presence' }
type WishRefusal = AgeRefusal | { slug: 'video-consent-missing' | 'place-required' }

/** The rule that forbids this lesson, whether or not the hour is free: age, video consent, missing place. */
export function wishRefusal(wish: Wish, learner: Learner): WishRefusal | null {
  const refusal = ageRefusal(wish, learner)
  if (refusal) return refusal
  if (wish.type === 'online' && learner.videoWithdrawn) return { slug: 'video-consent-missing' }
  if (wish.type === 'faceToFace' && wish.place.trim() === '') return { slug: 'place-required' }
  return null
}

/** What the learner's age forbids about a lesson. */
export function ageRefusal(
  { startsAt, durationMinutes, parentPresent }: Pick<Wish, 'startsAt' | 'durationMinutes' | 'parentPresent'>,
  learner: Learner,
): AgeRefusal | null {
  const rule = ageRuleOn(startsAt, learner)
  if (durationMinutes > rule.maxMinutes) return { slug: 'lesson-too-long', minutes: rule.maxMinutes }
  return rule.parentPresent && !parentPresent ? { slug: 'parent-presence' } : null
}

export function refusalProblem(refusal: { slug: ProblemSlug; minutes?: number }): Problem {
  const { slug, minutes } = refusal
  return problem(slug, minutes === undefined ? {} : { params: { count: minutes } })
}
