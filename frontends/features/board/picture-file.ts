import { largestPicture, pageSize } from './board-object.ts'

export type SmallPicture = { jpeg: Uint8Array<ArrayBuffer>; width: number; height: number }
const longest = 10_000_000
const sides = [1000, 800, 640, 480, 320]

/**
 * Reads a picture of up to 10 MB and draws it again, small enough for a slow connection. This removes the metadata
 * (place, camera, time), and a file that is not a picture is refused.
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
  // without a white background, transparent areas would be black in a JPEG
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.6))
  return blob && new Uint8Array(await blob.arrayBuffer())
}

type Pictures = { of: (jpeg: Uint8Array<ArrayBuffer>) => ImageBitmap | null }

/** Decodes each picture once; `onReady` requests a redraw. */
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
          // the data is not a picture: only its frame is drawn
        })
      return null
    },
  }
}
