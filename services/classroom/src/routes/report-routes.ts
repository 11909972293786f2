import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { sendPrivateFile } from '@darsi/kit/http/private-file.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { PartyStore } from '../parties/party-store.ts'
import type { ReportStore } from '../reports/report-store.ts'
import type { RoomStore } from '../rooms/room-store.ts'
import { namedParties } from '../rooms/show-room.ts'

type Parts = { rooms: RoomStore; reports: ReportStore; parties: PartyStore; now: () => Date }

export function reportRoutes(parts: Parts): readonly Route[] {
  const { rooms, reports, now } = parts
  return [
    route(classroomApi, 'POST /classroom/:sessionId/report', async ({ identity, params, body, request }) => {
      // somebody who has just come in counts already
      await rooms.settle(params.sessionId)
      const current = await rooms.contextFor(params.sessionId, identity.userId)
      if (!current.room.openedAt) throw problem('classroom-closed')
      await reports.add(current, identity.userId, {
        ...body,
        idempotencyKey: request.get('idempotency-key'),
      })
      return succeeded()
    }),
    route(classroomApi, 'POST /admin/classroom-reports/:id/view', async ({ identity, params }) => {
      const { sessionId, at, pages } = await reports.view(params.id, identity.userId, now())
      return success({ at, pages, people: await peopleOf(parts, sessionId) })
    }),
    route(
      classroomApi,
      'GET /admin/classroom-reports/:id/pictures/:picture',
      async ({ identity: { userId: by }, params, response }) => {
        const bytes = await reports.picture(params.id, params.picture, { by, at: now() })
        if (!bytes) throw problem('not-found')
        return sendPrivateFile(response, bytes)
      },
    ),
  ]
}

/** Empty after the lesson was removed, because the evidence is kept longer. */
async function peopleOf({ rooms, parties }: Parts, sessionId: string) {
  const people = new Map<string, ReturnType<typeof namedParties>[number]>()
  for (const { connectionId } of await rooms.of(sessionId)) {
    const party = await parties.of(connectionId)
    for (const person of party ? namedParties(party) : []) people.set(person.userId, person)
  }
  return [...people.values()]
}
