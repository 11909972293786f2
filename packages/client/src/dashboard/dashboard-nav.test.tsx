import { HomeIcon } from '@darsi/design/graphics/icons.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen, within } from '@testing-library/react'
import { DashboardNav, type NavItem } from './dashboard-nav.tsx'

const named = (count: number): NavItem[] =>
  Array.from({ length: count }, (_, at) => ({ id: `place-${at}`, label: `Place ${at}`, icon: HomeIcon }))

const open = (items: NavItem[], onPhone?: string[]) => {
  const onSelect = jest.fn()
  const shown = show(
    <DashboardNav label="Dashboard" items={items} selected="place-0" onSelect={onSelect} onPhone={onPhone} />,
  )
  return { ...shown, onSelect }
}

beforeEach(() => localStorage.clear())

describe('the navigation of a dashboard', () => {
  it('lists all places, marks the open one and shows the counts', () => {
    const [first, second] = named(2)
    if (!first || !second) throw new Error('two places')
    open([first, { ...second, badge: 3, badgeLabel: '3 waiting' }])
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Place 0')
    expect(screen.getByRole('link', { name: 'Place 1 3 waiting' }).getAttribute('href')).toBe('?tab=place-1')
  })

  it('opens a place on a click, and leaves new tabs to the browser', async () => {
    const { user, onSelect } = open(named(2))
    const link = screen.getByRole('link', { name: 'Place 1' })
    const taken: boolean[] = []
    const watch = (event: Event) => {
      taken.push(event.defaultPrevented)
      event.preventDefault()
    }
    document.addEventListener('click', watch, { once: true })
    fireEvent.click(link, { ctrlKey: true })
    expect(taken).toEqual([false])
    expect(onSelect).not.toHaveBeenCalled()
    await user.click(link)
    expect(onSelect).toHaveBeenCalledWith('place-1')
  })

  it('needs no "More" for five places', () => {
    open(named(5))
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  })

  it('moves all but four of more than five places, with their counts, under "More"', async () => {
    const items = named(8).map((item, at) => (at === 6 ? { ...item, badge: 2, badgeLabel: '2 open' } : item))
    const { user, onSelect } = open(items, ['place-0', 'place-2', 'place-3', 'place-7'])
    await user.click(screen.getByRole('button', { name: 'More 2 waiting' }))
    const sheet = document.querySelector<HTMLElement>('.ds-nav-sheet')
    if (!sheet) throw new Error('the sheet is open')
    expect(
      within(sheet)
        .getAllByRole('link')
        .map((link) => link.dataset['place']),
    ).toEqual(['place-1', 'place-4', 'place-5', 'place-6'])
    await user.click(within(sheet).getByRole('link', { name: 'Place 4' }))
    expect(onSelect).toHaveBeenCalledWith('place-4')
    expect(document.querySelector('.ds-nav-sheet')).toBeNull()
  })

  it('closes "More" with Escape and restores the focus', async () => {
    const { user } = open(named(8))
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.tab()
    await user.keyboard('{Escape}')
    expect(document.querySelector('.ds-nav-sheet')).toBeNull()
    expect(document.activeElement?.textContent).toBe('More')
  })

  it('stays collapsed after a reload', async () => {
    const { user, unmount } = open(named(2))
    await user.click(screen.getByRole('button', { name: 'Collapse the menu' }))
    unmount()
    open(named(2))
    expect(screen.getByRole('button', { name: 'Expand the menu' }).getAttribute('aria-expanded')).toBe(
      'false',
    )
  })
})
