import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { cleanFile } from '@darsi/kit/storage/clean-file.ts'
import { fileTypeOf } from '@darsi/kit/storage/file-type.ts'
import type { Parts } from '../parts.ts'
import { rightsOf } from '../rooms/rights.ts'
import { partOf, refuseEnded } from '../rooms/room.ts'
import { roomContextFor } from '../rooms/routes.ts'

export function pictureRoutes(parts: Parts): readonly Route[] {
  const { pictures, now } = parts
  return [
    route(
      classroomApi,
      'POST /classroom/:sessionId/pictures',
      async ({ identity: { userId }, params: { sessionId }, body }) => {
        await refuseWriting(parts, sessionId, userId)
        // a page of a PDF comes as a picture that the browser drew
        if (fileTypeOf(body) === 'application/pdf') throw problem('file-type-refused')
        const row = await pictures.add(sessionId, userId, await cleanFile(body), now())
        // the lesson may have ended, or the account may have been erased, while the picture was re-encoded
        await refuseWriting(parts, sessionId, userId).catch(async (error) => {
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
        await roomContextFor(parts, params.sessionId, identity.userId)
        const picture = await pictures.read(params.sessionId, params.picture)
        if (!picture) throw problem('not-found')
        response.type('application/octet-stream').send(picture.bytes)
        return undefined
      },
    ),
  ]
}

/** @throws problem for a person without a seat in the room or without the right to draw */
async function refuseWriting(parts: Pick<Parts, 'rooms'>, sessionId: string, userId: string): Promise<void> {
  const { room, party, present } = await roomContextFor(parts, sessionId, userId)
  refuseEnded(room)
  const part = partOf(party.roster, userId)
  if (!part || !present.has(userId) || !rightsOf(room, party.roster, part).write) throw problem('forbidden')
}
