import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib'
import { withoutJpegMetadata } from './jpeg-metadata.ts'

const maxPages = 300

// who made it, when and with what, and files inside it
const everywhere = ['Metadata', 'PieceInfo', 'LastModified', 'EF', 'AF', 'OpenAction']
// of a page and of an annotation: who wrote it, and what a reader would run or open
const ofPlaces = ['A', 'AA', 'T', 'M', 'CreationDate']
// of an action, which is left without one that names it
const ofActions = ['JS', 'URI', 'F', 'Next']

/**
 * The pages of a PDF in a new document: what no page needs (author, history, scripts, attachments) is left behind.
 * @throws Error for a document that is broken, encrypted or too long
 */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false })
  if (source.isEncrypted || source.getPageCount() === 0 || source.getPageCount() > maxPages)
    throw new Error('the PDF is encrypted, empty or too long')
  const cleaned = await PDFDocument.create({ updateMetadata: false })
  for (const page of await cleaned.copyPages(source, source.getPageIndices())) cleaned.addPage(page)
  const { context } = cleaned
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFStream && nameIn(object.dict, 'Type') === '/Metadata') {
      context.delete(ref)
      continue
    }
    dropEntries(object)
    if (object instanceof PDFRawStream && nameIn(object.dict, 'Filter') === '/DCTDecode')
      context.assign(ref, PDFRawStream.of(object.dict, withoutJpegMetadata(object.contents)))
  }
  return cleaned.save()
}

/** In dictionaries and lists at any depth; what lies behind a reference is an object of its own. */
function dropEntries(object: unknown): void {
  if (object instanceof PDFStream) dropEntries(object.dict)
  if (object instanceof PDFArray) object.asArray().forEach(dropEntries)
  if (!(object instanceof PDFDict)) return
  // a font or picture of a page may be named `A`, so short names are dropped only where they mean what we refuse
  const isPlace = object.has(PDFName.of('Rect')) || nameIn(object, 'Type') === '/Page'
  const isAction = /^\/(?:JavaScript|URI|Launch|SubmitForm|GoToR|GoToE|ImportData)$/.test(
    nameIn(object, 'S') ?? '',
  )
  const refused = [...everywhere, ...(isPlace ? ofPlaces : []), ...(isAction ? ofActions : [])]
  for (const name of refused) object.delete(PDFName.of(name))
  object.values().forEach(dropEntries)
}

const nameIn = (dict: PDFDict, entry: string) => dict.get(PDFName.of(entry))?.toString()
