import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { anyText, oneOf, usePlace } from './use-place.ts'

const parameters = { q: anyText(), status: oneOf(['new', 'closed'], 'new'), ticket: anyText() }

function List() {
  const [{ q, status, ticket }, { set, open, close }] = usePlace(parameters)
  return (
    <>
      <output>{[q, status, ticket].join('|')}</output>
      <input aria-label="Search" value={q} onChange={(event) => set({ q: event.target.value })} />
      <button type="button" onClick={() => set({ status: 'closed' })}>
        Closed
      </button>
      <button type="button" onClick={() => set({ status: 'new' })}>
        New
      </button>
      <button type="button" onClick={() => open({ ticket: 't1' })}>
        Open
      </button>
      <button type="button" onClick={() => close('ticket')}>
        Back to the list
      </button>
    </>
  )
}

const start = (search: string) => {
  history.replaceState(null, '', `/admin/dashboard${search}`)
  return show(<List />)
}
const press = (user: ReturnType<typeof show>['user'], name: string) =>
  user.click(screen.getByRole('button', { name }))
const shown = () => screen.getByRole('status').textContent

beforeEach(() => history.replaceState(null, '', '/admin/dashboard'))

describe('a place in the address', () => {
  it('is read from the address, and an unknown value becomes the initial one', () => {
    start('?tab=tickets&q=lina&status=burnt&ticket=t9')
    expect(shown()).toBe('lina|new|t9')
  })

  it('keeps filters in one history entry, and leaves out initial values', async () => {
    const { user } = start('?tab=tickets')
    const { length } = history
    await user.type(screen.getByLabelText('Search'), 'a b')
    await press(user, 'Closed')
    expect(location.search).toBe('?tab=tickets&q=a+b&status=closed')
    await press(user, 'New')
    expect(location.search).toBe('?tab=tickets&q=a+b')
    expect(history.length).toBe(length)
  })

  it('goes back to the list from an opened row', async () => {
    const { user } = start('?tab=tickets&status=closed')
    await press(user, 'Open')
    expect(shown()).toBe('|closed|t1')
    await press(user, 'Back to the list')
    expect(await screen.findByText('|closed|')).toBeTruthy()
    expect(location.search).toBe('?tab=tickets&status=closed')
  })

  it('returns to the list if the address of the row was opened directly', async () => {
    const { user } = start('?tab=tickets&ticket=t1')
    await press(user, 'Back to the list')
    expect(location.search).toBe('?tab=tickets')
    expect(shown()).toBe('|new|')
  })

  it('follows the browser’s Back and Forward', async () => {
    const { user } = start('?tab=tickets')
    await press(user, 'Open')
    act(() => history.back())
    expect(await screen.findByText('|new|')).toBeTruthy()
    act(() => history.forward())
    expect(await screen.findByText('|new|t1')).toBeTruthy()
  })
})
