import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Cadence } from '@darsi/contracts/rules/registration/age-rules.ts'

const days = { 'every-two-weeks': 14, monthly: 30 } as const

/**
 * When a report is due after a completed lesson: a day later, or one period after the last report (after this lesson
 * when there is no report yet). Null when no report is due, or when an earlier lesson already waits for one.
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
