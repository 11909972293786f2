import { scriptAddress } from '@darsi/client/script-address.ts'
import { fileLimit } from '@darsi/contracts/rules/files.ts'
import { GlobalWorkerOptions, getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A PDF that only this browser reads: its pages are sent as pictures. */
export type PdfPages = Awaited<ReturnType<typeof openPdf>>

export type DrawnPage = {
  canvas: HTMLCanvasElement
  /** False when the reader could not draw a picture of it. */
  complete: boolean
}

const side = 1600
// The file as it is, in a variable: written inside `new Worker(…)`, it would be bundled with the remote's federation
// runtime, which finds no host in a worker and stops it.
const worker = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url)
// the decoders of scans (G4, JBIG2, JPEG 2000) in plain JavaScript; the reader knows their names and asks for the folder
const decoders = [
  new URL('pdfjs-dist/wasm/openjpeg_nowasm_fallback.js', import.meta.url),
  new URL('pdfjs-dist/wasm/jbig2_nowasm_fallback.js', import.meta.url),
] as const

/** @throws Error for a file that is no PDF, encrypted, or larger than 10 MB */
export async function openPdf(file: Blob) {
  if (file.size > fileLimit) throw new Error('larger than 10 MB')
  const port = new Worker(scriptAddress(worker.href), { type: 'module' })
  // the reader itself waits for ever for a worker that does not start
  const broken = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', () => reject(new Error('the worker of the PDF reader stopped')))
  })
  GlobalWorkerOptions.workerPort = port
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    // the content security policy forbids both; reading is slower without them
    ...{ isEvalSupported: false, useWasm: false, enableXfa: false },
    wasmUrl: new URL('.', decoders[0]).href,
  })
  const close = () => {
    void task.destroy()
    port.terminate()
  }
  try {
    const document = await Promise.race([task.promise, broken])
    return {
      count: document.numPages,
      /** @param number from 1 */
      async draw(number: number): Promise<DrawnPage> {
        const page = await document.getPage(number)
        const { width, height } = page.getViewport({ scale: 1 })
        const viewport = page.getViewport({ scale: side / Math.max(width, height) })
        const canvas = window.document.createElement('canvas')
        canvas.width = Math.max(1, Math.round(viewport.width))
        canvas.height = Math.max(1, Math.round(viewport.height))
        await page.render({ canvas, viewport }).promise
        const complete = await hasAllPictures(page)
        page.cleanup()
        return { canvas, complete }
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** The reader leaves out a picture that it cannot decode, and keeps null in its place. */
async function hasAllPictures(page: PDFPageProxy): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.every((operator, index) => {
    if (operator !== OPS.paintImageXObject && operator !== OPS.paintImageMaskXObject) return true
    const [id] = argsArray[index] ?? []
    if (typeof id !== 'string') return true
    const objects = id.startsWith('g_') ? page.commonObjs : page.objs
    return !objects.has(id) || objects.get(id) !== null
  })
}
