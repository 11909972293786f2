import { saveFile } from '@darsi/client/api/save-file.ts'
import { pageSize } from '../page/board-object.ts'
import type { BoardPage } from '../page/board-page.ts'
import { drawObject, drawPaper } from '../page/draw.ts'
import { lightPalette } from '../page/palette.ts'
import { pdfOf } from './pdf.ts'
import type { PictureCache } from './picture-file.ts'

const scale = 2

/** The page as an image file. */
export async function savePng(page: BoardPage, name: string, pictures: PictureCache): Promise<void> {
  saveFile(await encoded(await drawn(page, pictures), 'image/png'), `${name}.png`)
}

/** All pages as one PDF. */
export async function savePdf(
  pages: readonly BoardPage[],
  name: string,
  pictures: PictureCache,
): Promise<void> {
  const sheets = []
  for (const page of pages) {
    const canvas = await drawn(page, pictures)
    const jpeg = new Uint8Array(await (await encoded(canvas, 'image/jpeg')).arrayBuffer())
    sheets.push({ jpeg, width: canvas.width, height: canvas.height })
  }
  saveFile(new Blob([pdfOf(sheets)], { type: 'application/pdf' }), `${name}.pdf`)
}

async function drawn(page: BoardPage, pictures: PictureCache): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas')
  canvas.width = pageSize.width * scale
  canvas.height = pageSize.height * scale
  const context = canvas.getContext('2d')
  if (context === null) return canvas
  context.scale(scale, scale)
  const objects = page.objects().map(({ object }) => object)
  // all of them first: a saved page has no frames in place of pictures
  for (const object of objects) if (object.kind === 'picture') await pictures.whole(object.file)
  const drawing = { context, palette: lightPalette(), pictureOf: pictures.of }
  drawPaper(drawing, page.paper())
  for (const object of objects) drawObject(drawing, object)
  return canvas
}

async function encoded(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.9))
  if (blob === null) throw new Error('the browser made no picture of the board')
  return blob
}
