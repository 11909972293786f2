import type { Material } from '@darsi/contracts/calls/users/materials-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { nameHasContactDetails } from '@darsi/contracts/rules/contact-details/file-name.ts'
import { fileName } from '@darsi/contracts/rules/files.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import { cleanUpload, dropUpload } from '../uploads/upload-commands.ts'
import type { UploadDocument, UploadStore } from '../uploads/upload-store.ts'
import type { WriteLimits } from '../write-limits.ts'
import type { MaterialDocument, MaterialStore } from './material-store.ts'
import { neutralName } from './neutral-name.ts'

export type MaterialParts = {
  uploads: UploadStore
  materials: MaterialStore
  files: SealedFiles
  writeLimits: WriteLimits
  sealer: Sealer
  now: () => Date
}
type RemovalParts = Pick<MaterialParts, 'uploads' | 'materials' | 'files'>

const maxOfThread = 1000

/** A repeated call gets the material of the first. @throws problem `upload-unfinished`, and those of `cleanFile` */
export async function finishUpload(parts: MaterialParts, by: string, id: string): Promise<MaterialDocument> {
  // the upload first: a call at the same time keeps the file before it deletes the upload
  const upload = await parts.uploads.find(id, by)
  const kept = await parts.materials.find(id)
  if (kept?.by === by) return kept
  if (!upload) throw problem('not-found')
  return keep(parts, upload)
}

async function keep(parts: MaterialParts, upload: UploadDocument): Promise<MaterialDocument> {
  const { materials, sealer, now } = parts
  const { _id, by } = upload
  const cleaned = await cleanUpload(parts, upload).catch(async (refused) => {
    // another call has kept the file and removed the pieces
    const kept = await materials.find(_id)
    if (kept) return kept
    throw refused
  })
  if ('_id' in cleaned) return cleaned
  const name = sealer.seal(fileName(String(sealer.unseal(upload.name)), cleaned.type))
  const material = await materials.keep({ _id, by, name, at: now() }, cleaned)
  await dropUpload(parts, upload)
  return material
}

/** An upload, or a file that no message names yet: its place is free at once. @throws problem `not-found` */
export async function removeUpload(parts: RemovalParts, by: string, id: string): Promise<void> {
  const upload = await parts.uploads.find(id, by)
  if (upload) await dropUpload(parts, upload)
  const removed = await parts.materials.remove({ by, threadId: null, _id: id })
  if (!upload && removed === 0) throw problem('not-found')
}

type Sending = { ids: readonly string[]; by: string; threadId: string }

/** The files to be sent to a conversation. @throws problem `not-found`, `files-full` */
export async function sendableFiles(
  { materials }: Pick<MaterialParts, 'materials'>,
  { ids, by, threadId }: Sending,
): Promise<MaterialDocument[]> {
  if (ids.length === 0) return []
  const found = await materials.sendable(ids, by, threadId)
  if (found.length !== new Set(ids).size) throw problem('not-found')
  if ((await materials.countOfThread(threadId)) + found.length > maxOfThread) throw problem('files-full')
  return found
}

type Readers = { isJudged: boolean; language: Language; at: Date }

/** Where a minor reads, a name that carries a number or a handle is replaced by a neutral one. May be repeated. */
export async function renameForMinors(
  { materials, sealer }: Pick<MaterialParts, 'materials' | 'sealer'>,
  found: readonly MaterialDocument[],
  { isJudged, language, at }: Readers,
): Promise<void> {
  const judged = isJudged ? found.filter((material) => nameHasContactDetails(nameOf(sealer, material))) : []
  for (const material of judged)
    await materials.rename(material, sealer.seal(neutralName(material.file.type, language, at)))
}

/** As its sender named it. */
export const originalNameOf = (sealer: Sealer, { name, original }: MaterialDocument): string =>
  String(sealer.unseal(original ?? name))

export const nameOf = (sealer: Sealer, { name }: Pick<MaterialDocument, 'name'>): string =>
  String(sealer.unseal(name))

export function materialAnswer(sealer: Sealer, material: MaterialDocument): Material {
  const { _id: id, file } = material
  return { id, name: nameOf(sealer, material), type: file.type, size: file.size }
}

/**
 * Everything that the account uploaded. What a lasting text names stays hidden, so the texts are erased before. May be
 * repeated.
 * @param kept conversations that its guardians read
 */
export async function eraseMaterials(
  parts: RemovalParts,
  userId: string,
  kept: readonly string[],
): Promise<void> {
  const { materials } = parts
  await materials.remove({ threadId: null, by: userId })
  await materials.hideOf(userId, kept)
  await materials.removeUnnamed({ by: userId })
  for await (const upload of parts.uploads.collection.find({ by: userId })) await dropUpload(parts, upload)
}

/** Uploads that nobody finished, and files that were never sent. */
export async function removeUnsent(parts: RemovalParts, before: Date): Promise<number> {
  let count = await parts.materials.remove({ threadId: null, at: { $lte: before } })
  for await (const upload of parts.uploads.collection.find({ at: { $lte: before } })) {
    await dropUpload(parts, upload)
    count++
  }
  return count
}
