import { type WaitingRequest as Answer, waitingApi } from '@darsi/contracts/calls/users/waiting-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import { requireProfile } from '../profiles/require-profile.ts'
import type { SeekerCache } from '../teachers/seeker-cache.ts'
import { dayOf } from '../teachers/teacher.ts'
import { cardOf } from '../teachers/teacher-card.ts'
import type { ConnectionParts } from './connection-commands.ts'
import { joinWaitingList, leaveWaitingList, requestNeeds, sendWaiting } from './waiting-commands.ts'
import { isInLine, offeredUntil, type WaitingRequest } from './waiting-request.ts'

export function waitingRoutes(parts: ConnectionParts & { seekers: SeekerCache }): Route[] {
  const { profiles, waiting, connections, alternatives, seekers, now } = parts
  const callerOf = async ({ userId }: { userId: string }) => requireProfile(await profiles.find(userId))

  return [
    route(waitingApi, 'GET /me/request-needs', async ({ identity }) =>
      success(await requestNeeds(parts, await callerOf(identity))),
    ),
    route(waitingApi, 'GET /me/waiting-requests', async ({ identity }) => {
      const found = await waiting.ofRequester(identity.userId)
      return success(await Promise.all(found.map((request) => answerOf(parts, request))))
    }),
    route(waitingApi, 'POST /me/waiting-requests', async ({ identity, body }) =>
      success(await answerOf(parts, await joinWaitingList(parts, await callerOf(identity), body))),
    ),
    route(waitingApi, 'POST /me/waiting-requests/:id/send', async ({ identity, params }) =>
      success({ connectionId: await sendWaiting(parts, await callerOf(identity), params.id) }),
    ),
    route(waitingApi, 'DELETE /me/waiting-requests/:id', async ({ identity, params }) => {
      await leaveWaitingList(parts, identity.userId, params.id)
      return succeeded()
    }),
    route(waitingApi, 'GET /connections/:id/alternatives', async ({ identity, params }) => {
      const found = await connections.find(params.id)
      if (!found?.learnerSide.includes(identity.userId)) throw problem('not-found')
      const seeking = await seekers.of(identity.userId)
      const query = { filters: { subject: found.subject }, today: dayOf(now()) }
      const teachers = await alternatives({ ...found, requesterId: identity.userId })
      return success(teachers.map((teacher) => cardOf(teacher, query, seeking)))
    }),
  ]
}

async function answerOf({ profiles, waiting }: ConnectionParts, request: WaitingRequest): Promise<Answer> {
  const { _id, teacherId, childId, subject, message, preferredTimes, waitsFor, since } = request
  const [teacher, position] = await Promise.all([
    profiles.find(teacherId),
    isInLine(request) ? waiting.position(request) : null,
  ])
  return {
    id: _id,
    teacher: { id: teacherId, name: teacher?.fullName ?? '' },
    ...{ childId, subject, message, waitsFor, position },
    preferredTimes: [...preferredTimes],
    since: since.toISOString(),
    offeredUntil: offeredUntil(request)?.toISOString() ?? null,
  }
}
