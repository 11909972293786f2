import { randomUUID } from 'node:crypto'
import { storageLimit } from '@darsi/contracts/rules/files.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { isTransient } from '@darsi/kit/failure.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { cleanFile } from '@darsi/kit/storage/clean-file.ts'
import type { FileType } from '@darsi/kit/storage/file-type.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import type { WriteLimits } from '../write-limits.ts'
import type { UploadDocument, UploadStore } from './upload-store.ts'

export type UploadParts = { uploads: UploadStore; files: SealedFiles }
type Beginning = UploadParts & { writeLimits: WriteLimits; sealer: Sealer; now: () => Date }

/** What one person may have on the way: sent pieces, and files that no message names yet. */
const maxUnsent = 20

/**
 * @param unsent complete files that still wait
 * @param stored bytes of the complete files
 * @throws problem `rate-limited`, `files-full` when too many wait, or `storage-full`
 */
export async function beginUpload(
  { uploads, writeLimits, sealer, now }: Beginning,
  by: string,
  { name, size, unsent, stored }: { name: string; size: number; unsent: number; stored: number },
): Promise<UploadDocument> {
  const at = now()
  await writeLimits.take('upload', by, at)
  if ((await uploads.countOf(by)) + unsent >= maxUnsent) throw problem('files-full')
  if ((await uploads.bytesOf(by)) + stored + size > storageLimit) throw problem('storage-full')
  const upload = { _id: randomUUID(), by, name: sealer.seal(name), size, offset: 0, pieces: [], at }
  await uploads.collection.insertOne(upload)
  return upload
}

/** @throws problem `not-found` for another person's upload */
export async function findUpload({ uploads }: UploadParts, by: string, id: string): Promise<UploadDocument> {
  const found = await uploads.find(id, by)
  if (!found) throw problem('not-found')
  return found
}

/**
 * The cleaned file of a complete upload. The caller keeps it under the upload's id, so that a repeated call finds it, and
 * drops the upload. A refused file is dropped at once.
 * @throws problem `upload-unfinished`, `not-found` when another call dropped it meanwhile, and those of `cleanFile`
 */
export async function cleanUpload(
  parts: UploadParts,
  upload: UploadDocument,
  as?: 'file' | 'photo',
): Promise<{ bytes: Buffer; type: FileType }> {
  if (upload.offset < upload.size) throw problem('upload-unfinished')
  const read = async () => {
    const pieces: Buffer[] = []
    for (const piece of upload.pieces) {
      const bytes = await parts.files.get(piece)
      if (!bytes) throw problem('not-found')
      pieces.push(bytes)
    }
    return Buffer.concat(pieces)
  }
  return cleanFile({ by: upload.by, read }, as).catch(async (refused) => {
    // too many at once: the caller finishes the upload later
    if (!isTransient(refused)) await dropUpload(parts, upload)
    throw refused
  })
}

/** The pieces go first: a crash in between leaves a document that the retention job finds. */
export async function dropUpload(
  { uploads, files }: UploadParts,
  { _id, pieces }: Pick<UploadDocument, '_id' | 'pieces'>,
): Promise<void> {
  for (const piece of pieces) await files.remove(piece)
  await uploads.collection.deleteOne({ _id })
}
