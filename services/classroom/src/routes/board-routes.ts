import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { sendPrivateFile } from '@darsi/kit/http/private-file.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { cleanFile } from '@darsi/kit/storage/clean-file.ts'
import { fileTypeOf } from '@darsi/kit/storage/file-type.ts'
import type { BoardStore } from '../board/board-store.ts'
import type { PictureStore } from '../board/picture-store.ts'
import type { MediaEngine } from '../media/engine.ts'
import { isOverFor, mayReadBoard, pagesOf, placesOf, rightsIn, sharedId } from '../rooms/place.ts'
import { nextPage } from '../rooms/room.ts'
import type { RoomStore } from '../rooms/room-store.ts'
import { roomAnswer } from './room-routes.ts'

type Parts = {
  rooms: RoomStore
  boards: BoardStore
  pictures: PictureStore
  engine: Pick<MediaEngine, 'state'>
  now: () => Date
}

export function boardRoutes(parts: Parts): readonly Route[] {
  return [...pageRoutes(parts), ...pictureRoutes(parts)]
}

function pageRoutes(parts: Omit<Parts, 'pictures' | 'now'>): readonly Route[] {
  const { rooms, boards } = parts
  return [
    route(classroomApi, 'POST /classroom/:sessionId/pages', async ({ identity, params }) => {
      const { sessionId } = params
      const current = await rooms.contextFor(sessionId, identity.userId)
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
      const current = await rooms.contextFor(params.sessionId, identity.userId)
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

function pictureRoutes(parts: Omit<Parts, 'boards' | 'engine'>): readonly Route[] {
  const { rooms, pictures, now } = parts
  return [
    route(
      classroomApi,
      'POST /classroom/:sessionId/pictures',
      async ({ identity: { userId }, params: { sessionId }, body }) => {
        const roomId = await refuseWriting(rooms, sessionId, userId)
        // a page of a PDF comes as a picture that the browser drew
        if (fileTypeOf(body) === 'application/pdf') throw problem('file-type-refused')
        const cleaned = await cleanFile({ by: userId, read: async () => body })
        const row = await pictures.add(roomId, userId, cleaned, now())
        // the lesson may have ended, or the account may have been erased, while the picture was re-encoded
        await refuseWriting(rooms, sessionId, userId).catch(async (error) => {
          await pictures.remove(row)
          throw error
        })
        return success({ id: row._id })
      },
    ),
    route(
      classroomApi,
      'GET /classroom/:sessionId/pictures/:picture',
      async ({ identity, params, response }) => {
        const current = await rooms.contextFor(params.sessionId, identity.userId)
        if (!mayReadBoard(current, identity.userId)) throw problem('not-found')
        const picture = await pictures.read(sharedId(current.room), params.picture)
        if (!picture) throw problem('not-found')
        return sendPrivateFile(response, picture.bytes)
      },
    ),
  ]
}

/** @returns id of the shared room. @throws problem for a person without a seat in the room or without the right to draw */
async function refuseWriting(rooms: RoomStore, sessionId: string, userId: string): Promise<string> {
  const current = await rooms.contextFor(sessionId, userId)
  if (isOverFor(current, userId)) throw problem('classroom-ended')
  if (!current.present.has(userId) || !rightsIn(current, userId)?.write) throw problem('forbidden')
  return sharedId(current.room)
}
