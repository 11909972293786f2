import { type DarsiEvent, type EventType, eventsWith } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { auditActionOf } from './audit-action.ts'
import type { AuditLog } from './audit-log.ts'

/** Adds the audit log to a table of handlers. It is written first, so that nothing changes without its entry. */
export function withAudit(table: Consumes, audit: Pick<AuditLog, 'append'>): Consumes {
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
