import { PDFDocument } from '@cantoo/pdf-lib'
import { flattened, openPdfium, unlocked } from './flatten-pdf.ts'
import { removeHiddenLayers } from './hidden-layers.ts'
import { keepWhatIsDrawn } from './keep-what-is-drawn.ts'

/**
 * The pages of a PDF as a reader shows them: what was filled in is drawn, hidden layers are gone, and of everything else
 * (author, history, place, scripts, attachments, remarks) nothing is left.
 * @throws RefusedFile for a document that is broken, locked or too long
 */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const pdfium = await openPdfium()
  const source = unlocked(pdfium, bytes)
  const pages = await PDFDocument.load(flattened(pdfium, await shown(source)), loading)
  keepWhatIsDrawn(pages.context)
  return pages.save({ updateFieldAppearances: false })
}

const loading = { updateMetadata: false } as const

async function shown(source: Uint8Array): Promise<Uint8Array> {
  // PDFium writes the catalog unpacked
  if (!Buffer.from(source).includes('/OCProperties')) return source
  const document = await PDFDocument.load(source, loading)
  removeHiddenLayers(document)
  return document.save({ useObjectStreams: false, updateFieldAppearances: false })
}
