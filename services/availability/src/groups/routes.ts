import { type GroupHour, groupsApi } from '@darsi/contracts/calls/availability/groups-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { Parts } from '../parts.ts'
import { cancelByTeacher } from './cancel-group.ts'
import type { Group } from './group.ts'
import { groupView } from './group-view.ts'
import { joinGroup } from './join.ts'
import { offerGroup } from './offer.ts'

export function groupRoutes(parts: Parts): readonly Route[] {
  const { groupQueries, partyQueries } = parts

  return [
    route(groupsApi, 'GET /groups', async ({ identity, language, query: { teacherId } }) => {
      const groups = await groupQueries.openOf(await teachersFor(parts, identity, teacherId))
      const views = await showGroups(parts, groups, { identity, language })
      // without a teacher in mind, only what one of the caller's learners learns
      const isShown = ({ choices, seats }: GroupHour) =>
        teacherId !== undefined || choices.length + seats.length > 0
      return success(identity.role === 'teacher' ? views : views.filter(isShown))
    }),
    route(groupsApi, 'POST /groups', async ({ identity, language, body, request }) => {
      const idempotencyKey = request.get('idempotency-key')
      const group = await offerGroup(parts, identity.userId, { ...body, idempotencyKey })
      return success(
        await showGroup(parts, group._id, { identity, language }),
        messageText('group-offered', language),
      )
    }),
    route(
      groupsApi,
      'POST /groups/:id/seats',
      async ({ identity, language, params, body }) => {
        const waits = await joinGroup(parts, params.id, { ...body, by: identity.userId })
        const view = await showGroup(parts, params.id, { identity, language })
        const slug = waits ? 'group-asked' : 'group-joined'
        return success(view, messageText(slug, language))
      },
      ({ identity, body }) => partyQueries.reachesMinor(body.connectionId, identity.userId),
    ),
    route(groupsApi, 'POST /groups/:id/cancel', async ({ identity, language, params }) => {
      await cancelByTeacher(parts, await groupQueries.ofTeacher(params.id, identity.userId))
      return success(
        await showGroup(parts, params.id, { identity, language }),
        messageText('group-cancelled', language),
      )
    }),
  ]
}

/** @throws problem 404 for a teacher whom the caller may not see */
async function teachersFor(
  { partyQueries }: Pick<Parts, 'partyQueries'>,
  { userId, role }: Identity,
  teacherId: string | undefined,
): Promise<string[]> {
  if (teacherId !== undefined) {
    if (!(await partyQueries.isVisibleTo(teacherId, userId))) throw problem('not-found')
    return [teacherId]
  }
  if (role === 'teacher') return [userId]
  return [...new Set((await partyQueries.openOf(userId)).map((connection) => connection.teacherId))]
}

type Viewer = { identity: Identity; language: Language }

/** Four reads, however long the list is. */
async function showGroups(
  { lessonQueries, partyQueries, now }: Parts,
  groups: readonly Group[],
  { identity: { userId, role }, language }: Viewer,
): Promise<GroupHour[]> {
  const seats = await lessonQueries.ofGroups(groups.map(({ _id }) => _id))
  const own = role === 'teacher' ? [] : await partyQueries.openOf(userId)
  const listed = [...seats, ...own.map(({ _id: connectionId }) => ({ connectionId }))]
  const rows = await partyQueries.rowsOf(
    listed,
    groups.map(({ teacherId }) => teacherId),
  )
  const viewer = { userId, language, now: now() }
  return groups.map((group) =>
    groupView(group, viewer, {
      ...rows,
      seats: seats.filter(({ groupId }) => groupId === group._id),
      own: own.filter(({ teacherId }) => teacherId === group.teacherId),
    }),
  )
}

async function showGroup(parts: Parts, id: string, viewer: Viewer): Promise<GroupHour> {
  const group = await parts.groupQueries.find(id)
  const [view] = group ? await showGroups(parts, [group], viewer) : []
  if (!view) throw problem('not-found')
  return view
}
