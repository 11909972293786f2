import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { problem, rateLimited } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { Parts } from '../parts.ts'
import { enterRoom } from './enter.ts'
import {
  drawnBy,
  isOverFor,
  mayReadBoard,
  pagesOf,
  placesFor,
  placesOf,
  rightsIn,
  sharedId,
} from './place.ts'
import { admit, end, hold, nextPage, partOf } from './room.ts'
import type { RoomContext } from './room-store.ts'
import { showAttendance, showRoom } from './show-room.ts'

const lineEveryMs = 4000

export function roomRoutes(parts: Parts): readonly Route[] {
  return [...stayingRoutes(parts), ...leadingRoutes(parts), ...boardRoutes(parts)]
}

/** Routes for everyone in a room. */
function stayingRoutes(parts: Parts): readonly Route[] {
  const { rooms, seats, engine, now } = parts
  return [
    route(classroomApi, 'POST /classroom/:sessionId/enter', async ({ identity, params, body }) =>
      success(
        await enterRoom(parts, {
          ...{ ...params, ...body, userId: identity.userId, authSessionId: identity.sessionId },
        }),
      ),
    ),
    // before the route with a parameter, which would take the word for an id
    route(classroomApi, 'GET /classroom/alive', async () => succeeded()),
    route(classroomApi, 'GET /classroom/:sessionId', async ({ identity, params }) => {
      const current = await roomContextFor(parts, params.sessionId, identity.userId)
      return success(showRoom(current, identity.userId, engine))
    }),
    route(classroomApi, 'POST /classroom/:sessionId/leave', async ({ identity, params, body }) => {
      const { room } = await roomContextFor(parts, params.sessionId, identity.userId)
      const roomId = sharedId(room)
      await seats.close({ sessionId: roomId, userId: identity.userId, ...body })
      await rooms.settle(params.sessionId)
      await parts.changed(roomId)
      return succeeded()
    }),
    route(classroomApi, 'POST /classroom/:sessionId/hand', async ({ identity, params, body }) => {
      const { sessionId } = params
      const current = await roomContextFor(parts, sessionId, identity.userId)
      const userId = body.userId ?? identity.userId
      const isOwn = userId === identity.userId
      const isLowering = !body.raised && partOf(current.party.roster, identity.userId) === 'teacher'
      if (!isOwn && !isLowering) throw problem('forbidden')
      const places = placesFor(current, identity.userId)
      await rooms.change(places, {}, { [body.raised ? '$addToSet' : '$pull']: { hands: userId } })
      return roomAnswer(parts, sessionId, identity.userId)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/line', async ({ identity, params, body }) => {
      const { room } = await roomContextFor(parts, params.sessionId, identity.userId)
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
function leadingRoutes(parts: Parts): readonly Route[] {
  const { rooms } = parts
  return [
    route(classroomApi, 'POST /classroom/:sessionId/admit', async ({ identity, params }) => {
      const by = identity.userId
      await roomContextFor(parts, params.sessionId, by)
      await rooms.update(params.sessionId, by, ({ room, roster, present, at }) =>
        admit(room, roster, { by, at, present }),
      )
      return roomAnswer(parts, params.sessionId, by)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/hold', async ({ identity, params }) => {
      const by = identity.userId
      await roomContextFor(parts, params.sessionId, by)
      await rooms.update(params.sessionId, by, ({ room, roster, at }) => hold(room, roster, { by, at }))
      return roomAnswer(parts, params.sessionId, by)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/end', async ({ identity, params }) => {
      const by = identity.userId
      await roomContextFor(parts, params.sessionId, by)
      await rooms.update(params.sessionId, by, ({ room, at }) => end(room, { by, at }))
      return roomAnswer(parts, params.sessionId, by)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/rights', async ({ identity, params, body }) => {
      const current = await roomContextFor(parts, params.sessionId, identity.userId)
      const all = placesOf(current)
      const places = body.userId === undefined ? all : drawnBy(all, body.userId)
      if (places.length === 0) throw problem('not-found')
      await rooms.change(places, {}, { $set: { learnerMayWrite: body.write } })
      return roomAnswer(parts, params.sessionId, identity.userId)
    }),
  ]
}

function boardRoutes(parts: Parts): readonly Route[] {
  const { rooms, boards } = parts
  return [
    route(classroomApi, 'POST /classroom/:sessionId/pages', async ({ identity, params }) => {
      const { sessionId } = params
      const current = await roomContextFor(parts, sessionId, identity.userId)
      // the seats are one board: an ended one must not add a page to it
      if (!rightsIn(current, identity.userId)?.write)
        throw problem(isOverFor(current, identity.userId) ? 'classroom-ended' : 'forbidden')
      const pages = pagesOf(current)
      // two pages at once: the second call finds the board changed and adds none
      const isUnchanged = { [`pages.${pages.length}`]: { $exists: false } }
      await rooms.change(placesOf(current), isUnchanged, { $set: { pages: [...pages, nextPage({ pages })] } })
      return roomAnswer(parts, sessionId, identity.userId)
    }),
    route(classroomApi, 'GET /classroom/:sessionId/board', async ({ identity, params }) => {
      const current = await roomContextFor(parts, params.sessionId, identity.userId)
      if (!mayReadBoard(current, identity.userId)) throw problem('not-found')
      const stored = new Map(
        (await boards.of(sharedId(current.room))).map(({ page, update }) => [page, update]),
      )
      const pages = pagesOf(current).map((id, index) => ({
        id,
        number: index + 1,
        update: Buffer.from(stored.get(id) ?? emptyUpdate).toString('base64'),
      }))
      return success({ pages })
    }),
  ]
}

/** A Yjs document without content. */
const emptyUpdate = Uint8Array.of(0, 0)

/** @throws problem `not-found` for a person who is no party */
export async function roomContextFor(
  { rooms }: Pick<Parts, 'rooms'>,
  sessionId: string,
  userId: string,
): Promise<RoomContext> {
  const current = await rooms.contextOf(sessionId)
  if (!partOf(current.party.roster, userId)) throw problem('not-found')
  return current
}

async function roomAnswer({ rooms, engine }: Parts, sessionId: string, userId: string) {
  return success(showRoom(await rooms.contextOf(sessionId), userId, engine))
}
