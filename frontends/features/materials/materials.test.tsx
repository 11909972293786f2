import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import type { Material } from '@darsi/contracts/calls/users/materials-api.ts'
import { pieceLimit } from '@darsi/contracts/rules/files.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { AddFiles, ChosenFileList } from './file-picker.tsx'
import { MaterialList } from './material-list.tsx'
import { createUpload } from './upload.ts'
import { useFiles } from './use-files.ts'

const material: Material = { id: 'u', name: 'photo.jpg', type: 'image/jpeg', size: 700_000 }
/** A picture by its first bytes. */
const picture = (size: number, name = 'photo.jpg') => {
  const bytes = new Uint8Array(size)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new File([bytes], name, { type: 'image/jpeg' })
}
const photo = picture(pieceLimit + 100)

/** A server that remembers the offset and breaks at the given pieces; a lost answer is one that was kept. */
function server(
  failures: (null | 'broken' | 'lost' | 'refused')[] = [],
  answers: Record<string, () => unknown> = {},
) {
  let offset = 0
  const size = photo.size
  return fakeApi({
    'POST /materials/uploads': () => ({ success: true, data: { id: 'u', size, offset } }),
    'GET /materials/uploads/:id': () => ({ success: true, data: { id: 'u', size, offset } }),
    'PATCH /materials/uploads/:id': ({ body }) => {
      const failure = failures.shift()
      if (failure === 'broken') throw refusal({ status: 0, message: 'No connection' })
      if (failure === 'refused') throw refusal({ status: 403, message: 'Not now' })
      if (body instanceof Blob) offset += body.size
      if (failure === 'lost') throw refusal({ status: 502, message: 'No connection' })
      return new Response(null, { status: 204 })
    },
    'POST /materials/uploads/:id/finish': () => ({ success: true, data: material }),
    'DELETE /materials/uploads/:id': () => ({ success: true }),
    ...answers,
  })
}
const offsets = ({ asked }: ReturnType<typeof server>) =>
  asked('PATCH /materials/uploads/:id').map(({ body }) => (body instanceof Blob ? body.size : 0))
const run = (api: ReturnType<typeof server>['api'], waits = [0, 0]) =>
  createUpload(api, photo, waits).run(() => {}, new AbortController().signal)

describe('an upload', () => {
  it('is sent in pieces', async () => {
    const { api, ...rest } = server()
    expect(await run(api)).toEqual(material)
    expect(offsets({ api, ...rest })).toEqual([pieceLimit, 100])
  })

  it('goes on where the server says that it stopped, also when only the answer was lost', async () => {
    const broken = server([null, 'broken'])
    await run(broken.api)
    expect(offsets(broken)).toEqual([pieceLimit, 100, 100])
    const lost = server(['lost'])
    await run(lost.api)
    expect(offsets(lost)).toEqual([pieceLimit, 100])
  })

  it('gets its file when the answer of the last call was lost', async () => {
    let isKept = false
    const lost = server([], {
      'GET /materials/uploads/:id': () => {
        throw refusal({ status: 404, message: 'Not found' })
      },
      'POST /materials/uploads/:id/finish': () => {
        if (isKept) return { success: true, data: material }
        isKept = true
        throw refusal({ status: 0, message: 'No connection' })
      },
    })
    expect(await run(lost.api)).toEqual(material)
    expect(offsets(lost)).toEqual([pieceLimit, 100])
  })

  it('arrives over a line that breaks again and again, as long as it moves on', async () => {
    const many = server(['broken', 'lost', 'broken', 'lost'])
    expect(await run(many.api)).toEqual(material)
  })

  it('does not try again what was refused', async () => {
    const refused = server(['refused'])
    await expect(run(refused.api)).rejects.toThrow('Not now')
    expect(refused.asked('PATCH /materials/uploads/:id')).toHaveLength(1)
  })
})

function Picker({ api }: { api: ReturnType<typeof server>['api'] }) {
  const files = useFiles(api)
  return (
    <>
      <AddFiles files={files} />
      <ChosenFileList files={files} />
      <output>{`${files.ids.join()} ${files.unfinished}`}</output>
    </>
  )
}

