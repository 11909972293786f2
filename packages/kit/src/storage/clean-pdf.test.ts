import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { cleanFile } from './clean-file.ts'
import { openPdfium } from './flatten-pdf.ts'

const secret = 'Rue-du-Lac-12'
const pdfium = await openPdfium()

const clean = async (bytes: Uint8Array) => (await cleanFile({ by: 'someone', read: async () => bytes })).bytes
const slugOf = (bytes: Uint8Array) =>
  clean(bytes).then(
    () => '',
    ({ slug }) => slug,
  )
const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../test/files', name))

/** The first page as PDFium shows it, with fields; one byte a pixel. */
function drawn(bytes: Uint8Array): Uint8Array {
  const [width, height] = [200, 200]
  const at = pdfium.pdfium.wasmExports.malloc(bytes.length)
  pdfium.pdfium.HEAPU8.set(bytes, at)
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '')
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo())
  pdfium.FPDF_SetFormFieldHighlightAlpha(form, 0)
  const page = pdfium.FPDF_LoadPage(document, 0)
  pdfium.FORM_OnAfterLoadPage(page, form)
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  const annotations = 1
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, annotations)
  pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, annotations)
  const pixels = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const colours = pdfium.pdfium.HEAPU8.slice(pixels, pixels + width * height * 4)
  return colours.filter((_byte, index) => index % 4 === 1)
}

/** Share of the pixels that are not white. */
const ink = (bytes: Uint8Array) => {
  const pixels = drawn(bytes)
  return pixels.filter((value) => value < 200).length / pixels.length
}

/** Share of the pixels that differ. */
function difference(one: Uint8Array, other: Uint8Array): number {
  const [first, second] = [drawn(one), drawn(other)]
  return first.filter((value, index) => Math.abs(value - (second[index] ?? 0)) > 60).length / first.length
}

/** Everything of a document, unpacked. */
async function opened(bytes: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  return Buffer.from(await document.save({ useObjectStreams: false })).toString('latin1')
}

describe('a form that was filled in', () => {
  it.each([true, false])('keeps its answers, where their appearances are stored: %s', async (isStored) => {
    const pdf = await PDFDocument.create()
    const page = pdf.addPage([200, 200])
    const form = pdf.getForm()
    const field = form.createTextField('name')
    field.setText('AMIRA BEN SALAH')
    field.addToPage(page, { x: 10, y: 120, width: 180, height: 30 })
    const box = form.createCheckBox('agreed')
    box.addToPage(page, { x: 10, y: 50, width: 40, height: 40 })
    box.check()
    if (isStored) form.updateFieldAppearances()
    else for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'))
    const bytes = await pdf.save({ updateFieldAppearances: false })
    const cleaned = await clean(bytes)
    expect(ink(cleaned)).toBeGreaterThan(0.01)
    expect(difference(bytes, cleaned)).toBeLessThan(0.002)
    expect(await opened(cleaned)).not.toMatch(/AcroForm|Widget/)
  })
})

describe('layers that are off', () => {
  async function layered() {
    const pdf = await PDFDocument.create()
    const { context } = pdf
    const page = pdf.addPage([200, 200])
    page.drawText('Shown', { x: 10, y: 170, size: 12 })
    const layer = (name: string) => context.register(context.obj({ Type: 'OCG', Name: PDFString.of(name) }))
    const [off, on] = [layer(secret), layer('on')]
    const rule = context.register(context.obj({ Type: 'OCMD', OCGs: [off, on], P: 'AllOn' }))
    pdf.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [off, on], D: { ON: [on], OFF: [off] } }))
    const square = (y: number) => `0 0 0 rg 10 ${y} 30 30 re f`
    const form = context.stream(square(10), {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 200, 200],
      OC: off,
    })
    const resources = page.node.normalizedEntries().Resources
    resources.set(PDFName.of('XObject'), context.obj({ Off: context.register(form) }))
    resources.set(PDFName.of('Properties'), context.obj({ Off: off, On: on, Rule: rule }))
    const content = context.stream(
      `/OC /Off BDC ${square(50)} (a \\) ${secret}) pop BT /F 9 Tf (x) Tj ET EMC
       /OC /Rule BDC /Span <</A(EMC)>> BDC ${square(90)} EMC EMC /OC /On BDC ${square(130)} EMC /Off Do`,
      {},
    )
    page.node.addContentStream(context.register(content))
    const note = { Type: 'Annot', Subtype: 'Square', Rect: [100, 100, 150, 150], OC: off, IC: [0, 0, 0] }
    page.node.addAnnot(context.register(context.obj(note)))
    return pdf.save({ useObjectStreams: false })
  }

  it('are not drawn for the reader either', async () => {
    const bytes = await layered()
    const cleaned = await clean(bytes)
    // one square of thirty by thirty, and a word
    expect(ink(cleaned)).toBeGreaterThan(0.02)
    expect(ink(cleaned)).toBeLessThan(0.04)
    expect(await opened(cleaned)).not.toMatch(new RegExp(`OCProperties|OCMD|${secret}`))
  })
})

