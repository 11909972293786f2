import { type ClassroomSeat, classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { problem, rateLimited } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { MediaEngine } from '../media/engine.ts'
import { partOf } from '../parties/roster.ts'
import { drawnBy, placesFor, placesOf, sharedId } from '../rooms/place.ts'
import { admit, end, hold } from '../rooms/room.ts'
import type { RoomStore } from '../rooms/room-store.ts'
import type { SeatStore } from '../rooms/seat-store.ts'
import { showAttendance, showRoom } from '../rooms/show-room.ts'
import type { Entering } from '../sockets/enter.ts'

const lineEveryMs = 4000

type Showing = { rooms: RoomStore; engine: Pick<MediaEngine, 'state'> }
type Staying = Showing & {
  seats: SeatStore
  enter: (entering: Entering) => Promise<ClassroomSeat>
  /** Called after each change of a room. */
  changed: (sessionId: string) => Promise<void>
  now: () => Date
}

/** Routes for everyone in a room. */
export function stayingRoutes(parts: Staying): readonly Route[] {
  const { rooms, seats, engine, now } = parts
  return [
    route(classroomApi, 'POST /classroom/:sessionId/enter', async ({ identity, params, body }) =>
      success(
        await parts.enter({
          ...{ ...params, ...body, userId: identity.userId, authSessionId: identity.sessionId },
        }),
      ),
    ),
    // before the route with a parameter, which would take the word for an id
    route(classroomApi, 'GET /classroom/alive', async () => succeeded()),
    route(classroomApi, 'GET /classroom/:sessionId', async ({ identity, params }) => {
      const current = await rooms.contextFor(params.sessionId, identity.userId)
      return success(showRoom(current, identity.userId, engine.state()))
    }),
    route(classroomApi, 'POST /classroom/:sessionId/leave', async ({ identity, params, body }) => {
      const { room } = await rooms.contextFor(params.sessionId, identity.userId)
      const roomId = sharedId(room)
      await seats.close({ sessionId: roomId, userId: identity.userId, ...body })
      await rooms.settle(params.sessionId)
      await parts.changed(roomId)
      return succeeded()
    }),
    route(classroomApi, 'POST /classroom/:sessionId/hand', async ({ identity, params, body }) => {
      const { sessionId } = params
      const current = await rooms.contextFor(sessionId, identity.userId)
      const userId = body.userId ?? identity.userId
      const isOwn = userId === identity.userId
      const isLowering = !body.raised && partOf(current.party.roster, identity.userId) === 'teacher'
      if (!isOwn && !isLowering) throw problem('forbidden')
      const places = placesFor(current, identity.userId)
      await rooms.change(places, {}, { [body.raised ? '$addToSet' : '$pull']: { hands: userId } })
      return roomAnswer(parts, sessionId, identity.userId)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/line', async ({ identity, params, body }) => {
      const { room } = await rooms.contextFor(params.sessionId, identity.userId)
      const whose = { sessionId: sharedId(room), userId: identity.userId, device: body.device }
      const seat = await seats.one(whose)
      if (!seat || seat.closed) throw problem('not-found')
      const waitMs = lineEveryMs - (now().getTime() - (seat.lineAt?.getTime() ?? 0))
      if (waitMs > 0) throw rateLimited(waitMs)
      await seats.reportLine(seat, body.quality, now())
      return succeeded()
    }),
    route(classroomApi, 'GET /classroom/:sessionId/attendance', async ({ identity, params }) =>
      success(showAttendance(await rooms.contextOf(params.sessionId), identity.userId)),
    ),
  ]
}

/** Routes for the teacher or a guardian. */
export function leadingRoutes(parts: Showing): readonly Route[] {
  const { rooms } = parts
  return [
    route(classroomApi, 'POST /classroom/:sessionId/admit', async ({ identity, params }) => {
      const by = identity.userId
      await rooms.contextFor(params.sessionId, by)
      await rooms.update(params.sessionId, by, ({ room, roster, present, at }) =>
        admit(room, roster, { by, at, present }),
      )
      return roomAnswer(parts, params.sessionId, by)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/hold', async ({ identity, params }) => {
      const by = identity.userId
      await rooms.contextFor(params.sessionId, by)
      await rooms.update(params.sessionId, by, ({ room, roster, at }) => hold(room, roster, { by, at }))
      return roomAnswer(parts, params.sessionId, by)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/end', async ({ identity, params }) => {
      const by = identity.userId
      await rooms.contextFor(params.sessionId, by)
      await rooms.update(params.sessionId, by, ({ room, at }) => end(room, { by, at }))
      return roomAnswer(parts, params.sessionId, by)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/rights', async ({ identity, params, body }) => {
      const current = await rooms.contextFor(params.sessionId, identity.userId)
      const all = placesOf(current)
      const places = body.userId === undefined ? all : drawnBy(all, body.userId)
      if (places.length === 0) throw problem('not-found')
      await rooms.change(places, {}, { $set: { learnerMayWrite: body.write } })
      return roomAnswer(parts, params.sessionId, identity.userId)
    }),
  ]
}

export async function roomAnswer({ rooms, engine }: Showing, sessionId: string, userId: string) {
  return success(showRoom(await rooms.contextOf(sessionId), userId, engine.state()))
}
