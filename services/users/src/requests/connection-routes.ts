import { connectionsApi } from '@darsi/contracts/calls/users/connections-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { checkedByHandler, noReaders } from '@darsi/kit/http/text-gate.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { Action } from '../connections/connection.ts'
import { connectionAnswer } from '../connections/connection-answer.ts'
import { familyOf, loadParties, partiesOf } from '../connections/connection-parties.ts'
import type { ConnectionDocument } from '../connections/connection-queries.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { freePlaces, type UpgradeStore } from '../connections/upgrade-store.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { requireProfile } from '../profiles/require-profile.ts'
import type { LastWords } from '../utterances/last-words.ts'
import { actOnConnection, type ConnectionParts, requestConnection } from './connection-commands.ts'
import { orDraft } from './waiting-commands.ts'

type Judged = LastWords['judgedTexts']

export function connectionRoutes(parts: ConnectionParts, judged: Judged): Route[] {
  return [...requestRoutes(parts), ...actionRoutes(parts, judged), ...quotaRoutes(parts)]
}

function requestRoutes(parts: ConnectionParts): Route[] {
  const { connections, profiles } = parts
  return [
    route(
      connectionsApi,
      'POST /connections',
      async ({ identity, body }) => {
        const caller = requireProfile(await profiles.find(identity.userId))
        const request = () => requestConnection(parts, caller, body)
        return answer(parts, await orDraft(parts, caller, body, request), identity)
      },
      // the rules of a request refuse one to a teacher who is blocked, with words or without
      { readers: checkedByHandler },
    ),
    route(connectionsApi, 'GET /connections', async ({ identity, query }) => {
      const { userId, role } = identity
      const box = query.box ?? (role === 'teacher' ? 'received' : 'sent')
      const { rows, nextCursor, total } = await connections.page(userId, box, query)
      const partiesIn = await loadParties(parts, rows)
      return {
        success: true as const,
        data: rows.map((row) => connectionAnswer(row, partiesIn(row), userId)),
        nextCursor,
        total,
        // `as`: the contract admits teachers, parents and students
        pending: await connections.waitingFor(userId, role as 'teacher'),
      }
    }),
    route(connectionsApi, 'GET /connections/:id', async ({ identity, params }) => {
      const found = await connections.find(params.id)
      if (!found || !isParty(found, identity)) throw problem('not-found')
      return answer(parts, found, identity)
    }),
  ]
}

function actionRoutes(parts: ConnectionParts, judged: Judged): Route[] {
  const { connections, profiles } = parts
  const act = async (id: string, identity: Identity, action: Action, note: string) => {
    const changed = await actOnConnection(parts, id, { by: identity.userId, action, note })
    return answer(parts, changed, identity)
  }
  /** The answer to a request stays possible between people who blocked each other; its note does not arrive. */
  const words = {
    ifBlocked: 'leave-out' as const,
    readers: async ({ identity, params }: { identity: Identity; params: { id: string } }) => {
      const found = await connections.find(params.id)
      if (!found || !isParty(found, identity)) return noReaders
      const isBlocked = (await connections.blocks.between(found.teacherId, familyOf(found))).length > 0
      const lastTexts = judged({ ...found, connectionId: found._id }, identity.userId)
      return { lastTexts, isBlocked }
    },
  }
  const actions = [
    ['POST /connections/:id/consent', 'consent'],
    ['POST /connections/:id/cancel', 'cancel'],
    ['POST /connections/:id/end', 'end'],
  ] as const
  return [
    // checked before anything is looked up: an unapproved teacher learns nothing about learners
    route(
      connectionsApi,
      'POST /connections/:id/accept',
      async ({ identity, params, body }) => {
        await approvedTeacher(profiles, identity)
        return act(params.id, identity, 'accept', body.note)
      },
      words,
    ),
    route(
      connectionsApi,
      'POST /connections/:id/decline',
      async ({ identity, params, body }) => {
        if (identity.role === 'teacher') await approvedTeacher(profiles, identity)
        return act(params.id, identity, 'decline', body.note)
      },
      words,
    ),
    route(connectionsApi, 'POST /connections/:id/release', ({ identity, params }) =>
      act(params.id, identity, 'release', ''),
    ),
    ...actions.map(([path, action]) =>
      route(
        connectionsApi,
        path,
        ({ identity, params, body }) => act(params.id, identity, action, body.note),
        words,
      ),
    ),
  ]
}

function quotaRoutes({ connections, upgrades, profiles }: ConnectionParts): Route[] {
  return [
    route(connectionsApi, 'GET /me/quota', async ({ identity }) =>
      success(await quotaOf(identity.userId, connections, upgrades)),
    ),
    route(connectionsApi, 'POST /me/upgrade-request', async ({ identity, body, at }) => {
      const teacher = await approvedTeacher(profiles, identity)
      await upgrades.request(teacher, body.reason.trim(), at)
      return success(await quotaOf(identity.userId, connections, upgrades))
    }),
  ]
}

async function answer(parts: ConnectionParts, connection: ConnectionDocument, { userId }: Identity) {
  return success(connectionAnswer(connection, await partiesOf(parts, connection), userId))
}

const isParty = ({ teacherId, learnerSide }: ConnectionDocument, { userId }: Identity): boolean =>
  teacherId === userId || learnerSide.includes(userId)

async function approvedTeacher(profiles: ProfileStore, { userId }: Identity) {
  const teacher = requireProfile(await profiles.find(userId))
  if (teacher.status !== 'approved') throw problem('teacher-not-approved')
  return teacher
}

async function quotaOf(teacherId: string, connections: ConnectionStore, upgrades: UpgradeStore) {
  const [upgrade, used] = await Promise.all([upgrades.find(teacherId), connections.taughtBy(teacherId)])
  const isUnlimited = upgrade?.status === 'granted'
  return {
    plan: isUnlimited ? ('unlimited' as const) : ('free' as const),
    used,
    limit: isUnlimited ? null : freePlaces,
    upgrade: upgrade?.status ? { status: upgrade.status, at: upgrade.at.toISOString() } : null,
  }
}
