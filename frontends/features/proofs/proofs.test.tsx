import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import type { ProofAnswer, ReviewFileAnswer } from '@darsi/contracts/calls/users/proofs-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { CheckBadges } from './check-badges.tsx'
import { OwnProofs } from './own-proofs.tsx'
import { ProofQueue } from './proof-queue.tsx'

const proof = (more: Partial<ProofAnswer> = {}): ProofAnswer => ({
  id: 'p1',
  kind: 'identity',
  state: 'waiting',
  type: 'image/png',
  size: 2000,
  uploadedAt: '2026-11-20T08:00:00.000Z',
  decidedAt: null,
  reason: '',
  hasFile: true,
  askedAgainAt: null,
  ...more,
})
const file = (more: Partial<ReviewFileAnswer> = {}): ReviewFileAnswer => ({
  teacherId: 't1',
  name: 'Amal Ben Salah',
  status: 'pending',
  required: ['address', 'profile', 'identity', 'diploma'],
  missing: ['profile', 'identity'],
  missingFields: ['bio'],
  proofs: [],
  ...more,
})
const answer = (data: unknown) => ({ success: true, data })
const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const png = new File([bytes], 'card.png', { type: 'image/png' })
const sending = {
  'POST /materials/uploads': () => answer({ id: 'u', size: bytes.length, offset: 0 }),
  'GET /materials/uploads/:id': () => answer({ id: 'u', size: bytes.length, offset: 0 }),
  'PATCH /materials/uploads/:id': () => new Response(null, { status: 204 }),
}

describe('a teacher’s own proofs', () => {
  it('say what is missing, and upload a document', async () => {
    const server = fakeApi({
      'GET /me/review-file': () => answer(file()),
      ...sending,
      'PUT /me/proofs/:kind': () => answer(file({ proofs: [proof()] })),
    })
    const { user } = show(<OwnProofs api={server.api} />)
    expect(await screen.findByText('a complete profile: about you')).toBeTruthy()
    await user.upload(screen.getByLabelText('File: identity card'), png)
    expect(await screen.findByText('Waiting for a decision')).toBeTruthy()
    expect(server.asked('PUT /me/proofs/:kind')).toEqual([
      { key: 'PUT /me/proofs/:kind', params: { kind: 'identity' }, body: { upload: 'u' } },
    ])
    expect(screen.getByRole('button', { name: 'Take back identity card' })).toBeTruthy()
  })

  it('refuse a file that is too large before sending, and show the server’s refusals', async () => {
    const server = fakeApi({
      'GET /me/review-file': () => answer(file()),
      ...sending,
      'PUT /me/proofs/:kind': () => {
        throw refusal({ status: 400, code: 'FILE_UNREADABLE', message: 'The file cannot be read' })
      },
    })
    const { user } = show(<OwnProofs api={server.api} />)
    const input = await screen.findByLabelText('File: diploma')
    await user.upload(input, new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }))
    expect((await screen.findByRole('alert')).textContent).toContain('larger than 10 MB')
    expect(server.asked('PUT /me/proofs/:kind')).toEqual([])
    await user.upload(input, png)
    expect(await screen.findByText('The file cannot be read')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  })

  it('show the reason of a refusal, and the accepted document that is valid while another one waits', async () => {
    const accepted = proof({ state: 'accepted', decidedAt: '2026-11-01T08:00:00.000Z' })
    const refused = proof({ id: 'p3', kind: 'diploma', state: 'refused', reason: 'Too dark' })
    const proofs = [proof({ id: 'p2' }), accepted, refused]
    const server = fakeApi({ 'GET /me/review-file': () => answer(file({ status: 'approved', proofs })) })
    show(<OwnProofs api={server.api} />)
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(rows[0]).toMatch(/Waiting for a decision.*Accepted/)
    expect(rows[1]).toContain('Too dark')
  })
})

describe('the administrators’ queue of documents', () => {
  const waiting = { id: 't1', name: 'Amal Ben Salah', status: 'pending', waiting: ['identity'] }
  const profile = {
    teachingSubjects: ['mathematics'],
    levels: ['secondary'],
    bio: 'Patient.',
    hourlyRate: 30,
  }
  const server = () =>
    fakeApi({
      'GET /admin/proofs': () => ({
        success: true,
        data: [{ ...waiting, since: '2026-11-20T08:00:00.000Z' }],
        nextCursor: null,
        total: 1,
      }),
      'GET /admin/teachers/:id/review-file': () =>
        answer({
          ...file({ proofs: [proof()] }),
          profile,
          emailVerified: true,
          offeredHours: 12,
          photo: null,
        }),
      'GET /admin/teachers/:id/proofs/:proof/file': () => new Response('picture'),
      'PUT /admin/teachers/:id/proofs/:proof': () => ({ success: true }),
    })

  const openFile = async (api: ReturnType<typeof server>) => {
    const shown = show(<ProofQueue api={api.api} />)
    await shown.user.click(await screen.findByRole('link', { name: 'Open the documents Amal Ben Salah' }))
    await screen.findByText('Patient.')
    return shown
  }

  it('shows all proofs beside the decision, and requires a reason for a refusal', async () => {
    const api = server()
    const { user } = await openFile(api)
    expect(location.search).toBe('?proofs=t1')
    expect(screen.getByText('Mathematics')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Refuse identity card' }))
    const confirm = screen.getByRole('button', { name: 'Refuse' })
    await user.click(confirm)
    expect(screen.getByText('Please give a reason')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Template'), 'Not readable')
    await user.type(screen.getByLabelText(/^Reason/), ' Thank you.')
    await user.click(confirm)
    await waitFor(() => expect(api.asked('PUT /admin/teachers/:id/proofs/:proof')).toHaveLength(1))
    expect(api.asked('PUT /admin/teachers/:id/proofs/:proof')).toMatchObject([
      {
        params: { id: 't1', proof: 'p1' },
        body: { decision: 'refused', reason: expect.stringMatching(/could not read.* Thank you\.$/) },
      },
    ])
  })

  it('accepts with one press', async () => {
    const api = server()
    const { user } = await openFile(api)
    await user.click(screen.getByRole('button', { name: 'Accept identity card' }))
    await waitFor(() =>
      expect(api.asked('PUT /admin/teachers/:id/proofs/:proof')).toMatchObject([
        { params: { id: 't1', proof: 'p1' }, body: { decision: 'accepted', reason: '' } },
      ]),
    )
  })

  it('shows the picture of a document in the page', async () => {
    // jsdom has no addresses of blobs
    Object.assign(URL, { createObjectURL: () => 'blob:card', revokeObjectURL: () => {} })
    const { user } = await openFile(server())
    await user.click(screen.getByRole('button', { name: 'Open the document identity card' }))
    const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'identity card' })
    expect(picture.src).toBe('blob:card')
  })
})

it('the badges of a card say what was checked, and when', () => {
  show(<CheckBadges checks={[{ kind: 'diploma', at: '2026-11-01T08:00:00.000Z' }]} />)
  expect(screen.getByRole('list', { name: 'What was checked' }).textContent).toMatch(
    /Diploma checked on .*2026/,
  )
})
