import type { Api } from '@darsi/contracts/calls/api.ts'
import type { Tone } from '@darsi/design/feedback/badge.tsx'

export type Alert = Api['GET /safety/alerts']['answer']['data'][number]
/** Guardians see the alerts about their children, administrators see all. */
export type AlertViewer = 'parent' | 'admin'

export const severityTones: Readonly<Record<Alert['severity'], Tone>> = {
  low: 'neutral',
  medium: 'warning',
  high: 'danger',
}

/** Which deadline runs, and whether it has passed. */
export function clockOf(
  { status, answeredAt, dueAt, investigateBy }: Alert,
  now: number,
): { waits: 'answer' | 'result'; until: string; isOverdue: boolean } | null {
  if (status !== 'open') return null
  const waits = answeredAt === null ? 'answer' : 'result'
  const until = waits === 'answer' ? dueAt : investigateBy
  return { waits, until, isOverdue: Date.parse(until) < now }
}
