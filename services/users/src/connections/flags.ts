import type { ConnectionFlag } from '@darsi/contracts/connections-api.ts'
import { contactDetailsIn } from '../threads/contact-details.ts'

/** Open requests of one person from which on somebody looks at them. */
const manyRequests = 5

/** Why an administrator looks at a request beside the learner's age. */
export function flagsOf({ message, pending }: { message: string; pending: number }): ConnectionFlag[] {
  return [
    ...(contactDetailsIn(message).length > 0 ? (['contact-details'] as const) : []),
    ...(pending >= manyRequests ? (['many-requests'] as const) : []),
  ]
}
