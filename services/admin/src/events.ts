import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { type AlertEventDeps, alertConsumes } from './alerts/events.ts'
import { type AnalyticsEventDeps, analyticsConsumes } from './analytics/events.ts'
import type { AuditLog } from './audit/audit-log.ts'
import { withAudit } from './audit/events.ts'
import { type CareEventDeps, careConsumes } from './care/events.ts'
import { type ConnectionEventDeps, connectionConsumes, connectionRows } from './connections/events.ts'
import { type DuplicateEventDeps, duplicateConsumes } from './duplicates/events.ts'
import { type ErasureEventDeps, erasureConsumes } from './erasures/events.ts'
import { type EvidenceEventDeps, evidenceConsumes } from './evidence/events.ts'
import { type HealthEventDeps, healthConsumes } from './health/events.ts'
import { type NotifyAdmins, withLiveUpdates } from './live.ts'
import { type UserEventDeps, userConsumes, userRows } from './users/events.ts'

type Deps = UserEventDeps &
  CareEventDeps &
  ConnectionEventDeps &
  AlertEventDeps &
  AnalyticsEventDeps &
  DuplicateEventDeps &
  EvidenceEventDeps &
  ErasureEventDeps &
  HealthEventDeps & {
    audit: Pick<AuditLog, 'append'>
    notifyAdmins: NotifyAdmins
  }

export function consumes(deps: Deps): Consumes {
  const table = inOrder(
    // first: duplicates and evidence read the row that an event has changed
    userConsumes(deps),
    duplicateConsumes(deps),
    evidenceConsumes(deps),
    careConsumes(deps),
    connectionConsumes(deps),
    analyticsConsumes(deps),
    // they read the lesson and the guardians
    alertConsumes(deps),
    erasureConsumes(deps),
    healthConsumes(deps),
  )
  return withLiveUpdates(withAudit(table, deps.audit), deps.notifyAdmins)
}

/** Handlers of state records: neither recorded in the audit log nor shown on open pages. */
export function rowWriters(deps: UserEventDeps & CareEventDeps & ConnectionEventDeps & AnalyticsEventDeps) {
  const { lessons, ratings } = deps
  return {
    ...userRows(deps),
    // all of these only write rows
    ...careConsumes(deps),
    ...connectionRows(deps),
    'session.booked': lessons.project,
    'review.written': ratings.keep,
  } satisfies Consumes
}

/** One table of several; the handlers of the same event run one after the other. */
function inOrder(...tables: readonly Consumes[]): Consumes {
  const joined: Record<string, (event: DarsiEvent) => Promise<void>> = {}
  for (const table of tables)
    for (const [type, handle] of Object.entries(table)) {
      const before = joined[type]
      joined[type] = async (event) => {
        await before?.(event)
        // `as`: one handler per type, and the consumer hands each its own
        await (handle as (event: DarsiEvent) => Promise<unknown>)(event)
      }
    }
  // `as`: every key is an event type
  return joined as Consumes
}
