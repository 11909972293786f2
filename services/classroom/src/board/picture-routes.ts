import { classroomApi } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { sendPrivateFile } from '@darsi/kit/http/private-file.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import { cleanFile } from '@darsi/kit/storage/clean-file.ts'
import { fileTypeOf } from '@darsi/kit/storage/file-type.ts'
import type { Parts } from '../parts.ts'
import { isOverFor, mayReadBoard, rightsIn, sharedId } from '../rooms/place.ts'
import { roomContextFor } from '../rooms/routes.ts'

export function pictureRoutes(parts: Parts): readonly Route[] {
  const { pictures, now } = parts
  return [
    route(
      classroomApi,
      'POST /classroom/:sessionId/pictures',
      async ({ identity: { userId }, params: { sessionId }, body }) => {
        const roomId = await refuseWriting(parts, sessionId, userId)
        // a page of a PDF comes as a picture that the browser drew
        if (fileTypeOf(body) === 'application/pdf') throw problem('file-type-refused')
        const row = await pictures.add(roomId, userId, await cleanFile(body), now())
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
        const current = await roomContextFor(parts, params.sessionId, identity.userId)
        if (!mayReadBoard(current, identity.userId)) throw problem('not-found')
        const picture = await pictures.read(sharedId(current.room), params.picture)
        if (!picture) throw problem('not-found')
        return sendPrivateFile(response, picture.bytes)
      },
    ),
  ]
}

/** @returns id of the shared room. @throws problem for a person without a seat in the room or without the right to draw */
async function refuseWriting(
  parts: Pick<Parts, 'rooms'>,
  sessionId: string,
  userId: string,
): Promise<string> {
  const current = await roomContextFor(parts, sessionId, userId)
  if (isOverFor(current, userId)) throw problem('classroom-ended')
  if (!current.present.has(userId) || !rightsIn(current, userId)?.write) throw problem('forbidden')
  return sharedId(current.room)
}
