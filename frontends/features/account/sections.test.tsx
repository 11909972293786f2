import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { Sections } from './sections.tsx'

const sections = [
  { id: 'details', title: 'Your details', content: <p>Phone</p> },
  { id: 'security', title: 'Security', content: <p>Password</p> },
]

beforeEach(() => history.replaceState(null, '', '/student/dashboard?tab=profile'))

describe('the sections of the settings', () => {
  it('are all shown, until one is chosen; the address names it', async () => {
    const { user } = show(<Sections sections={sections} />)
    expect(screen.getByText('Phone')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Security' })
    expect(link.getAttribute('href')).toBe('?tab=profile&section=security')
    await user.click(link)
    expect(location.search).toBe('?tab=profile&section=security')
    expect(screen.queryByText('Phone')).toBeNull()
    expect(screen.getByText('Password')).toBeTruthy()
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Security')
    await user.click(screen.getByRole('link', { name: 'Everything' }))
    expect(screen.getByText('Phone')).toBeTruthy()
  })

  it('are all shown at the address of an unknown one', () => {
    history.replaceState(null, '', '/student/dashboard?tab=profile&section=none')
    show(<Sections sections={sections} />)
    expect(screen.getByText('Phone')).toBeTruthy()
    expect(screen.getByText('Password')).toBeTruthy()
  })
})
