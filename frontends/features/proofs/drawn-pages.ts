import { openPdf } from '../pdf/public.ts'

/** A document of the review file has a few pages; a longer one is read in a program of its own. */
const mostPages = 12

export type PageOfProof = { picture: Blob; complete: boolean }

/** The pages of a PDF as pictures, because the content security policy forbids embedding it; null if it cannot be drawn. */
export async function drawnPages(pdf: Blob): Promise<PageOfProof[] | null> {
  const pages = await openPdf(pdf).catch(() => null)
  if (pages === null) return null
  try {
    if (pages.count > mostPages) return null
    const drawn: PageOfProof[] = []
    for (let number = 1; number <= pages.count; number++) {
      const { canvas, complete } = await pages.draw(number)
      drawn.push({ picture: await pictureOf(canvas), complete })
    }
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
