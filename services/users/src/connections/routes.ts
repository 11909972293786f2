import { connectionsApi } from '@darsi/contracts/connections-api.ts'
import type { Identity } from '@darsi/kit/identity.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import type { ProfileStore } from '../profile-store.ts'
import { ready } from '../ready.ts'
import type { Action } from './connection.ts'
import type { ConnectionDocument } from './connection-store.ts'
import type { ConnectionParts, Connections } from './connections.ts'
import { loadParties } from './parties.ts'
import { freePlaces, type UpgradeStore } from './upgrade-store.ts'
import { connectionAnswer } from './view.ts'

export type ConnectionDeps = ConnectionParts & { connections: Connections }

export function connectionRoutes({
  store,
  profiles,
  children,
  upgrades,
  connections,
}: ConnectionDeps): Route[] {
  const answer = async (connection: ConnectionDocument, { userId }: Identity) =>
    success(connectionAnswer(connection, await connections.partiesOf(connection), userId))
  const act = async (id: string, identity: Identity, action: Action, note: string) =>
    answer(await connections.act(id, identity.userId, action, note), identity)
  // told before anything is looked up: an unapproved teacher learns nothing about learners
  const refuseUnapproved = (identity: Identity) => approvedTeacher(profiles, identity)

  return [
    route(connectionsApi, 'POST /connections', async ({ identity, body }) => {
      const caller = ready(await profiles.find(identity.userId))
      return answer(await connections.request(caller, body), identity)
    }),
    route(connectionsApi, 'GET /connections', async ({ identity, query }) => {
      const { userId, role } = identity
      const box = query.box ?? (role === 'teacher' ? 'received' : 'sent')
      const { rows, nextCursor, total } = await store.page(userId, box, query)
      const partiesOf = await loadParties({ profiles, children }, rows)
      return {
        success: true as const,
        data: rows.map((row) => connectionAnswer(row, partiesOf(row), userId)),
        nextCursor,
        total,
        // `as`: the contract lets these three in
        pending: await store.waitingFor(userId, role as 'teacher'),
      }
    }),
    route(connectionsApi, 'GET /connections/:id', async ({ identity, params }) => {
      const found = await store.find(params.id)
      const isParty = found?.teacherId === identity.userId || found?.learnerSide.includes(identity.userId)
      if (!found || !isParty) throw problem('not-found')
      return answer(found, identity)
    }),
    route(connectionsApi, 'POST /connections/:id/accept', async ({ identity, params, body }) => {
      await refuseUnapproved(identity)
      return act(params.id, identity, 'accept', body.note)
    }),
    route(connectionsApi, 'POST /connections/:id/decline', async ({ identity, params, body }) => {
      if (identity.role === 'teacher') await refuseUnapproved(identity)
      return act(params.id, identity, 'decline', body.note)
    }),
    route(connectionsApi, 'POST /connections/:id/consent', ({ identity, params, body }) =>
      act(params.id, identity, 'consent', body.note),
    ),
    route(connectionsApi, 'POST /connections/:id/cancel', ({ identity, params, body }) =>
      act(params.id, identity, 'cancel', body.note),
    ),
    route(connectionsApi, 'POST /connections/:id/end', ({ identity, params, body }) =>
      act(params.id, identity, 'end', body.note),
    ),
    route(connectionsApi, 'GET /me/quota', async ({ identity }) =>
      success(await quotaOf(identity.userId, store, upgrades)),
    ),
    route(connectionsApi, 'POST /me/upgrade-request', async ({ identity, body }) => {
      const teacher = await refuseUnapproved(identity)
      await upgrades.request(teacher, body.reason.trim(), new Date())
      return success(await quotaOf(identity.userId, store, upgrades))
    }),
  ]
}

async function approvedTeacher(profiles: ProfileStore, { userId }: Identity) {
  const teacher = ready(await profiles.find(userId))
  if (teacher.status !== 'approved') throw problem('teacher-not-approved')
  return teacher
}

async function quotaOf(teacherId: string, store: ConnectionDeps['store'], upgrades: UpgradeStore) {
  const [upgrade, used] = await Promise.all([upgrades.find(teacherId), store.openCount(teacherId)])
  const isUnlimited = upgrade?.status === 'granted'
  return {
    plan: isUnlimited ? ('unlimited' as const) : ('free' as const),
    used,
    limit: isUnlimited ? null : freePlaces,
    upgrade: upgrade ? { status: upgrade.status, at: upgrade.at.toISOString() } : null,
  }
}
