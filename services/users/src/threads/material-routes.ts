import { materialsApi, type Upload } from '@darsi/contracts/calls/users/materials-api.ts'
import { sendPrivateFile } from '@darsi/kit/http/private-file.ts'
import { type Route, route, success } from '@darsi/kit/http/route.ts'
import {
  beginUpload,
  findUpload,
  finishUpload,
  type MaterialParts,
  materialAnswer,
} from '../materials/material-commands.ts'
import { createTusServer } from '../materials/tus-server.ts'
import type { UploadDocument } from '../materials/upload-store.ts'
import { type MaterialReadParts, readMaterial } from './read-material.ts'

export function uploadRoutes(parts: MaterialParts): Route[] {
  const tus = createTusServer(parts)
  return [
    route(materialsApi, 'POST /materials/uploads', async ({ identity, body }) =>
      success(uploadAnswer(await beginUpload(parts, identity.userId, body))),
    ),
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
