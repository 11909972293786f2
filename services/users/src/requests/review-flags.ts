import type { ConnectionFlag } from '@darsi/contracts/calls/users/connections-api.ts'
import { contactDetailsIn } from '@darsi/kit/contact-details/contact-details.ts'

/** From this number of pending requests of one person, an administrator reviews the next. */
const manyRequests = 5

/** Reasons, beside the learner's age, for which an administrator has to review a request. */
export function reviewFlags({ message, pending }: { message: string; pending: number }): ConnectionFlag[] {
  return [
    ...(contactDetailsIn(message).length > 0 ? (['contact-details'] as const) : []),
    ...(pending >= manyRequests ? (['many-requests'] as const) : []),
  ]
}
