import {
  adminConnectionsApi,
  type ListedUpgrade,
} from '@darsi/contracts/calls/admin/admin-connections-api.ts'
import type { ApprovalNeed } from '@darsi/contracts/rules/proofs.ts'
import { hasSamePerson } from '@darsi/contracts/rules/same-person.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { missingFor } from '../users/decision.ts'
import type { UserStore } from '../users/user-store.ts'
import type { ConnectionQueries } from './connection-queries.ts'
import { type ConnectionRow, listedConnection } from './connection-row.ts'
import type { ConnectionStore } from './connection-store.ts'
import { reviewConnection } from './review.ts'
import { reviewUpgrade, type UpgradeRow } from './upgrade.ts'
import type { UpgradeStore } from './upgrade-store.ts'

type ConnectionDeps = {
  connections: Pick<ConnectionStore, 'update'>
  connectionQueries: Pick<ConnectionQueries, 'page' | 'byIds'>
  users: Pick<UserStore, 'names' | 'byId' | 'byIds'>
  /** Says of some accounts whether two of them may be one person. */
  duplicates: { lookAlikes: (userIds: readonly string[]) => Promise<(some: readonly string[]) => boolean> }
  approvalRequires: readonly ApprovalNeed[]
  alertQueries: { openCounts: (rows: readonly ConnectionRow[]) => Promise<(row: ConnectionRow) => number> }
}
type UpgradeDeps = {
  connectionQueries: Pick<ConnectionQueries, 'openOf'>
  upgrades: Pick<UpgradeStore, 'update' | 'page'>
  users: Pick<UserStore, 'names' | 'byId'>
}

export function connectionRoutes(deps: ConnectionDeps): Route[] {
  const { connections, connectionQueries } = deps
  return [
    route(adminConnectionsApi, 'GET /admin/connections', async ({ query }) => {
      const { rows, ...counts } = await connectionQueries.page(query)
      return { success: true as const, data: await listedConnections(deps, rows), ...counts }
    }),
    route(adminConnectionsApi, 'PUT /admin/connections/:id', async ({ params, body, identity, at }) => {
      const { status: decision, notes, stoppedAt } = body
      const seen = stoppedAt === undefined ? {} : { stoppedAt: new Date(stoppedAt) }
      const decided = { decision, notes, by: identity.userId, at, ...seen }
      const before = [...(await connectionQueries.byIds([params.id])).values()]
      const isSamePerson = await samePersonIn(deps, before)
      const teacherLacks = await lackingIdentity(deps, before[0]?.teacherId)
      const row = await connections.update(params.id, (found) =>
        reviewConnection(found, { ...decided, isSamePerson: isSamePerson(found), teacherLacks }),
      )
      const [listed] = row ? await listedConnections(deps, [row]) : []
      if (!listed) throw problem('not-found')
      return success(listed)
    }),
  ]
}

export function upgradeRoutes(deps: UpgradeDeps): Route[] {
  const { upgrades, users } = deps
  return [
    route(adminConnectionsApi, 'GET /admin/upgrades', async ({ query }) => {
      const { rows, ...counts } = await upgrades.page(query)
      return { success: true as const, data: await listedUpgrades(deps, rows), ...counts }
    }),
    route(adminConnectionsApi, 'PUT /admin/upgrades/:id', async ({ params, body, identity, at }) => {
      const teacher = await users.byId(params.id)
      if (!teacher) throw problem('not-found')
      const decided = { ...body, by: identity.userId, at }
      const row = await upgrades.update(params.id, (found) => reviewUpgrade(found, decided, teacher))
      const [listed] = row ? await listedUpgrades(deps, [row]) : []
      if (!listed) throw problem('not-found')
      return success(listed)
    }),
  ]
}

async function listedConnections(deps: ConnectionDeps, rows: readonly ConnectionRow[]) {
  const { users, alertQueries } = deps
  const people = rows.flatMap(({ studentId, review }) => (review ? [studentId, review.by] : [studentId]))
  const [names, openAlerts, isSamePerson] = await Promise.all([
    users.names(people),
    alertQueries.openCounts(rows),
    samePersonIn(deps, rows),
  ])
  return rows.map((row) => ({
    ...listedConnection(row, names, openAlerts(row)),
    flags: isSamePerson(row) ? [...new Set([...row.flags, 'same-person' as const])] : row.flags,
  }))
}

/**
 * Whether two of teacher, learner and guardians may be one person, by what their accounts say now: a guardian may have
 * joined since the request, and addresses and telephones change. users has compared them at the request.
 */
async function samePersonIn({ users, duplicates }: ConnectionDeps, rows: readonly ConnectionRow[]) {
  const idsOf = ({ teacherId, studentId, guardianIds }: ConnectionRow) => [
    ...[teacherId, studentId],
    ...guardianIds,
  ]
  const ids = [...new Set(rows.flatMap(idsOf))]
  const [accounts, lookAlikes] = await Promise.all([users.byIds(ids), duplicates.lookAlikes(ids)])
  const people = new Map(accounts.map((account) => [account._id, account]))
  return (row: ConnectionRow): boolean =>
    lookAlikes(idsOf(row)) ||
    hasSamePerson({
      teacher: people.get(row.teacherId) ?? null,
      student: people.get(row.studentId) ?? null,
      guardians: row.guardianIds.flatMap((id) => people.get(id) ?? []),
    })
}

/**
 * A teacher of minors has an accepted identity, if the operator requires one. The teacher may have been approved when the
 * operator did not require it, or a change of the address has voided the proofs since.
 */
async function lackingIdentity({ users, approvalRequires }: ConnectionDeps, teacherId = '') {
  const required = approvalRequires.filter((need) => need === 'identity')
  const teacher = required.length > 0 ? await users.byId(teacherId) : null
  return teacher ? missingFor(teacher, required) : []
}

async function listedUpgrades(
  { users, connectionQueries }: UpgradeDeps,
  rows: readonly UpgradeRow[],
): Promise<ListedUpgrade[]> {
  const names = await users.names(rows.flatMap(({ review }) => review?.by ?? []))
  const used = await connectionQueries.openOf(rows.map(({ _id }) => _id))
  return rows.map(({ _id, teacherName, reason, status, requestedAt, review }) => ({
    id: _id,
    teacherName,
    reason,
    status,
    requestedAt: requestedAt.toISOString(),
    used: used.get(_id) ?? 0,
    review: review && { ...review, byName: names.get(review.by) ?? '', at: review.at.toISOString() },
  }))
}
