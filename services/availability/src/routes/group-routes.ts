import { type GroupHour, groupsApi } from '@darsi/contracts/calls/availability/groups-api.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { Bookings } from '../bookings/commit.ts'
import { joinGroup } from '../bookings/join-group.ts'
import { offerGroup } from '../bookings/offer-group.ts'
import type { RequestChecks } from '../bookings/request-checks.ts'
import { cancelByTeacher } from '../groups/cancel-group.ts'
import type { GroupQueries } from '../groups/group-queries.ts'
import type { GroupStore } from '../groups/group-store.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { LessonStore } from '../lessons/lesson-store.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { showGroup, showGroups } from '../views/show-groups.ts'

type Parts = {
  bookings: Bookings
  groups: GroupStore & GroupQueries
  lessons: LessonStore & LessonQueries
  parties: PartyQueries
  checks: RequestChecks
  now: () => Date
}

export function groupRoutes(parts: Parts): readonly Route[] {
  const { groups, parties } = parts

  return [
    route(groupsApi, 'GET /groups', async ({ identity, language, query: { teacherId } }) => {
      const open = await groups.openOf(await teachersFor(parts, identity, teacherId))
      const views = await showGroups(parts, open, { identity, language })
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
      { readers: ({ identity, body }) => parties.readersOf(body.connectionId, identity.userId) },
    ),
    route(groupsApi, 'POST /groups/:id/cancel', async ({ identity, language, params }) => {
      await cancelByTeacher(parts, await groups.ofTeacher(params.id, identity.userId))
      return success(
        await showGroup(parts, params.id, { identity, language }),
        messageText('group-cancelled', language),
      )
    }),
  ]
}

/** @throws problem 404 for a teacher whom the caller may not see */
async function teachersFor(
  { parties }: Pick<Parts, 'parties'>,
  { userId, role }: Identity,
  teacherId: string | undefined,
): Promise<string[]> {
  if (teacherId !== undefined) {
    if (!(await parties.isVisibleTo(teacherId, userId))) throw problem('not-found')
    return [teacherId]
  }
  if (role === 'teacher') return [userId]
  return [...new Set((await parties.openOf(userId)).map((connection) => connection.teacherId))]
}
