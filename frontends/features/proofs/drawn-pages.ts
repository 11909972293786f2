import { openPdf } from '../pdf/public.ts'

/** A document of the review file has a few pages; a longer one is read in a program of its own. */
const mostPages = 12

/** The pages of a PDF as pictures, because the content security policy forbids embedding it; null if it cannot be drawn. */
export async function drawnPages(pdf: Blob): Promise<Blob[] | null> {
  const pages = await openPdf(pdf).catch(() => null)
  if (pages === null) return null
  try {
    if (pages.count > mostPages) return null
    const drawn: Blob[] = []
    for (let number = 1; number <= pages.count; number++)
      drawn.push(await pictureOf(await pages.draw(number)))
    return drawn
  } catch {
    return null
  } finally {
    pages.close()
  }
}

/** @throws Error for a canvas that the browser cannot write */
const pictureOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((done, fail) =>
    canvas.toBlob((picture) => (picture ? done(picture) : fail(new Error('The page is too large')))),
  )
