import { tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { type AgeRule, ageRuleIn } from '@darsi/contracts/rules/registration/age-rules.ts'

/** What the age rules need to know of a learner. */
export type Learner = {
  readonly birthYear: number | null
  readonly minor: boolean
  /** A guardian withdrew the consent to lessons by video. */
  readonly videoWithdrawn: boolean
}

/** The age rule on the day of the lesson, which may lie in another year than the booking. */
export function ruleFor(learner: Omit<Learner, 'videoWithdrawn'>, startsAt: Date): AgeRule {
  return ageRuleIn(Number(tunisDay(startsAt).slice(0, 4)), learner)
}
