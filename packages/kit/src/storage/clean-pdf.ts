import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib'
import { RefusedFile } from './cleaning-reasons.ts'
import { withoutJpegMetadata } from './jpeg-metadata.ts'

const maxPages = 300

// document metadata and embedded files
const everywhere = ['Metadata', 'PieceInfo', 'LastModified', 'EF', 'AF', 'OpenAction']
// entries of pages and annotations: authors, and actions that a reader runs
const ofPlaces = ['A', 'AA', 'T', 'M', 'CreationDate']
// entries of an action; without its type it does nothing
const ofActions = ['JS', 'URI', 'F', 'Next']

/**
 * Copies the pages of a PDF into a new document; everything else (author, history, scripts, attachments) is left out.
 * @throws RefusedFile; another error for a document that is broken or encrypted
 */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false })
  if (source.getPageCount() === 0) throw new RefusedFile('file-unreadable')
  if (source.getPageCount() > maxPages) throw new RefusedFile('pdf-too-long')
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

/** In dictionaries and lists at any depth; references are separate objects. */
function dropEntries(object: unknown): void {
  if (object instanceof PDFStream) dropEntries(object.dict)
  if (object instanceof PDFArray) object.asArray().forEach(dropEntries)
  if (!(object instanceof PDFDict)) return
  // a font or picture may be named `A`, so short names are dropped only where they mean an action
  const isPlace = object.has(PDFName.of('Rect')) || nameIn(object, 'Type') === '/Page'
  const isAction = /^\/(?:JavaScript|URI|Launch|SubmitForm|GoToR|GoToE|ImportData)$/.test(
    nameIn(object, 'S') ?? '',
  )
  const refused = [...everywhere, ...(isPlace ? ofPlaces : []), ...(isAction ? ofActions : [])]
  for (const name of refused) object.delete(PDFName.of(name))
  object.values().forEach(dropEntries)
}

const nameIn = (dict: PDFDict, entry: string) => dict.get(PDFName.of(entry))?.toString()
