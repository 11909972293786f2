import {
  type HealthProblem,
  type HealthState,
  isReportFresh,
  type ServiceHealth,
} from '@darsi/contracts/calls/health.ts'
import { type Service, services } from '@darsi/contracts/reference/services.ts'

export type Report = {
  service: Service
  instance: string
  startedAt: Date
  at: Date
  database: number | null
  redis?: number | null | undefined
  outboxPending: number
  outboxOldest: number
  lag: number
  deadLetters: number
  refusals: number
  queue?: Record<string, number> | undefined
  memoryMb: number
}

/** The alerts of infra/observability use the same bounds. */
const bounds = { outboxSeconds: 30, lag: 1000, queue: 1000 }

export function problemsOf(report: Omit<Report, 'instance' | 'startedAt' | 'at'>): HealthProblem[] {
  const unsent = Object.values(report.queue ?? {}).reduce((sum, count) => sum + count, 0)
  const found: [HealthProblem, boolean][] = [
    ['database', report.database === null],
    ['redis', report.redis === null],
    ['events-unsent', report.outboxOldest > bounds.outboxSeconds],
    ['events-waiting', report.lag > bounds.lag],
    ['dead-letters', report.deadLetters > 0],
    ['mail-queue', unsent > bounds.queue],
  ]
  return found.filter(([, is]) => is).map(([problem]) => problem)
}

/** The state of every service, also of one that never reported. A silent process counts as ended while others report. */
export function judge(reports: readonly Report[], now: Date): ServiceHealth[] {
  return services.map((service) => {
    const own = reports.filter((report) => report.service === service)
    const fresh = own.filter(({ at }) => isReportFresh(at, now))
    const problems: HealthProblem[] =
      fresh.length === 0 ? ['silent'] : [...new Set(fresh.flatMap((report) => problemsOf(report)))]
    return {
      service,
      state: stateOf(problems),
      problems,
      at: latest(own)?.toISOString() ?? null,
      processes: fresh.map(({ instance, startedAt, at, database, redis, memoryMb }) => ({
        instance,
        startedAt: startedAt.toISOString(),
        at: at.toISOString(),
        database,
        redis: redis ?? null,
        memoryMb,
      })),
      // all processes of a service see the same outbox, group, dead letters and queue
      outboxPending: largest(fresh, ({ outboxPending }) => outboxPending),
      outboxOldest: largest(fresh, ({ outboxOldest }) => outboxOldest),
      lag: largest(fresh, ({ lag }) => lag),
      deadLetters: largest(fresh, ({ deadLetters }) => deadLetters),
      // each process counts its own
      refusals: fresh.reduce((sum, { refusals }) => sum + refusals, 0),
      queue: fresh.find(({ queue }) => queue)?.queue ?? null,
    }
  })
}

/** True when a service sent no report for longer than a restart takes, by the minutes in which it reported. */
export function wasSilent(minutes: readonly number[], from: Date, now: Date, stepMinutes: number): boolean {
  // the report of the previous minute may not have arrived yet
  const over = Math.min(stepMinutes, Math.floor((now.getTime() - from.getTime()) / 60_000) - 1)
  const reported = new Set(minutes.filter((minute) => minute < over))
  return over - reported.size > 1
}

export function stateOf(problems: readonly HealthProblem[]): HealthState {
  if (problems.includes('silent') || problems.includes('database')) return 'down'
  return problems.length > 0 ? 'degraded' : 'operational'
}

export function worst(states: readonly HealthState[]): HealthState {
  if (states.includes('down')) return 'down'
  return states.includes('degraded') ? 'degraded' : 'operational'
}

function latest(reports: readonly Report[]): Date | null {
  return reports.length === 0 ? null : new Date(Math.max(...reports.map(({ at }) => at.getTime())))
}

function largest(reports: readonly Report[], of: (report: Report) => number): number {
  return Math.max(0, ...reports.map(of))
}
