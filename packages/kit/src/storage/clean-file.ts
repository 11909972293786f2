import { Worker } from 'node:worker_threads'
import { fileLimit } from '@darsi/contracts/rules/files.ts'
import sharp from 'sharp'
import { problem } from '../http/problem.ts'
import { type FileType, fileTypeOf } from './file-type.ts'

// one picture at a time on one thread each: uploads must not slow down calls
sharp.concurrency(1)

const maxPixels = 64_000_000
const maxSide = 4000
const pdfPatienceMs = 20_000
/** Each takes up to 256 MB, also when its caller has left. */
const pdfsAtOnce = 8
let pdfs = 0

/**
 * The cleaned file: type detected by its bytes, without metadata (place, camera, author, history) and active content.
 * Pictures are re-encoded, turned as their metadata says.
 * @throws problem `file-type-refused`, `file-too-large`, `file-unreadable` or `uploads-busy`
 */
export async function cleanFile(bytes: Uint8Array): Promise<{ bytes: Buffer; type: FileType }> {
  if (bytes.length > fileLimit) throw problem('file-too-large')
  const type = fileTypeOf(bytes)
  if (!type) throw problem('file-type-refused')
  if (type === 'application/pdf' && pdfs >= pdfsAtOnce) throw problem('uploads-busy', { retryAfter: 2 })
  const cleaned = await (type === 'application/pdf' ? cleanPdf(bytes) : cleanPicture(bytes, type)).catch(
    (cause) => {
      throw problem('file-unreadable', { cause })
    },
  )
  if (cleaned.length > fileLimit) throw problem('file-too-large')
  return { bytes: cleaned, type }
}

function cleanPicture(bytes: Uint8Array, type: Exclude<FileType, 'application/pdf'>): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
  if (type === 'image/png') return picture.png().toBuffer()
  if (type === 'image/webp') return picture.webp({ quality: 88 }).toBuffer()
  return picture.jpeg({ quality: 88 }).toBuffer()
}

/** In a thread with limited memory and time: a small PDF can unpack to a very large one. */
function cleanPdf(bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./clean-pdf-worker.ts', import.meta.url), {
      workerData: bytes,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    pdfs++
    const timer = setTimeout(() => void worker.terminate(), pdfPatienceMs)
    worker.once('message', (cleaned: Uint8Array) => resolve(Buffer.from(cleaned)))
    worker.once('error', reject)
    worker.once('exit', () => {
      pdfs--
      clearTimeout(timer)
      reject(new Error('the PDF took too long'))
    })
  })
}
