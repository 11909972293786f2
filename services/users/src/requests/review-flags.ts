import type { ConnectionFlag } from '@darsi/contracts/calls/users/connections-api.ts'
import { contactDetailsIn } from '@darsi/contracts/rules/contact-details/contact-details.ts'

/** From this number of pending requests of one person, an administrator reviews the next. */
const manyRequests = 5

type Facts = {
  message: string
  pending: number
  /** A guardian withdrew the consent to this teacher and has not given it again. */
  isWithdrawn: boolean
  /** An adult with a school level, whom no administrator has looked at yet: minors have this level. */
  isUnknownAdult: boolean
  /** Two of teacher, guardian and learner seem to be one person. */
  isSamePerson: boolean
}

/** Reasons, beside the learner's age, for which an administrator has to review a request. */
export function reviewFlags({
  message,
  pending,
  isWithdrawn,
  isUnknownAdult,
  isSamePerson,
}: Facts): ConnectionFlag[] {
  return [
    ...(contactDetailsIn(message).length > 0 ? (['contact-details'] as const) : []),
    ...(pending >= manyRequests ? (['many-requests'] as const) : []),
    ...(isWithdrawn ? (['consent-withdrawn'] as const) : []),
    ...(isUnknownAdult ? (['adult-at-school'] as const) : []),
    ...(isSamePerson ? (['same-person'] as const) : []),
  ]
}
