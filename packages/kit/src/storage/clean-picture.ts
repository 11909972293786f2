import sharp, { type Metadata, type Sharp } from 'sharp'
import { RefusedFile } from './cleaning-reasons.ts'

// one thread and no cache: the memory of the process is limited
sharp.concurrency(1)
sharp.cache(false)

/** The largest sensors of telephones have 108 million. */
const maxPixels = 110_000_000
/** In memory at once: larger pictures are shrunk while they are read. */
const maxInMemory = 24_000_000
/** Of a kept picture; a long and narrow one may have more, so that its text stays readable. */
const keptPixels = 12_000_000
const readableSide = 1000
const photoSide = 480

/** Re-encoded and turned as the metadata says, without metadata; a scan in few colours keeps few. */
export async function cleanPicture(bytes: Uint8Array): Promise<Buffer> {
  const found = await look(bytes)
  const { format, isPalette, bitsPerSample: bits = 8 } = found
  const picture = read(bytes).resize({ ...keptSize(found), fit: 'fill' })
  if (format === 'png')
    return picture.png(isPalette || bits < 8 ? { colours: 2 ** bits, dither: 0 } : {}).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 88 }).toBuffer()
  return picture.jpeg({ quality: 88 }).toBuffer()
}

/** A photo of a person as it may be shown: square, small, as WebP. */
export async function cleanPhoto(bytes: Uint8Array): Promise<Buffer> {
  await look(bytes)
  return read(bytes)
    .resize({ width: photoSide, height: photoSide, fit: 'cover', position: 'attention' })
    .webp({ quality: 82 })
    .toBuffer()
}

const read = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()

/** @throws RefusedFile for a picture that has too many pixels for the memory */
async function look(bytes: Uint8Array): Promise<Metadata> {
  const found = await sharp(bytes, { limitInputPixels: false }).metadata()
  const { width, height, format, isProgressive, chromaSubsampling } = found
  const pixels = width * height
  // these are in memory as a whole while they are read
  const isWhole = isProgressive || format === 'webp'
  // a progressive JPEG with half the colours takes half the memory; a WebP is there twice
  const share = format === 'webp' ? 0.7 : format === 'jpeg' && chromaSubsampling === '4:2:0' ? 2 : 1
  if (pixels > maxPixels || (isWhole && pixels > maxInMemory * share))
    throw new RefusedFile('picture-too-large')
  return found
}

/** Of the turned picture. */
function keptSize({ autoOrient: { width, height } }: Metadata): { width: number; height: number } {
  const pixels = width * height
  const toKeep = Math.max(Math.sqrt(keptPixels / pixels), readableSide / Math.min(width, height))
  const scale = Math.min(1, toKeep, Math.sqrt(maxInMemory / pixels))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
