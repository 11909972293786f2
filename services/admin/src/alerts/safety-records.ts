import type { SafetyRecord } from '@darsi/contracts/calls/admin/safety-api.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { GuardianshipStore } from '../care/guardianship-store.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import type { ConnectionRow } from '../connections/connection-row.ts'
import type { UserStore } from '../users/user-store.ts'
import type { Alert } from './alert.ts'
import type { AlertQueries } from './alert-queries.ts'

const shownMs = 3 * 365 * dayMs

export type RecordDeps = {
  alertQueries: Pick<AlertQueries, 'ofPeople'>
  connectionQueries: Pick<ConnectionQueries, 'byIds' | 'ofAdults'>
  guardianships: Pick<GuardianshipStore, 'guardedBy'>
  users: Pick<UserStore, 'byIds'>
}

/** What administrators read of a person before they decide: the alerts of three years with their outcome. */
export async function safetyRecords(
  { alertQueries, connectionQueries, guardianships, users }: RecordDeps,
  ids: readonly string[],
  now: Date,
): Promise<SafetyRecord[]> {
  const [rows, people, children] = await Promise.all([
    connectionQueries.ofAdults(ids),
    users.byIds(ids),
    guardianships.guardedBy(ids),
  ])
  const taught = rows.filter(({ teacherId }) => ids.includes(teacherId))
  const since = new Date(now.getTime() - shownMs)
  const alerts = await alertQueries.ofPeople(ids, { connectionIds: taught.map(({ _id }) => _id), since })
  return people.map(({ _id: id, fullName, role, createdAt }) => ({
    ...{ id, name: fullName, role, since: createdAt.toISOString() },
    children: children.filter((guardianIds) => guardianIds.includes(id)).length,
    connections: rows.filter((row) => isOpenOf(row, id)).length,
    alerts: alerts.filter((alert) => isAbout(alert, id, taught)).map(listedOutcome),
  }))
}

export async function adultsOf({ connectionQueries }: RecordDeps, connectionId: string): Promise<string[]> {
  const row = (await connectionQueries.byIds([connectionId])).get(connectionId)
  return row ? [row.teacherId, ...row.guardianIds] : []
}

const open: readonly string[] = ['pending', 'approved', 'suspended']

const isOpenOf = ({ status, teacherId, guardianIds }: ConnectionRow, id: string): boolean =>
  open.includes(status) && (teacherId === id || guardianIds.includes(id))

/** A report from a connection that names nobody, or the learner, may mean its teacher. */
function isAbout({ aboutUserId, by, connectionId }: Alert, id: string, taught: readonly ConnectionRow[]) {
  if (aboutUserId === id) return true
  return by !== id && taught.some((row) => row._id === connectionId && row.teacherId === id)
}

const listedOutcome = ({ _id: id, reason, severity, status, createdAt, note }: Alert) => ({
  ...{ id, reason, severity, status, outcome: note },
  at: createdAt.toISOString(),
})
