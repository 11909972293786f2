import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { fileLimit } from '@darsi/contracts/rules/files.ts'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { cleanFile } from './clean-file.ts'

const clean = (bytes: Uint8Array, by = 'someone') => cleanFile({ by, read: async () => bytes })
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
      const cleaned = await clean(bytes)
      const { exif, xmp, iptc, width, height } = await sharp(cleaned.bytes).metadata()
      expect(cleaned.type).toBe(`image/${format}`)
      expect({ exif, xmp, iptc, width, height }).toEqual({ width: 20, height: 60 })
      expect(text(cleaned.bytes)).not.toContain(secret)
    },
  )

  it('a PDF loses author, history, scripts, attachments and links, also in its pictures', async () => {
    const bytes = await document()
    expect(text(bytes)).toContain('JavaScript')
    const cleaned = await clean(bytes)
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
    await expect(clean(Buffer.from(body, 'latin1'))).rejects.toMatchObject({ slug })
  })

  it('a sixth file of one account while five wait, but not one of another account', async () => {
    const bytes = await picture('png')
    const slugOf = (by: string) =>
      clean(bytes, by).then(
        () => '',
        ({ slug }) => slug,
      )
    const others = Array.from({ length: 5 }, () => slugOf('one'))
    expect(await slugOf('one')).toBe('uploads-busy')
    expect(await slugOf('another')).toBe('')
    expect(await Promise.all(others)).toEqual(['', '', '', '', ''])
  })

  it('a file above the limit', async () => {
    await expect(clean(Buffer.alloc(fileLimit + 1, '%PDF-'))).rejects.toMatchObject({
      slug: 'file-too-large',
    })
  })

  it('a picture with more pixels than any camera has', async () => {
    await expect(clean(await plain(12_000, 12_000))).rejects.toMatchObject({ slug: 'picture-too-large' })
  })

  it('a picture that has to be in memory as a whole, and is too large for that', async () => {
    const whole = await sharp(await plain(7000, 5000))
      .png({ progressive: true })
      .toBuffer()
    await expect(clean(whole)).rejects.toMatchObject({ slug: 'picture-too-large' })
  })
})

describe('a file that takes too much', () => {
  it('ends its own process; this one keeps its memory and answers, and the next file is cleaned', async () => {
    const bomb = pdfWithObjects(600)
    expect(bomb.length).toBeLessThan(fileLimit)
    const before = process.memoryUsage.rss()
    let [last, longest, most] = [performance.now(), 0, 0]
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      most = Math.max(most, process.memoryUsage.rss() - before)
      last = performance.now()
    }, 20)
    const hostile = Promise.allSettled([clean(bomb, 'hostile'), clean(bomb, 'hostile')])
    const honest = await clean(await picture('jpeg'), 'honest')
    expect(honest.type).toBe('image/jpeg')
    for (const each of await hostile)
      expect(each).toMatchObject({ reason: { slug: expect.stringMatching(/^file-/) } })
    clearInterval(watch)
    expect(longest).toBeLessThan(1000)
    expect(most).toBeLessThan(100e6)
    expect((await clean(await document())).type).toBe('application/pdf')
  })
})

describe('pictures as people have them', () => {
  it.each([
    ['of a sensor with 108 million pixels', 12_000, 9000, 4000, 3000],
    ['of a long page, which stays readable', 1080, 22_000, 1000, 20_370],
    ['that is small', 200, 100, 200, 100],
  ])('one %s', async (_name, width, height, keptWidth, keptHeight) => {
    const { bytes } = await clean(await plain(width, height, 'jpeg'))
    expect(await sharp(bytes).metadata()).toMatchObject({ width: keptWidth, height: keptHeight })
  })

  it.each([2, 16])('a scan in %i colours does not grow', async (colours) => {
    const scan = await sharp(await plain(1240, 1754))
      .composite([{ input: Buffer.from(`<svg viewBox="0 0 9 9"><text y="8">é</text></svg>`), tile: true }])
      .png({ palette: true, colours, dither: 0, effort: 10 })
      .toBuffer()
    const { bytes } = await clean(scan)
    expect(bytes.length).toBeLessThan(scan.length * 1.05)
  })
})

/** Of one colour. */
const plain = (width: number, height: number, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .toFormat(format)
    .toBuffer()

/** A PDF with a packed list of objects of so many MB. */
function pdfWithObjects(megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 1e6, ' '))
  const head = `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 3 0 R>>\nendobj\n2 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`
  const tail = '\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF'
  return Buffer.concat([Buffer.from(head), packed, Buffer.from(tail)])
}
