import type { Material, Upload } from '@darsi/contracts/calls/users/materials-api.ts'
import { pieceLimit, pieceType } from '@darsi/contracts/rules/files.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { dataOf } from '@darsi/kit/testing/testing.ts'
import { expect } from '@jest/globals'
import type { World } from './world.ts'

type Caller = Pick<World, 'call'>
type Bytes = Uint8Array<ArrayBuffer>

export const beginUpload = async ({ call }: Caller, as: Identity, bytes: Uint8Array, name = 'exercise.pdf') =>
  dataOf<Upload>(await call('POST /materials/uploads', { as, body: { name, size: bytes.length } }))

export const sendPiece = ({ call }: Caller, as: Identity, id: string, offset: number, bytes: Bytes) =>
  call(`PATCH /materials/uploads/${id}`, {
    as,
    file: bytes,
    headers: { 'content-type': pieceType, 'tus-resumable': '1.0.0', 'upload-offset': String(offset) },
  })

export async function sendPieces(world: Caller, as: Identity, id: string, bytes: Bytes, from = 0) {
  for (let at = from; at < bytes.length; at += pieceLimit)
    expect((await sendPiece(world, as, id, at, bytes.slice(at, at + pieceLimit))).status).toBe(204)
}

/** A complete upload, not finished yet. @returns its id */
export async function sendFile(world: Caller, as: Identity, bytes: Bytes, name?: string): Promise<string> {
  const { id } = await beginUpload(world, as, bytes, name)
  await sendPieces(world, as, id, bytes)
  return id
}

export async function uploadFile(world: Caller, as: Identity, bytes: Bytes, name?: string) {
  const id = await sendFile(world, as, bytes, name)
  const answer = await world.call(`POST /materials/uploads/${id}/finish`, { as })
  expect(answer.status).toBe(201)
  return dataOf<Material>(answer)
}
