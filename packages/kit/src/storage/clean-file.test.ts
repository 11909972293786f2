import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { fileLimit } from '@darsi/contracts/rules/files.ts'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { eventually } from '../testing/testing.ts'
import { cleanFile } from './clean-file.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const secret = 'Rue-du-Lac-12'

/** A picture with GPS metadata. */
const picture = (format: 'jpeg' | 'png' | 'webp', orientation = 6) =>
  sharp({ create: { width: 60, height: 20, channels: 3, background: '#c33' } })
    .toFormat(format)
    .withExif({ IFD0: { Artist: secret, ImageDescription: secret } })
    .withMetadata({ orientation })
    .toBuffer()

/** A PDF with an author, a script, an attachment, a link and a photograph. */
async function document(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.setAuthor(secret)
  pdf.setTitle(secret)
  pdf.addJavaScript('start', `app.alert("${secret}")`)
  await pdf.attach(Buffer.from(secret), `${secret}.txt`)
  const page = pdf.addPage([300, 300])
  page.drawImage(await pdf.embedJpg(await picture('jpeg')), { width: 60, height: 20 })
  page.drawText('Diploma')
  const { context } = pdf
  page.node.addAnnot(
    context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 50, 50],
        T: PDFString.of(secret),
        A: { S: 'URI', URI: PDFString.of(`https://${secret}.example`) },
      }),
    ),
  )
  const metadata = context.stream(`<x:xmpmeta>${secret}</x:xmpmeta>`, { Type: 'Metadata', Subtype: 'XML' })
  page.node.set(PDFName.of('Metadata'), context.register(metadata))
  return pdf.save({ useObjectStreams: false })
}

describe('a file is kept without what tells more than the file', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'a %s loses its metadata and keeps its direction',
    async (format) => {
      const bytes = await picture(format)
      expect(text(bytes)).toContain(secret)
      const cleaned = await cleanFile(bytes)
      const { exif, xmp, iptc, width, height } = await sharp(cleaned.bytes).metadata()
      expect(cleaned.type).toBe(`image/${format}`)
      expect({ exif, xmp, iptc, width, height }).toEqual({ width: 20, height: 60 })
      expect(text(cleaned.bytes)).not.toContain(secret)
    },
  )

  it('a PDF loses author, history, scripts, attachments and links, also in its pictures', async () => {
    const bytes = await document()
    expect(text(bytes)).toContain('JavaScript')
    const cleaned = await cleanFile(bytes)
    expect(cleaned.type).toBe('application/pdf')
    const read = await PDFDocument.load(cleaned.bytes)
    expect(read.getPageCount()).toBe(1)
    // whole and unpacked, so that nothing hides in a packed stream
    const open = text(await read.save({ useObjectStreams: false }))
    for (const word of [secret, 'JavaScript', 'EmbeddedFile', 'xmpmeta', '/URI'])
      expect(open).not.toContain(word)
    expect(open).toContain('DCTDecode')
  })
})

describe('a file that is not what it says is refused', () => {
  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'file-type-refused'],
    ['a drawing that runs scripts', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'file-type-refused'],
    ['nothing', '', 'file-type-refused'],
    ['a program named .pdf', 'MZ\x90\x00', 'file-type-refused'],
    ['a PDF that ends after its first line', '%PDF-1.7\n', 'file-unreadable'],
    ['a picture without a picture', '\xff\xd8\xff\xe0\x00\x10JFIF', 'file-unreadable'],
  ])('%s', async (_name, body, slug) => {
    await expect(cleanFile(Buffer.from(body, 'latin1'))).rejects.toMatchObject({ slug })
  })

  it('a PDF while eight others are cleaned', async () => {
    const slugOf = () => cleanFile(Buffer.from('%PDF-1.7')).catch((error) => error.slug)
    const slugs = await Promise.all(Array.from({ length: 12 }, slugOf))
    expect(slugs.filter((slug) => slug === 'uploads-busy').length).toBeGreaterThanOrEqual(4)
    await eventually(async () => (await slugOf()) === 'file-unreadable')
  })

  it('a file above the limit', async () => {
    await expect(cleanFile(Buffer.alloc(fileLimit + 1, '%PDF-'))).rejects.toMatchObject({
      slug: 'file-too-large',
    })
  })

  it('a small picture that would fill the memory', async () => {
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(fileLimit)
    await expect(cleanFile(bomb)).rejects.toMatchObject({ slug: 'file-unreadable' })
  })
})
