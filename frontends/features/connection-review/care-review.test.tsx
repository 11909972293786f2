import { ApiError } from '@darsi/client/api/api-error.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { CareReview } from './care-review.tsx'

const age = {
  ...{ id: 'age-c1', kind: 'age', childName: 'Adam', accountId: null, by: 'p', byName: 'Salma' },
  ...{ guardianId: null, guardianName: '', from: 2015, to: 2005, status: 'waiting', waitsForAdmin: true },
  guardians: [
    { id: 'p', name: 'Salma', agreed: true },
    { id: 'q', name: 'Nour', agreed: false },
  ],
  ...{
    askedAt: '2026-11-20T09:00:00Z',
    notBefore: '2026-11-23T09:00:00Z',
    expiresAt: '2026-12-20T09:00:00Z',
  },
  review: null,
}
const guardian = {
  ...age,
  ...{
    id: 'l1',
    kind: 'guardian',
    childName: 'Amina',
    accountId: 's',
    guardianId: 'r',
    from: null,
    to: null,
  },
  ...{ guardianName: 'Karim', guardians: [] },
}

function open(refusal?: ApiError) {
  let rows = [age, guardian]
  const server = fakeApi({
    'GET /admin/care-changes': () => ({
      ...{ success: true, data: rows, nextCursor: null },
      ...{ total: rows.length, pending: rows.length },
    }),
    'PUT /admin/care-changes/:id': ({ params }) => {
      if (refusal) throw refusal
      rows = rows.filter(({ id }) => id !== params?.['id'])
      return { success: true, data: age }
    },
  })
  const shown = show(
    <ToastRegion>
      <CareReview api={server.api} />
    </ToastRegion>,
  )
  return { ...server, ...shown }
}

describe('the review of guardians and ages', () => {
  it('shows the years, who requested the change, who agreed, and what nobody can answer', async () => {
    open()
    expect(await screen.findByText('Adam: year of birth 2015 → 2005')).toBeTruthy()
    expect(screen.getByText(/Asked by Salma/).textContent).toContain('Salma: agreed')
    expect(screen.getByText(/Nour: no answer yet/)).toBeTruthy()
    expect(screen.getByText('Karim wants to be the guardian of Amina')).toBeTruthy()
    expect(screen.getByText('No guardian can answer')).toBeTruthy()
  })

  it('sends a decision with what was checked, for the version that was read', async () => {
    const { user, asked } = open()
    await user.click(await screen.findByRole('button', { name: 'Approve: Adam' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Agree to this change?' }))
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(dialog.getByText('Please write what you checked')).toBeTruthy()
    expect(asked('PUT /admin/care-changes/:id')).toEqual([])
    await user.type(dialog.getByLabelText(/What you checked/), 'Birth certificate')
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(screen.queryByText(/Adam: year/)).toBeNull())
    expect(screen.getByText('Your decision is saved')).toBeTruthy()
    expect(asked('PUT /admin/care-changes/:id')).toMatchObject([
      {
        params: { id: 'age-c1' },
        body: { status: 'approved', note: 'Birth certificate', askedAt: age.askedAt },
      },
    ])
    expect(screen.getByText(/Karim wants/)).toBeTruthy()
  })

  it('keeps the note when the change was requested again or decided meanwhile', async () => {
    const answer = {
      message: 'Please read it again',
      errors: [],
      retryAfter: null,
      requestId: null,
      body: null,
    }
    const { user } = open(new ApiError({ status: 409, code: 'CARE_CHANGE_DECIDED', ...answer }))
    await user.click(await screen.findByRole('button', { name: 'Decline: Amina' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Refuse this change?' }))
    await user.type(dialog.getByLabelText(/What you checked/), 'No document')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await dialog.findByText('Please read it again')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/What you checked/).value).toBe('No document')
  })
})
