import { useUnsaved } from '@darsi/design/dialogs/leaving.ts'
import { UnsavedGuard } from '@darsi/design/dialogs/unsaved.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { Sections } from './sections.tsx'

const sections = [
  { id: 'details', title: 'Your details', content: <p>Phone</p> },
  { id: 'security', title: 'Security', content: <p>Password</p> },
]

function Phone() {
  const [phone, setPhone] = useState('')
  useUnsaved(phone !== '')
  return <input aria-label="Phone" value={phone} onChange={(event) => setPhone(event.target.value)} />
}

beforeEach(() => history.replaceState(null, '', '/student/dashboard?tab=profile'))

describe('the sections of the settings', () => {
  it('are all shown, until one is chosen; the address names it', async () => {
    const { user } = show(<Sections sections={sections} />)
    expect(screen.getByText('Phone')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Security' })
    expect(link.getAttribute('href')).toBe('/student/dashboard?tab=profile&section=security')
    await user.click(link)
    expect(location.search).toBe('?tab=profile&section=security')
    expect(screen.queryByText('Phone')).toBeNull()
    expect(screen.getByText('Password')).toBeTruthy()
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Security')
    await user.click(screen.getByRole('link', { name: 'Everything' }))
    expect(screen.getByText('Phone')).toBeTruthy()
  })

  it('ask before unsaved input is lost, also on the way back', async () => {
    const { user } = show(
      <UnsavedGuard>
        <Sections
          sections={[{ id: 'details', title: 'Your details', content: <Phone /> }, ...sections.slice(1)]}
        />
      </UnsavedGuard>,
    )
    const typed = () => screen.queryByLabelText<HTMLInputElement>('Phone')?.value
    await user.click(screen.getByRole('link', { name: 'Your details' }))
    await user.type(screen.getByLabelText('Phone'), '20')
    await user.click(screen.getByRole('link', { name: 'Security' }))
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    expect([typed(), location.search]).toEqual(['20', '?tab=profile&section=details'])
    act(() => history.replaceState(null, '', '/student/dashboard?tab=profile&section=security'))
    expect(typed()).toBe('20')
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
    expect([typed(), screen.getByText('Password')]).toEqual([undefined, expect.anything()])
    await user.click(screen.getByRole('link', { name: 'Everything' }))
    expect(typed()).toBe('')
  })

  it('are all shown at the address of an unknown one', () => {
    history.replaceState(null, '', '/student/dashboard?tab=profile&section=none')
    show(<Sections sections={sections} />)
    expect(screen.getByText('Phone')).toBeTruthy()
    expect(screen.getByText('Password')).toBeTruthy()
  })
})
