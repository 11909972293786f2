import { fileLimit } from '@darsi/contracts/rules/files.ts'
import sharp from 'sharp'
import { problem } from '../http/problem.ts'
import { fileTypeOf } from './file-type.ts'

const side = 480
const maxPixels = 64_000_000

/**
 * A photo of a person as it may be shown: square, small, re-encoded as WebP, so that nothing of the uploaded file's
 * metadata is left.
 * @throws problem `file-type-refused`, `file-too-large` or `file-unreadable`
 */
export async function cleanPhoto(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length > fileLimit) throw problem('file-too-large')
  const type = fileTypeOf(bytes)
  if (!type || type === 'application/pdf') throw problem('file-type-refused')
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (cause) {
    throw problem('file-unreadable', { cause })
  }
}
