import { type DarsiEvent, type EventType, eventsWith } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { alertConsumes } from './alerts/events.ts'
import { analyticsConsumes } from './analytics/events.ts'
import { auditActionOf } from './audit/audit-action.ts'
import type { AuditLog } from './audit/audit-log.ts'
import { careConsumes } from './care/events.ts'
import { connectionConsumes, connectionRows } from './connections/events.ts'
import { duplicateConsumes } from './duplicates/events.ts'
import { erasureConsumes } from './erasure-events.ts'
import { evidenceConsumes } from './evidence/events.ts'
import { withLiveUpdates } from './live.ts'
import type { Parts } from './parts.ts'
import { userConsumes, userRows } from './users/events.ts'

export function consumes(parts: Parts): Consumes {
  const table = inOrder(
    // first: duplicates and evidence read the row that an event has changed
    userConsumes({ users: parts.users, joinMessages: parts.tickets.join }),
    duplicateConsumes(parts),
    evidenceConsumes(parts),
    careConsumes(parts),
    connectionConsumes(parts),
    analyticsConsumes(parts),
    // they read the lesson and the guardians
    alertConsumes(parts),
    erasureConsumes(parts),
    { 'service.reported': (event) => parts.health.keep(event) },
  )
  return withLiveUpdates(withAudit(table, parts.audit), parts.notifyAdmins)
}

/** Handlers of state records: neither recorded in the audit log nor shown on open pages. */
export function rowWriters(parts: Parts) {
  const { lessons, ratings } = parts
  return {
    ...userRows(parts),
    // all of these only write rows
    ...careConsumes(parts),
    ...connectionRows(parts),
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

/** Adds the audit log to a table of handlers. It is written first, so that nothing changes without its entry. */
function withAudit(table: Consumes, audit: Pick<AuditLog, 'append'>): Consumes {
  // `as`: the keys of the table
  const types = new Set([...eventsWith('audit'), ...(Object.keys(table) as EventType[])])
  const entries = [...types].map((type) => {
    // `as`: one handler per type, and the consumer hands each its own
    const handle = table[type] as ((event: DarsiEvent) => Promise<unknown>) | undefined
    const recordAndHandle = async (event: DarsiEvent) => {
      const action = auditActionOf(event)
      if (action) await audit.append(action)
      await handle?.(event)
    }
    return [type, recordAndHandle] as const
  })
  return Object.fromEntries(entries)
}
