import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { plainClick } from './plain-click.ts'
import { anyText, oneOf, usePlace } from './use-place.ts'

const parameters = { q: anyText(), status: oneOf(['new', 'closed'], 'new'), ticket: anyText() }

function List() {
  const [{ q, status, ticket }, { set, open, close, hrefOf }] = usePlace(parameters)
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
      <a href={hrefOf({ ticket: 't2', status: 'new' })} onClick={plainClick(() => open({ ticket: 't2' }))}>
        The second ticket
      </a>
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

  it('is a link that a plain click follows inside the page, and that a held key opens elsewhere', async () => {
    const { user } = start('?tab=tickets&status=closed&ticket=t1')
    const link = screen.getByRole('link')
    expect(link.getAttribute('href')).toBe('/admin/dashboard?tab=tickets&ticket=t2')
    const clicks: boolean[] = []
    const seen = (event: Event) => {
      clicks.push(event.defaultPrevented)
      event.preventDefault()
    }
    addEventListener('click', seen)
    await user.keyboard('{Control>}')
    await user.click(link)
    await user.keyboard('{/Control}')
    expect(shown()).toBe('|closed|t1')
    await user.click(link)
    expect(shown()).toBe('|closed|t2')
    expect(clicks).toEqual([false, true])
    removeEventListener('click', seen)
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
