import { kindOfFile } from '@darsi/client/file-kind.ts'
import { type FileKind, type UploadRefusal, uploadRefusal } from '@darsi/contracts/rules/files.ts'

/** Enough to read a page of an exercise that was photographed. */
const enoughPixels = 5_000_000
/** Of a long and narrow picture, which would otherwise become unreadable. */
const readableSide = 1000
/** A smaller file is sent as it is. */
const smallEnough = 700_000

export type PreparedFile = { file: File; kind: FileKind; refusal: UploadRefusal | null }

/**
 * A file as it is sent: its type is decided by its bytes, because some telephones state none. A photo is made smaller
 * first, which also turns formats that only this browser can read into JPEG.
 */
export async function prepareFile(file: File): Promise<PreparedFile> {
  const kind = await kindOfFile(file)
  const photo = isPhoto(kind, file.size) ? await smallPhoto(file) : null
  const sent = photo ?? file
  const sentKind = photo ? 'image/jpeg' : kind
  return { file: sent, kind: sentKind, refusal: uploadRefusal(sentKind, sent.size) }
}

const isPhoto = (kind: FileKind, size: number) =>
  kind === 'heic' || kind === 'avif' || (kind === 'image/jpeg' && size > smallEnough)

/** Null where this browser cannot read it, or where it would not become smaller. */
async function smallPhoto(file: File): Promise<File | null> {
  const read = async () => createImageBitmap(file)
  const bitmap = await read().catch(() => null)
  if (!bitmap) return null
  const { width, height } = bitmap
  const wanted = Math.max(Math.sqrt(enoughPixels / (width * height)), readableSide / Math.min(width, height))
  const scale = Math.min(1, wanted)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
  const isConverted = !/\.jpe?g$/i.test(file.name)
  if (!blob || (!isConverted && blob.size >= file.size)) return null
  const name = isConverted ? `${file.name.replace(/\.[^.\s]{1,10}$/, '')}.jpg` : file.name
  return new File([blob], name, { type: 'image/jpeg' })
}
