import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { rowsOf, writeExport } from '@darsi/kit/http/data-export.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import type { Parts } from './parts.ts'
import { mayReadBoard, sharedId } from './rooms/place.ts'

/** The person's data in this service: stays in rooms, line quality, and the boards of the person’s lessons with their pictures. */
export function ownExportRoute({
  collections,
  parties,
  boards,
  pictures,
  rooms,
}: Pick<Parts, 'collections' | 'parties' | 'boards' | 'pictures' | 'rooms'>): Route {
  return route(classroomApi, 'GET /me/export/classroom', async ({ identity: { userId }, response }) => {
    const connectionIds = await parties.connectionIdsOf(userId)
    const sessionIds = async function* () {
      const own = { connectionId: { $in: connectionIds } }
      const seen = new Set<string>()
      for await (const room of collections.rooms.find(own, { projection: { _id: 1, groupId: 1 } })) {
        const roomId = sharedId(room)
        if (seen.has(roomId)) continue
        // a board of a group, only where the person may read it in the site too
        if (room.groupId && !mayReadBoard(await rooms.contextOf(room._id), userId)) continue
        seen.add(roomId)
        yield roomId
      }
    }
    await writeExport(response, {
      classroomStays: rowsOf(collections.seats, { userId }, [
        'sessionId',
        'since',
        'seenAt',
        'stays',
        'line',
      ]),
      classroomBoards: async function* () {
        for await (const sessionId of sessionIds())
          for (const { page, update } of await boards.of(sessionId))
            yield { sessionId, page, yjsUpdate: Buffer.from(update).toString('base64') }
      },
      classroomPictures: async function* () {
        for await (const sessionId of sessionIds())
          for await (const { id, type, bytes } of pictures.of(sessionId))
            yield { sessionId, id, type, base64: bytes.toString('base64') }
      },
    })
    return undefined
  })
}
