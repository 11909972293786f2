import { scriptAddress } from '@darsi/client/script-address.ts'
import { fileLimit } from '@darsi/contracts/rules/files.ts'
import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A PDF that only this browser reads: its pages are sent as pictures. */
export type PdfPages = Awaited<ReturnType<typeof openPdf>>

const maxPixels = 16_000_000
const side = 1600
// The file as it is, in a variable: written inside `new Worker(…)`, it would be bundled with the remote's federation
// runtime, which finds no host in a worker and stops it.
const worker = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url)

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
    ...{ isEvalSupported: false, useWasm: false },
    ...{ enableXfa: false, maxImageSize: maxPixels },
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
      async draw(number: number): Promise<HTMLCanvasElement> {
        const page = await document.getPage(number)
        const { width, height } = page.getViewport({ scale: 1 })
        const viewport = page.getViewport({ scale: side / Math.max(width, height) })
        const canvas = window.document.createElement('canvas')
        canvas.width = Math.max(1, Math.round(viewport.width))
        canvas.height = Math.max(1, Math.round(viewport.height))
        await page.render({ canvas, viewport }).promise
        page.cleanup()
        return canvas
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
