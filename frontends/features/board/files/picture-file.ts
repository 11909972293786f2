import { pageSize } from '../page/board-object.ts'

/** Storage of the pictures of a board; the page contains only their ids. */
export type BoardPictures = {
  put: (picture: Blob) => Promise<string>
  read: (id: string) => Promise<Blob>
}
export type SmallPicture = { blob: Blob; width: number; height: number }
type Drawn = ImageBitmap | HTMLCanvasElement

const longestSide = { usual: 1600, saveData: 1000 } as const

/**
 * Reads a picture and scales it, so that a photograph of a telephone does not take minutes on a slow connection. This is
 * no protection: the server checks and cleans every file.
 * @returns null when this browser cannot read it as a picture
 */
export async function smallPicture(file: Blob, saveData: boolean): Promise<SmallPicture | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  return bitmap && pictureOf(bitmap, { saveData, share: 0.65 })
}

/** @param share of the page that it covers at most */
export async function pictureOf(
  drawn: Drawn,
  { saveData, share }: { saveData: boolean; share: number },
): Promise<SmallPicture | null> {
  const { width, height } = drawn
  const side = saveData ? longestSide.saveData : longestSide.usual
  const blob = await drawnAnew(drawn, Math.min(1, side / Math.max(width, height)), saveData ? 0.6 : 0.8)
  const shown = Math.min(1, (pageSize.width * share) / width, (pageSize.height * share) / height)
  return blob && { blob, width: Math.round(width * shown), height: Math.round(height * shown) }
}

async function drawnAnew(drawn: Drawn, scale: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(drawn.width * scale))
  canvas.height = Math.max(1, Math.round(drawn.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  // without a white background, transparent areas would be black in a JPEG
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(drawn, 0, 0, canvas.width, canvas.height)
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', quality))
}

/** Pictures in this tab, decoded once. */
export type PictureCache = ReturnType<typeof createPictureCache>
type Kept = { bitmap: ImageBitmap | null; loading: Promise<ImageBitmap | null> }

const againAfterMs = 5000

export function createPictureCache({ put, read }: BoardPictures) {
  const kept = new Map<string, Kept>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const load = (id: string, blob: () => Promise<Blob>): Promise<ImageBitmap | null> => {
    const loading = blob()
      .then(createImageBitmap)
      .catch(() => {
        // no line, or no picture any more: its frame stays, and is tried again
        setTimeout(() => {
          kept.delete(id)
          tell()
        }, againAfterMs)
        return null
      })
    const entry: Kept = { bitmap: null, loading }
    kept.set(id, entry)
    void loading.then((bitmap) => {
      entry.bitmap = bitmap
      if (bitmap) tell()
    })
    return loading
  }
  return {
    /** Null until it is loaded: then the listeners are called. */
    of: (id: string): ImageBitmap | null => {
      const entry = kept.get(id)
      if (!entry) void load(id, () => read(id))
      return entry?.bitmap ?? null
    },
    /** Null when it cannot be read. */
    whole: (id: string): Promise<ImageBitmap | null> => kept.get(id)?.loading ?? load(id, () => read(id)),
    async put(blob: Blob): Promise<string> {
      const id = await put(blob)
      // this browser has it already
      await load(id, async () => blob)
      return id
    },
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
