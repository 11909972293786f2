import type { ProblemSlug } from '@darsi/contracts/problems/problem.ts'
import { type Problem, problem } from '@darsi/kit/http/problem.ts'
import { type Learner, ruleFor } from '../parties/learner.ts'

/** A requested lesson. */
export type Wish = {
  readonly startsAt: Date
  readonly durationMinutes: number
  readonly type: 'online' | 'faceToFace'
  readonly place: string
  readonly meetingLink: string
  readonly parentPresent: boolean
}
type WishRefusal =
  | { slug: 'lesson-too-long'; minutes: number }
  | { slug: 'parent-presence' | 'video-consent-missing' | 'place-required' }

/** The rule that forbids this lesson, whether or not the hour is free: age, video consent, missing place. */
export function wishRefusal(wish: Wish, learner: Learner): WishRefusal | null {
  const rule = ruleFor(learner, wish.startsAt)
  if (wish.durationMinutes > rule.maxMinutes) return { slug: 'lesson-too-long', minutes: rule.maxMinutes }
  if (rule.parentPresent && !wish.parentPresent) return { slug: 'parent-presence' }
  if (wish.type === 'online' && learner.videoWithdrawn) return { slug: 'video-consent-missing' }
  if (wish.type === 'faceToFace' && wish.place.trim() === '') return { slug: 'place-required' }
  return null
}

export function refusalProblem(refusal: { slug: ProblemSlug; minutes?: number }): Problem {
  const { slug, minutes } = refusal
  return problem(slug, minutes === undefined ? {} : { params: { minutes: String(minutes) } })
}
