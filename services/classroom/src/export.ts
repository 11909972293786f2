import { classroomApi } from '@darsi/contracts/calls/classroom-api.ts'
import { rowsOf, writeExport } from '@darsi/kit/http/data-export.ts'
import { type Route, route } from '@darsi/kit/http/route.ts'
import type { Parts } from './parts.ts'

/** The person's data in this service: stays in rooms, line quality, and the boards of the person's lessons. */
export function exportRoute({
  collections,
  parties,
  boards,
}: Pick<Parts, 'collections' | 'parties' | 'boards'>): Route {
  return route(classroomApi, 'GET /me/export/classroom', async ({ identity: { userId }, response }) => {
    const connectionIds = await parties.connectionIdsOf(userId)
    await writeExport(response, {
      classroomStays: rowsOf(collections.seats, { userId }, [
        'sessionId',
        'since',
        'seenAt',
        'stays',
        'line',
      ]),
      classroomBoards: async function* () {
        const rooms = collections.rooms.find(
          { connectionId: { $in: connectionIds } },
          { projection: { _id: 1 } },
        )
        for await (const { _id: sessionId } of rooms)
          for (const { page, update } of await boards.of(sessionId))
            yield { sessionId, page, yjsUpdate: Buffer.from(update).toString('base64') }
      },
    })
    return undefined
  })
}
