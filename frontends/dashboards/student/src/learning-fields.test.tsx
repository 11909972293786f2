import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { ProfilePanel } from '@darsi/features/account/public.ts'
import { expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { LearningFields } from './learning-fields.tsx'

const location = {
  ...{ governorate: 'Sfax', delegation: '', municipality: '', local_area: '', service_radius: null },
  ...{ governorate_id: 15, delegation_id: null, municipality_id: null },
}

function open(roleData: Record<string, unknown>) {
  let profile = {
    ...{ id: 's', email: 's@example.tn', full_name: 'Amina', phone: '+21620123456', role: 'student' },
    ...{ location, roleData, version: 1 },
  }
  const server = fakeApi({
    'GET /me/profile': () => ({ success: true, data: profile }),
    'PATCH /me/profile': ({ body }) => {
      // `as`: the panel sends the body that the contract declares
      const given = body as { roleData: Record<string, unknown> }
      profile = { ...profile, roleData: { ...profile.roleData, ...given.roleData }, version: 2 }
      return { success: true, data: profile }
    },
  })
  const panel = <ProfilePanel api={server.api} roleFields={(fields) => <LearningFields {...fields} />} />
  return { ...server, ...show(<ToastRegion>{panel}</ToastRegion>) }
}
const year = () => screen.findByLabelText<HTMLInputElement>(/Year of birth/)

it('a saved year of birth is read-only, with a hint who may correct it', async () => {
  open({ birthYear: 2011 })
  expect((await year()).readOnly).toBe(true)
  expect(screen.getByText(/linked parent or guardian can correct it under My Children/)).toBeTruthy()
})

it('a missing year of birth can be entered once', async () => {
  const { user, asked } = open({})
  await user.type(await year(), '2011')
  expect((await year()).readOnly).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  await waitFor(async () => expect((await year()).readOnly).toBe(true))
  expect(asked('PATCH /me/profile')[0]?.body).toEqual({ version: 1, roleData: { birthYear: 2011 } })
})

it('asks for the section of the baccalaureate and lists its main subjects first', async () => {
  const { user, asked } = open({ educationLevel: 'secondary', currentGrade: 'secondary-3', birthYear: 2009 })
  await user.selectOptions(await screen.findByLabelText(/Section or stream/), 'Letters')
  const subjects = within(screen.getByRole('group', { name: /Subjects/ })).getAllByRole('checkbox')
  expect(subjects.slice(0, 2).map((each) => each.closest('label')?.textContent)).toEqual([
    'Philosophy',
    'History',
  ])
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  await waitFor(() =>
    expect(asked('PATCH /me/profile')[0]?.body).toEqual({ version: 1, roleData: { section: 'letters' } }),
  )
})
