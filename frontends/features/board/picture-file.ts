import { largestPicture, pageSize } from './board-object.ts'

export type SmallPicture = { jpeg: Uint8Array<ArrayBuffer>; width: number; height: number }
const longest = 10_000_000
const sides = [1000, 800, 640, 480, 320]

/**
 * Reads a picture of up to 10 MB and draws it anew, small enough for a thin line: what the file said beside the
 * picture (place, camera, time) is gone then, and what is no picture does not get here.
 * @returns null when the file is no picture, or larger than 10 MB
 */
export async function smallPicture(file: Blob): Promise<SmallPicture | null> {
  if (file.size > longest) return null
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  for (const side of sides) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const jpeg = await drawnAnew(bitmap, scale)
    if (jpeg !== null && jpeg.length <= largestPicture) {
      const shown = Math.min(
        1,
        (pageSize.width * 0.6) / bitmap.width,
        (pageSize.height * 0.7) / bitmap.height,
      )
      return { jpeg, width: Math.round(bitmap.width * shown), height: Math.round(bitmap.height * shown) }
    }
  }
  return null
}

async function drawnAnew(bitmap: ImageBitmap, scale: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  // a picture without background would turn black as a JPEG
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.6))
  return blob && new Uint8Array(await blob.arrayBuffer())
}

type Pictures = { of: (jpeg: Uint8Array<ArrayBuffer>) => ImageBitmap | null }

/** Decodes each picture once; `onReady` asks for another drawing. */
export function pictureCache(onReady: () => void): Pictures {
  const known = new WeakMap<Uint8Array<ArrayBuffer>, ImageBitmap | null>()
  return {
    of(jpeg) {
      const before = known.get(jpeg)
      if (before !== undefined) return before
      known.set(jpeg, null)
      createImageBitmap(new Blob([jpeg], { type: 'image/jpeg' }))
        .then((bitmap) => {
          known.set(jpeg, bitmap)
          onReady()
        })
        .catch(() => {
          // not a picture after all: its frame stays
        })
      return null
    },
  }
}
