import { classroomApi } from '@darsi/contracts/calls/classroom-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded } from '@darsi/kit/http/route.ts'
import type { Parts } from '../parts.ts'
import { partOf } from '../rooms/room.ts'

export function reportRoutes({ rooms, reports }: Pick<Parts, 'rooms' | 'reports'>): readonly Route[] {
  return [
    route(classroomApi, 'POST /classroom/:sessionId/report', async ({ identity, params, body }) => {
      const whole = await rooms.whole(params.sessionId)
      if (!partOf(whole.party.roster, identity.userId)) throw problem('not-found')
      if (!whole.room.openedAt) throw problem('classroom-closed')
      await reports.add(whole, identity.userId, body)
      return succeeded()
    }),
  ]
}
