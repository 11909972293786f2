import type { Attendance } from '@darsi/contracts/calls/classroom/classroom-api.ts'

type Person = Pick<Attendance['people'][number], 'line' | 'userId'>

/** Less than this is no trouble worth a sentence. */
const leastSeconds = 30

export const badLineSeconds = ({ line: { poor, lost } }: Pick<Person, 'line'>): number => poor + lost

/** Whose line was clearly worse than everybody else's; null when nobody's was. */
export function whoseLine<P extends Person>(people: readonly P[]): P | null {
  const [worst, next] = [...people].sort((one, other) => badLineSeconds(other) - badLineSeconds(one))
  if (worst === undefined || badLineSeconds(worst) < leastSeconds) return null
  return next && badLineSeconds(next) * 2 > badLineSeconds(worst) ? null : worst
}
