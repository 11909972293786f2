import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { problem, rateLimited } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import type { Parts } from '../parts.ts'
import { enterRoom } from './enter.ts'
import { rightsOf } from './rights.ts'
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
      success(await enterRoom(parts, { ...params, userId: identity.userId, ...body })),
    ),
    route(classroomApi, 'GET /classroom/:sessionId', async ({ identity, params }) => {
      const current = await roomContextFor(parts, params.sessionId, identity.userId)
      return success(showRoom(current, identity.userId, engine))
    }),
    route(classroomApi, 'POST /classroom/:sessionId/leave', async ({ identity, params, body }) => {
      await roomContextFor(parts, params.sessionId, identity.userId)
      await seats.close({ ...params, userId: identity.userId, ...body })
      await rooms.settle(params.sessionId)
      await parts.changed(params.sessionId)
      return succeeded()
    }),
    route(classroomApi, 'POST /classroom/:sessionId/hand', async ({ identity, params, body }) => {
      const { sessionId } = params
      const { party } = await roomContextFor(parts, sessionId, identity.userId)
      const userId = body.userId ?? identity.userId
      const isOwn = userId === identity.userId
      const isLowering = !body.raised && partOf(party.roster, identity.userId) === 'teacher'
      if (!isOwn && !isLowering) throw problem('forbidden')
      await rooms.change(sessionId, {}, { [body.raised ? '$addToSet' : '$pull']: { hands: userId } })
      return roomAnswer(parts, sessionId, identity.userId)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/line', async ({ identity, params, body }) => {
      const seat = await seats.one({ ...params, userId: identity.userId, device: body.device })
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
      await rooms.update(params.sessionId, ({ room, party, present, at }) =>
        admit(room, party.roster, { by, at, present }),
      )
      return roomAnswer(parts, params.sessionId, by)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/hold', async ({ identity, params }) => {
      const by = identity.userId
      await roomContextFor(parts, params.sessionId, by)
      await rooms.update(params.sessionId, ({ room, party, at }) => hold(room, party.roster, { by, at }))
      return roomAnswer(parts, params.sessionId, by)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/end', async ({ identity, params }) => {
      const by = identity.userId
      await roomContextFor(parts, params.sessionId, by)
      await rooms.update(params.sessionId, ({ room, at }) => end(room, { by, at }))
      return roomAnswer(parts, params.sessionId, by)
    }),
    route(classroomApi, 'POST /classroom/:sessionId/rights', async ({ identity, params, body }) => {
      await roomContextFor(parts, params.sessionId, identity.userId)
      await rooms.change(params.sessionId, {}, { $set: { learnerMayWrite: body.write } })
      return roomAnswer(parts, params.sessionId, identity.userId)
    }),
  ]
}

function boardRoutes(parts: Parts): readonly Route[] {
  const { rooms, boards } = parts
  return [
    route(classroomApi, 'POST /classroom/:sessionId/pages', async ({ identity, params }) => {
      const { sessionId } = params
      const { room, party } = await roomContextFor(parts, sessionId, identity.userId)
      const part = partOf(party.roster, identity.userId)
      if (room.state !== 'ended' && !(part && rightsOf(room, party.roster, part).write))
        throw problem('forbidden')
      // two pages at once: the second call finds the board changed and adds none
      await rooms.change(
        sessionId,
        { pages: { $size: room.pages.length } },
        { $push: { pages: nextPage(room) } },
      )
      return roomAnswer(parts, sessionId, identity.userId)
    }),
    route(classroomApi, 'GET /classroom/:sessionId/board', async ({ identity, params }) => {
      const { room } = await roomContextFor(parts, params.sessionId, identity.userId)
      const stored = new Map((await boards.of(room._id)).map(({ page, update }) => [page, update]))
      const pages = room.pages.map((id, index) => ({
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
