import type { AuditEntry } from '@darsi/contracts/calls/admin/audit-api.ts'
import type { AlertStore } from '../alerts/alert-store.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'

export type TargetDeps = {
  alerts: Pick<AlertStore, 'collection'>
  tickets: Pick<TicketStore, 'collection'>
  connectionQueries: Pick<ConnectionQueries, 'byIds'>
}
type Target = Pick<AuditEntry, 'targetKind' | 'targetName' | 'targetAt'>

/**
 * Says what the targets that are no accounts are: an alert or a ticket by its day, a connection by its two people.
 * @param names of the accounts among the targets
 */
export async function describeTargets(
  { alerts, tickets, connectionQueries }: TargetDeps,
  targets: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<(target: string) => Target> {
  const ids = [...new Set(targets.filter((id) => id !== '' && !names.has(id)))]
  const dated = { projection: { createdAt: 1 } } as const
  const [foundAlerts, foundTickets, connections] = await Promise.all([
    alerts.collection.find({ _id: { $in: ids } }, dated).toArray(),
    tickets.collection.find({ _id: { $in: ids } }, dated).toArray(),
    connectionQueries.byIds(ids),
  ])
  const known = new Map<string, Target>()
  for (const { _id, createdAt } of foundAlerts)
    known.set(_id, { targetKind: 'alert', targetName: '', targetAt: createdAt.toISOString() })
  for (const { _id, createdAt } of foundTickets)
    known.set(_id, { targetKind: 'ticket', targetName: '', targetAt: createdAt.toISOString() })
  for (const [id, { studentName, teacherName }] of connections) {
    const people = [studentName, teacherName].filter((name) => name).join(' – ')
    known.set(id, { targetKind: 'connection', targetName: people, targetAt: null })
  }
  return (target) =>
    known.get(target) ?? { targetKind: 'account', targetName: names.get(target) ?? '', targetAt: null }
}
