import { useUnsaved } from '@darsi/design/dialogs/leaving.ts'
import { ClockIcon, UserIcon } from '@darsi/design/graphics/icons.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { DashboardShell } from './dashboard-shell.tsx'

function Editor() {
  const [text, setText] = useState('')
  useUnsaved(text !== '')
  return <input aria-label="Bio" value={text} onChange={(event) => setText(event.target.value)} />
}

function Page() {
  const [tab, setTab] = useState<string | null>(null)
  return (
    <>
      {/* like the browser's Back: the address changes without a click inside */}
      <button type="button" onClick={() => setTab('other')}>
        Back
      </button>
      <output>{tab ?? 'editor'}</output>
      <DashboardShell
        title="Teacher Dashboard"
        user={{ fullName: 'Sami', email: 's@example.tn' }}
        language="en"
        onLanguageChange={() => {}}
        signOut={() => setTab('signed out')}
        navigate={() => {}}
        tabs={[
          { id: 'editor', icon: UserIcon, label: 'Profile', content: <Editor /> },
          { id: 'other', icon: ClockIcon, label: 'Availability', content: <p>The week</p> },
        ]}
        tab={tab}
        onTabChange={setTab}
      />
    </>
  )
}

describe('leaving with unsaved input', () => {
  it('leaves at once when everything is saved', async () => {
    const { user } = show(<Page />)
    await user.click(screen.getByRole('link', { name: 'Availability' }))
    expect(screen.getByText('The week')).toBeTruthy()
  })

  it('asks first, stays with the input, and leaves on confirmation', async () => {
    const { user } = show(<Page />)
    await user.type(screen.getByLabelText('Bio'), 'Hello')
    await user.click(screen.getByRole('link', { name: 'Availability' }))
    expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    expect(screen.getByLabelText<HTMLInputElement>('Bio').value).toBe('Hello')
    expect(screen.getByRole('status').textContent).toBe('editor')
    await user.click(screen.getByRole('link', { name: 'Availability' }))
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
    expect(screen.getByText('The week')).toBeTruthy()
  })

  it('asks also when the address changes, and before logging out', async () => {
    const { user } = show(<Page />)
    await user.type(screen.getByLabelText('Bio'), 'Hello')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('editor')
  })

  it('asks before the browser’s tab closes', async () => {
    const { user } = show(<Page />)
    const close = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(close()).toBe(true)
    await user.type(screen.getByLabelText('Bio'), 'Hello')
    expect(close()).toBe(false)
  })
})
