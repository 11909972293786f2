import { describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Button } from '../forms/button.tsx'
import { show } from '../test/render.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { useUnsaved } from './leaving.ts'
import { UnsavedGuard } from './unsaved.tsx'

function WithDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      <Dialog open={open} title="Profile" onClose={() => setOpen(false)}>
        <input aria-label="Name" />
      </Dialog>
    </>
  )
}

function WithQuestion({ onConfirm }: { onConfirm: () => unknown }) {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <ConfirmDialog
      open={open}
      title="Delete User"
      confirmLabel="Delete User"
      danger
      onConfirm={async () => {
        await onConfirm()
        close()
      }}
      onCancel={close}
    >
      Are you sure?
    </ConfirmDialog>
  )
}

describe('a dialog', () => {
  it('is named by its title, closes with its button and restores the focus', async () => {
    const { user } = show(<WithDialog />)
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect(screen.getByRole('dialog', { name: 'Profile' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }))
  })

  it('closes on Escape, which the browser reports as cancel', async () => {
    const { user } = show(<WithDialog />)
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a dialog with unsaved input', () => {
  const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))

  it('asks on Escape before the input is lost, and keeps it', async () => {
    const { user } = show(<WithDialog />)
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.type(screen.getByLabelText('Name'), 'Mariem')
    pressEscape()
    expect(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mariem')
    pressEscape()
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('closes at once when the input was deleted again', async () => {
    const { user } = show(<WithDialog />)
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.type(screen.getByLabelText('Name'), 'M')
    await user.clear(screen.getByLabelText('Name'))
    pressEscape()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a dialog with a chosen file', () => {
  const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  const closeTab = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  it('asks on Escape before the file is lost, and the page asks before the tab closes', async () => {
    const { user } = show(
      <UnsavedGuard>
        <WithFile />
      </UnsavedGuard>,
    )
    await user.click(screen.getByRole('button', { name: 'Choose a file' }))
    expect(closeTab()).toBe(false)
    pressEscape()
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    await user.click(screen.getByRole('button', { name: 'Remove the file' }))
    expect(closeTab()).toBe(true)
    pressEscape()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('leaves nothing unsaved after it was closed', async () => {
    const { user } = show(
      <UnsavedGuard>
        <WithFile />
      </UnsavedGuard>,
    )
    await user.click(screen.getByRole('button', { name: 'Choose a file' }))
    pressEscape()
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(closeTab()).toBe(true)
  })
})

function WithFile() {
  const [open, setOpen] = useState(true)
  return (
    <Dialog open={open} title="Hand in" onClose={() => setOpen(false)}>
      <Chosen />
    </Dialog>
  )
}

function Chosen() {
  const [chosen, setChosen] = useState(false)
  useUnsaved(chosen)
  return <Button onClick={() => setChosen(!chosen)}>{chosen ? 'Remove the file' : 'Choose a file'}</Button>
}

describe('a confirmation', () => {
  it('focuses the safe answer', async () => {
    const onConfirm = jest.fn()
    const { user } = show(<WithQuestion onConfirm={onConfirm} />)
    expect(
      screen.getByRole('alertdialog', { name: 'Delete User', description: 'Are you sure?' }),
    ).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('stays open while the action runs and closes afterwards', async () => {
    let done = () => {}
    const { user } = show(<WithQuestion onConfirm={() => new Promise<void>((resolve) => (done = resolve))} />)
    await user.click(screen.getByRole('button', { name: 'Delete User' }))
    expect(screen.getByRole('button', { name: 'Delete User' }).getAttribute('aria-busy')).toBe('true')
    fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }))
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    done()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('shows why it failed and can be tried again', async () => {
    const { user } = show(
      <WithQuestion onConfirm={() => Promise.reject(new Error('Failed to delete user'))} />,
    )
    await user.click(screen.getByRole('button', { name: 'Delete User' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to delete user')
    expect(screen.getByRole('button', { name: 'Delete User' }).hasAttribute('aria-busy')).toBe(false)
  })
})

describe('a dialog that removes the row of its button', () => {
  it('moves the focus to the next row', async () => {
    const { user } = show(<Rows />)
    await user.click(screen.getByRole('button', { name: 'Approve Amal' }))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Approve Rim' })),
    )
  })
})

function Rows() {
  const [names, setNames] = useState(['Sami', 'Amal', 'Rim'])
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => setAsked(name)}>
            Approve {name}
          </button>
        </li>
      ))}
      {asked !== null && (
        <Dialog open title="Approve" onClose={() => setAsked(null)}>
          <button
            type="button"
            onClick={() => {
              setNames(names.filter((name) => name !== asked))
              setAsked(null)
            }}
          >
            Confirm
          </button>
        </Dialog>
      )}
    </ul>
  )
}