describe('a PDF that every reader opens', () => {
  const plain = async () => {
    const pdf = await PDFDocument.create()
    pdf.addPage([200, 200]).drawText('Extrait', { x: 10, y: 100, size: 30 })
    return pdf
  }

  it('is accepted when only its owner has a password, and refused when it needs one to be read', async () => {
    const restricted = await plain()
    await restricted.encrypt({ ownerPassword: 'bank', permissions: { modifying: false } })
    const cleaned = await clean(await restricted.save({ useObjectStreams: false }))
    expect(difference(await (await plain()).save(), cleaned)).toBe(0)
    const locked = await plain()
    await locked.encrypt({ userPassword: 'mine', ownerPassword: 'bank' })
    expect(await slugOf(await locked.save({ useObjectStreams: false }))).toBe('pdf-locked')
  })

  it('is accepted with bytes before its header', async () => {
    const bytes = await (await plain()).save()
    const cleaned = await clean(Buffer.concat([Buffer.from('\n\nX-Scanner: 12\n\n'), bytes]))
    expect(difference(bytes, cleaned)).toBe(0)
  })

  it('is refused with the reason when it has more than 300 pages', async () => {
    const pdf = await PDFDocument.create()
    for (let page = 0; page < 301; page++) pdf.addPage([200, 200])
    expect(await slugOf(await pdf.save())).toBe('pdf-too-long')
  })

  it.each(['scan600-g4.pdf', 'scan-jpx.pdf'])('keeps the picture of %s and does not grow', async (name) => {
    const bytes = sample(name)
    const cleaned = await clean(bytes)
    expect(ink(bytes)).toBeGreaterThan(0)
    expect(difference(bytes, cleaned)).toBe(0)
    expect(cleaned.length).toBeLessThan(bytes.length)
  })
})

describe('nothing survives that no page shows', () => {
  it('however it is written', async () => {
    const pdf = await PDFDocument.create()
    const { context } = pdf
    const page = pdf.addPage([200, 200])
    const photograph = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } })
      .jpeg()
      .withExif({ IFD0: { ImageDescription: secret } })
      .toBuffer()
    // a second picture with metadata of its own after the end, as telephones write it
    const doubled = Buffer.concat([photograph, photograph])
    const filters = context.register(context.obj(['FlateDecode', 'DCTDecode']))
    const image = PDFRawStream.of(
      context.obj({
        ...{ Type: 'XObject', Subtype: 'Image', Width: 60, Height: 40, BitsPerComponent: 8 },
        ...{ ColorSpace: 'DeviceRGB', Filter: filters, Device: PDFString.of(secret) },
      }),
      deflateSync(doubled),
    )
    const resources = page.node.normalizedEntries().Resources
    resources.set(PDFName.of('XObject'), context.obj({ Photo: context.register(image) }))
    page.node.addContentStream(context.register(context.stream('180 0 0 120 10 10 cm /Photo Do', {})))
    const script = { S: 'JavaScript', JS: context.register(context.stream(`app.alert("${secret}")`)) }
    page.node.set(PDFName.of('AA'), context.obj({ O: script }))
    const file = context.register(context.flateStream(secret, { Type: 'EmbeddedFile' }))
    for (const note of [
      { Subtype: 'Text', Contents: PDFString.of(secret), T: PDFString.of(secret) },
      { Subtype: 'FileAttachment', FS: { Type: 'Filespec', F: PDFString.of(secret), EF: { F: file } } },
      { Subtype: 'Link', A: { S: 'URI', URI: PDFString.of(`https://${secret}`) } },
    ])
      page.node.addAnnot(context.register(context.obj({ ...note, Type: 'Annot', Rect: [1, 1, 2, 2] })))
    const xmp = context.register(context.flateStream(`<x:xmpmeta>${secret}`, { Type: 'Metadata' }))
    page.node.set(PDFName.of('Metadata'), xmp)
    page.node.set(PDFName.of('PieceInfo'), context.obj({ App: { Private: { Place: PDFString.of(secret) } } }))
    // nothing points to it
    context.register(context.stream(secret, { Note: PDFString.of(secret) }))
    const bytes = await pdf.save({ useObjectStreams: false })
    const cleaned = await clean(bytes)
    const all = await opened(cleaned)
    expect(all).not.toMatch(new RegExp(`${secret}|JavaScript|EmbeddedFile|xmpmeta|/URI|Annot`))
    expect(all.match(/\xff\xd8\xff/g)).toHaveLength(1)
    expect(all).not.toContain('Exif')
    expect(difference(bytes, cleaned)).toBeLessThan(0.001)
  })
})
