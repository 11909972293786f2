import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createPictureCache } from './picture-file.ts'

// a browser has it, jsdom does not
const drawn = new WeakMap<object, Blob>()
beforeEach(() => {
  jest.useFakeTimers()
  Reflect.set(globalThis, 'createImageBitmap', async (blob: Blob) => {
    if (blob.size === 0) throw new Error('no picture')
    const bitmap = {}
    drawn.set(bitmap, blob)
    return bitmap
  })
})
afterEach(() => {
  jest.useRealTimers()
  Reflect.deleteProperty(globalThis, 'createImageBitmap')
})

const picture = new Blob(['picture'])

describe('the pictures of a board', () => {
  it('are read once each, and are tried again five seconds after a failure', async () => {
    let reads = 0
    const pictures = createPictureCache({
      put: async () => 'none',
      read: async () => {
        reads++
        if (reads === 1) throw new Error('no connection')
        return picture
      },
    })
    let changes = 0
    pictures.onChange(() => changes++)
    expect(pictures.of('a')).toBeNull()
    await jest.advanceTimersByTimeAsync(4900)
    expect(pictures.of('a')).toBeNull()
    expect([reads, changes]).toEqual([1, 0])
    await jest.advanceTimersByTimeAsync(200)
    // the board is notified and loads the picture again
    expect(changes).toBe(1)
    expect(pictures.of('a')).toBeNull()
    await jest.advanceTimersByTimeAsync(0)
    expect(drawn.get(pictures.of('a') ?? {})).toBe(picture)
    expect([reads, changes]).toEqual([2, 2])
  })

  it('that were added here are not read from the server again', async () => {
    const pictures = createPictureCache({
      put: async () => 'mine',
      read: async () => {
        throw new Error('read')
      },
    })
    const id = await pictures.put(picture)
    expect(drawn.get(pictures.of(id) ?? {})).toBe(picture)
  })

  it('that the server does not take are an error and no object', async () => {
    const refused = new Error('The board has no room for more pictures')
    const pictures = createPictureCache({
      put: async () => Promise.reject(refused),
      read: async () => picture,
    })
    await expect(pictures.put(picture)).rejects.toBe(refused)
  })
})
