import { AlertIcon, ClockIcon, HomeIcon } from '@darsi/design/graphics/icons.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { lazy, useState } from 'react'
import { DashboardShell } from './dashboard-shell.tsx'

const Broken = () => {
  throw new Error('broken tab')
}
const Never = lazy(() => new Promise<never>(() => {}))

function Dashboard({ first = null, signOut = () => {} }: { first?: string | null; signOut?: () => void }) {
  const [tab, setTab] = useState<string | null>(first)
  return (
    <DashboardShell
      title="Student Dashboard"
      user={{ fullName: 'Nour Gharbi', email: 'nour@example.tn' }}
      language="en"
      onLanguageChange={() => {}}
      signOut={signOut}
      navigate={() => {}}
      tab={tab}
      onTabChange={setTab}
      tabs={[
        { id: 'overview', icon: HomeIcon, label: 'Overview', content: 'Welcome' },
        { id: 'broken', icon: AlertIcon, label: 'Broken', content: <Broken /> },
        { id: 'slow', icon: ClockIcon, label: 'Slow', content: <Never /> },
      ]}
    />
  )
}

describe('the frame of a dashboard', () => {
  it('shows the user, and opens the first tab if the address names none', async () => {
    const signOut = jest.fn()
    const { user } = show(<Dashboard first="unknown" signOut={signOut} />)
    expect(screen.getByRole('heading', { level: 1, name: 'Student Dashboard' })).toBeTruthy()
    expect(screen.getByText('Nour Gharbi')).toBeTruthy()
    expect(screen.getByText('nour@example.tn')).toBeTruthy()
    expect(screen.getByRole('main').textContent).toBe('Welcome')
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    expect(signOut).toHaveBeenCalledTimes(1)
  })

  it('opens the tab of the address, and shows that it is loading', () => {
    show(<Dashboard first="slow" />)
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Slow')
    expect(document.title).toBe('Slow · Student Dashboard')
    expect(screen.getByRole('status').textContent).toBe('Loading…')
  })

  it('keeps the other tabs working when one fails', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = show(<Dashboard first="broken" />)
    expect(screen.getByRole('alert').textContent).toContain('This part could not be shown')
    await user.click(screen.getByRole('link', { name: 'Overview' }))
    expect(screen.getByRole('main').textContent).toBe('Welcome')
    logged.mockRestore()
  })
})
