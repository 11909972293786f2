import { pieceLimit } from '@darsi/contracts/rules/files.ts'
import type { SealedFiles } from '@darsi/kit/storage/sealed-files.ts'
import { DataStore, ERRORS, Server, Upload } from '@tus/server'
import type { UploadStore } from './upload-store.ts'

type Parts = { uploads: UploadStore; files: SealedFiles }

/**
 * Takes the pieces of uploads by the tus protocol (docs/adr/0021-resumable-uploads.md). Each piece is sealed before it
 * is stored, so that no part of a file is stored readable, and any process can receive the next piece.
 */
export function createTusServer(parts: Parts): Server {
  return new Server({ path: '/materials/uploads', datastore: sealedPieces(parts), allowedOrigins: [] })
}

function sealedPieces({ uploads, files }: Parts): DataStore {
  return Object.assign(new DataStore(), {
    getUpload: async (id: string): Promise<Upload> => {
      const found = await uploads.collection.findOne({ _id: id })
      if (!found) throw ERRORS.FILE_NOT_FOUND
      return new Upload({ id, size: found.size, offset: found.offset })
    },

    write: async (source: AsyncIterable<Buffer>, id: string, offset: number): Promise<number> => {
      const bytes = await readPiece(source)
      if (bytes.length === 0) return offset
      const piece = await files.put('uploads', { bytes, type: 'piece' })
      if (await uploads.addPiece(id, offset, piece)) return offset + bytes.length
      await files.remove(piece)
      throw ERRORS.INVALID_OFFSET
    },
  })
}

async function readPiece(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > pieceLimit) throw ERRORS.ERR_MAX_SIZE_EXCEEDED
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
