import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { rowsOf, writeExport } from '@darsi/kit/http/data-export.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import type { Parts } from './parts.ts'

/** The person's data in this service: stays in rooms, line quality, and the boards of the person’s lessons with their pictures. */
export function exportRoute({
  collections,
  parties,
  boards,
  pictures,
}: Pick<Parts, 'collections' | 'parties' | 'boards' | 'pictures'>): Route {
  return route(classroomApi, 'GET /me/export/classroom', async ({ identity: { userId }, response }) => {
    const connectionIds = await parties.connectionIdsOf(userId)
    const sessionIds = async function* () {
      const own = { connectionId: { $in: connectionIds } }
      for await (const { _id } of collections.rooms.find(own, { projection: { _id: 1 } })) yield _id
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
