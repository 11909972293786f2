import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { RefusedFile } from './cleaning-reasons.ts'

declare global {
  /** The part of Emscripten's types that the package refers to and that is used here. */
  interface EmscriptenModule {
    wasmBinary: ArrayBuffer
    HEAPU8: Uint8Array<ArrayBuffer>
  }
}

const maxPages = 300
/** PDFium's own number. */
const needsPassword = 4

/** PDFium, the reader of Chrome and Android (docs/adr/0026-pdf-as-readers-see-it.md). */
export async function openPdfium(): Promise<WrappedPdfiumModule> {
  const { buffer } = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const pdfium = await init({ wasmBinary: buffer })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/**
 * The same document without the protection that only its owner's password lifts, and rewritten, so that broken tables of
 * contents and bytes before the header are gone.
 * @throws RefusedFile
 */
export function unlocked(pdfium: WrappedPdfiumModule, bytes: Uint8Array): Uint8Array {
  const document = open(pdfium, bytes)
  pdfium.EPDF_RemoveEncryption(document)
  return saved(pdfium, document)
}

/**
 * The pages with fields, stamps and remarks drawn as a reader shows them. Nothing of the document around the pages is left.
 * @throws RefusedFile
 */
export function flattened(pdfium: WrappedPdfiumModule, bytes: Uint8Array): Uint8Array {
  const document = open(pdfium, bytes)
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo())
  for (let index = 0; index < pdfium.FPDF_GetPageCount(document); index++) {
    const page = pdfium.FPDF_LoadPage(document, index)
    // draws the fields that have a value and no appearance
    pdfium.FORM_OnAfterLoadPage(page, form)
    pdfium.FPDFPage_Flatten(page, 0)
    pdfium.FORM_OnBeforeClosePage(page, form)
    pdfium.FPDF_ClosePage(page)
  }
  const pages = pdfium.FPDF_CreateNewDocument()
  if (!pdfium.FPDF_ImportPagesByIndex(pages, document, 0, 0, 0)) throw new RefusedFile('file-unreadable')
  return saved(pdfium, pages)
}

function open(pdfium: WrappedPdfiumModule, bytes: Uint8Array): number {
  const at = pdfium.pdfium.wasmExports.malloc(bytes.length)
  pdfium.pdfium.HEAPU8.set(bytes, at)
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '')
  if (!document)
    throw new RefusedFile(pdfium.FPDF_GetLastError() === needsPassword ? 'pdf-locked' : 'file-unreadable')
  const count = pdfium.FPDF_GetPageCount(document)
  if (count === 0) throw new RefusedFile('file-unreadable')
  if (count > maxPages) throw new RefusedFile('pdf-too-long')
  return document
}

function saved(pdfium: WrappedPdfiumModule, document: number): Uint8Array {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  pdfium.PDFiumExt_SaveAsCopy(document, writer)
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
  const at = pdfium.pdfium.wasmExports.malloc(size)
  pdfium.PDFiumExt_GetFileWriterData(writer, at, size)
  pdfium.PDFiumExt_CloseFileWriter(writer)
  return pdfium.pdfium.HEAPU8.slice(at, at + size)
}