describe('the files of a message', () => {
  it('wait with their reason when the connection breaks for longer, and go on by a button', async () => {
    const { api, asked } = server(['refused'])
    const { user } = show(<Picker api={api} />)
    await user.upload(screen.getByLabelText('Add a file', { selector: 'input' }), photo)
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Not now')
    expect(screen.getByRole('status').textContent).toBe(' true')
    await user.click(screen.getByRole('button', { name: 'Continue photo.jpg' }))
    await screen.findByText('Ready')
    expect(screen.getByRole('status').textContent).toBe('u false')
    // one upload, which went on
    expect(asked('POST /materials/uploads')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Remove photo.jpg' }))
    expect(screen.getByRole('status').textContent).toBe(' false')
    // its place at the server is free at once
    expect(asked('DELETE /materials/uploads/:id')).toEqual([
      { key: 'DELETE /materials/uploads/:id', params: { id: 'u' } },
    ])
  })

  it('cannot be continued when the server refused the file itself', async () => {
    const { api, asked } = server([], {
      'POST /materials/uploads/:id/finish': () => {
        throw refusal({ status: 400, code: 'PDF_LOCKED', message: 'The PDF opens only with a password' })
      },
    })
    const { user } = show(<Picker api={api} />)
    await user.upload(screen.getByLabelText('Add a file', { selector: 'input' }), photo)
    expect((await screen.findByRole('alert')).textContent).toContain('password')
    expect(screen.queryByRole('button', { name: /Continue/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove photo.jpg' }))
    expect(asked('DELETE /materials/uploads/:id')).toEqual([])
  })

  it('are five at most, and those that were left out are named', async () => {
    const { api } = server()
    const { user } = show(<Picker api={api} />)
    const seven = [1, 2, 3, 4, 5, 6, 7].map((number) => picture(10, `page ${number}.png`))
    await user.upload(screen.getByLabelText('Add a file', { selector: 'input' }), seven)
    expect((await screen.findByRole('alert')).textContent).toBe(
      '5 files at most. Not added: page 6.png, page 7.png',
    )
    await waitFor(() => expect(screen.getAllByText('Ready')).toHaveLength(5))
  })

  it.each([
    ['an empty one', '', 'The file is empty'],
    ['a photo of an iPhone', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'HEIC'],
    ['a photo of a camera', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'AVIF'],
    ['a film', '\0\0\0\x18ftypisom\0\0\0\0isommp42', 'A video'],
    ['a document of Word', 'PK\x03\x04.......[Content_Types].xml', 'as a PDF first'],
    ['another one', '<svg/>', 'Please choose a PDF'],
  ])('%s is refused with its own sentence, whatever its name says', async (_case, head, sentence) => {
    const { api, calls } = server()
    const { user } = show(<Picker api={api} />)
    const bytes = Uint8Array.from(head, (letter) => letter.charCodeAt(0))
    const file = new File([bytes], 'photo.jpg', { type: 'image/jpeg' })
    await user.upload(screen.getByLabelText('Add a file', { selector: 'input' }), file)
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    expect(calls).toEqual([])
  })

  it('are refused before they are sent when they are too large', async () => {
    const { api, calls } = server()
    const { user } = show(<Picker api={api} />)
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'film.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Add a file', { selector: 'input' }), large)
    expect((await screen.findByRole('alert')).textContent).toBe('The file is larger than 10 MB')
    expect(screen.queryByRole('button', { name: /Continue/ })).toBeNull()
    expect(calls).toEqual([])
  })
})

describe('a file that was sent', () => {
  it('is loaded when it is asked for, and a picture is shown', async () => {
    URL.createObjectURL = () => 'blob:picture'
    URL.revokeObjectURL = () => {}
    const { api, asked } = fakeApi({ 'GET /materials/:id/file': () => new Response('picture') })
    const { user } = show(
      <ToastRegion>
        <MaterialList api={api} materials={[material]} />
      </ToastRegion>,
    )
    expect(asked('GET /materials/:id/file')).toEqual([])
    await user.click(screen.getByRole('button', { name: /photo\.jpg.*0\.7/ }))
    await waitFor(() => expect(screen.getByRole('img', { name: 'photo.jpg' })).toBeTruthy())
  })
})
