import { PDFDocument } from '@cantoo/pdf-lib'

/** A page of text as a PDF, for the demo data and tests. It is not a real person's document. */
export async function sampleDocument(
  lines: readonly string[],
  author = '',
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  if (author) pdf.setAuthor(author)
  const page = pdf.addPage([420, 300])
  lines.forEach((line, index) => {
    page.drawText(line, { x: 30, y: 250 - index * 26, size: index === 0 ? 18 : 12 })
  })
  return new Uint8Array(await pdf.save())
}
