import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import * as Y from 'yjs'
import { openPage } from '../page/board-page.ts'
import { AddPicture } from './add-picture.tsx'
import { createPictureCache } from './picture-file.ts'

// a browser has these, jsdom does not
const size = { width: 1600, height: 1200 }
const canvas = HTMLCanvasElement.prototype
const { getContext, toBlob } = canvas
beforeEach(() => {
  Reflect.set(globalThis, 'createImageBitmap', async () => size)
  Reflect.set(canvas, 'getContext', () => ({ fillRect() {}, drawImage() {} }))
  Reflect.set(canvas, 'toBlob', (done: BlobCallback) => done(new Blob(['small'])))
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'createImageBitmap')
  Object.assign(canvas, { getContext, toBlob })
})

const jpeg = () =>
  new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, ...Array(20).fill(0))], 'Screenshot.jpg', { type: '' })

function open({ mayWrite = true } = {}) {
  const page = openPage(new Y.Doc())
  let count = 0
  const pictures = createPictureCache({
    put: async () => `00000000-0000-4000-8000-00000000000${count++}`,
    read: async () => new Blob(['small']),
  })
  show(
    <ToastRegion>
      <input aria-label="message" />
      <AddPicture
        input={{ current: null }}
        page={page}
        pictures={pictures}
        me="me"
        saveData={false}
        mayWrite={mayWrite}
      />
    </ToastRegion>,
  )
  const frames = () =>
    page
      .objects()
      .flatMap(({ object }) => (object.kind === 'picture' ? [`${object.at.x} ${object.at.y}`] : []))
  return { frames }
}

describe('a picture', () => {
  it('is put on the page when it is pasted or dropped, none on another one', async () => {
    const { frames } = open()
    fireEvent.paste(document.body, { clipboardData: { files: [jpeg()] } })
    await waitFor(() => expect(frames()).toHaveLength(1))
    expect(fireEvent.drop(document.body, { dataTransfer: { files: [jpeg(), jpeg()] } })).toBe(false)
    await waitFor(() => expect(new Set(frames()).size).toBe(3))
  })

  it('is not taken from a message that is being written', async () => {
    const writing = open()
    expect(fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { files: [jpeg()] } })).toBe(true)
    expect(writing.frames()).toEqual([])
  })

  it('is dropped without effect by a person who only reads, who stays in the lesson', async () => {
    const reading = open({ mayWrite: false })
    expect(fireEvent.drop(document.body, { dataTransfer: { files: [jpeg()] } })).toBe(false)
    expect(reading.frames()).toEqual([])
  })

  it('that this browser cannot read is refused by its own sentence', async () => {
    Reflect.set(globalThis, 'createImageBitmap', async () => Promise.reject(new Error('unknown')))
    open()
    const heic = new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'IMG_5195.jpg', { type: 'image/jpeg' })
    fireEvent.paste(document.body, { clipboardData: { files: [heic] } })
    expect(await screen.findByText(/stored as HEIC/)).toBeTruthy()
  })
})
