import { materialsApi, type Upload } from '@darsi/contracts/calls/users/materials-api.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { sendPrivateFile } from '@darsi/kit/http/private-file.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import { checkedByHandler } from '@darsi/kit/http/text-gate.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import { finishUpload, type MaterialParts, materialAnswer, nameOf } from '../materials/material-commands.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import { createTusServer } from '../uploads/tus-server.ts'
import { beginUpload, findUpload } from '../uploads/upload-commands.ts'
import type { UploadDocument } from '../uploads/upload-store.ts'
import type { Conversations } from './conversations.ts'
import { type OwnFileParts, oldEnough, removableFiles, removeOwnFile } from './own-files.ts'
import { maySee } from './thread.ts'

export function uploadRoutes(parts: MaterialParts & OwnFileParts): Route[] {
  const tus = createTusServer(parts)
  return [
    route(
      materialsApi,
      'POST /materials/uploads',
      async ({ identity: { userId }, body }) => {
        const [unsent, stored] = await Promise.all([
          parts.materials.unsentOf(userId),
          parts.materials.bytesOf(userId, oldEnough(parts.now())),
        ])
        return success(uploadAnswer(await beginUpload(parts, userId, { ...body, unsent, stored })))
      },
      // nobody reads the name before the file is sent
      { readers: checkedByHandler },
    ),
    route(materialsApi, 'GET /materials/uploads', async ({ identity: { userId } }) => {
      const [used, found] = await Promise.all([
        parts.materials.bytesOf(userId, oldEnough(parts.now())),
        removableFiles(parts, userId),
      ])
      return success({ used, files: found.map((material) => materialAnswer(parts.sealer, material)) })
    }),
    route(materialsApi, 'GET /materials/uploads/:id', async ({ identity, params, request, response }) => {
      const upload = await findUpload(parts, identity.userId, params.id)
      // what is written here is dropped where tus has answered
      if (request.method === 'HEAD') await tus.handle(request, response)
      return success(uploadAnswer(upload))
    }),
    route(materialsApi, 'PATCH /materials/uploads/:id', async ({ identity, params, request, response }) => {
      await findUpload(parts, identity.userId, params.id)
      await tus.handle(request, response)
      return undefined
    }),
    route(materialsApi, 'DELETE /materials/uploads/:id', async ({ identity, params }) => {
      await removeOwnFile(parts, identity.userId, params.id)
      return succeeded()
    }),
    route(materialsApi, 'POST /materials/uploads/:id/finish', async ({ identity, params }) =>
      success(materialAnswer(parts.sealer, await finishUpload(parts, identity.userId, params.id))),
    ),
  ]
}

export function materialRoute(parts: MaterialReadParts): Route {
  return route(materialsApi, 'GET /materials/:id/file', async ({ identity, params, response }) => {
    const { bytes, name } = await readMaterial(parts, identity.userId, params.id)
    return sendPrivateFile(response, bytes, name)
  })
}

const uploadAnswer = ({ _id: id, size, offset }: UploadDocument): Upload => ({ id, size, offset })

type MaterialReadParts = {
  materials: MaterialStore
  files: SealedFiles
  conversations: Conversations
  sealer: Sealer
}

/** @throws problem `not-found` for those who may not read what the file belongs to */
async function readMaterial(parts: MaterialReadParts, userId: string, id: string) {
  const { materials, files, conversations, sealer } = parts
  const material = await materials.find(id)
  if (!material) throw problem('not-found')
  if (material.threadId !== null && material.namedBy.length === 0) throw problem('not-found')
  if (material.threadId === null) {
    if (material.by !== userId) throw problem('not-found')
  } else {
    const { part } = await conversations.find(material.threadId, userId)
    if (!maySee(material, { userId, part })) throw problem('not-found')
  }
  const bytes = await files.get(material.file)
  if (!bytes) throw problem('not-found')
  return { bytes, name: nameOf(sealer, material) }
}
