import { describe, expect, it, jest } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { BarChart, LineChart } from '../charts/chart.tsx'
import { niceTicks } from '../charts/chart-frame.tsx'
import { GovernorateMap } from '../charts/governorate-map.tsx'
import { neighbour } from '../charts/map-keys.ts'
import { Steps } from '../charts/progress.tsx'
import { Menu } from '../dialogs/menu.tsx'
import { ToastRegion, useToast } from '../dialogs/toast.tsx'
import { Banner } from '../feedback/banner.tsx'
import { Stars } from '../feedback/stars.tsx'
import { rich } from '../i18n/i18n.tsx'
import { show } from '../test/render.tsx'
import { type Sort, Table } from './table.tsx'

const rows = [{ id: '1', name: 'Nour' }]

function Users() {
  const [sort, setSort] = useState<Sort | null>(null)
  return (
    <Table
      caption="Users"
      columns={[{ id: 'name', header: 'User', sortable: true, isRowHeader: true, cell: (row) => row.name }]}
      rows={rows}
      rowKey={(row) => row.id}
      sort={sort}
      onSort={setSort}
    />
  )
}

function Buttons() {
  const toast = useToast()
  return (
    <>
      <button type="button" onClick={() => toast('Saved')}>
        save
      </button>
      <button type="button" onClick={() => toast('Failed', 'danger')}>
        fail
      </button>
    </>
  )
}

describe('a menu', () => {
  const items = ['English', 'Français', 'العربية'].map((label, index) => ({
    id: label,
    label,
    checked: index === 1,
    onSelect: jest.fn(),
  }))

  it('opens on the checked choice, moves with the arrows, and restores the focus', async () => {
    const { user } = show(<Menu label="Language" items={items} />)
    await user.tab()
    await user.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe('Français')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('English')
    await user.keyboard('{Enter}')
    expect(items[0]?.onSelect).toHaveBeenCalledTimes(1)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Language' }))
  })

  it('closes on Escape and on a click elsewhere', async () => {
    const { user } = show(
      <>
        <Menu label="Language" items={items} />
        <p>Elsewhere</p>
      </>,
    )
    await user.click(screen.getByRole('button', { name: 'Language' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Language' }))
    await user.click(screen.getByText('Elsewhere'))
    expect(screen.queryByRole('menu')).toBeNull()
  })
})

describe('a table', () => {
  it('sorts by its headers and shows the direction', async () => {
    const { user } = show(<Users />)
    const header = () => screen.getByRole('columnheader', { name: 'User' })
    const button = () => within(header()).getByRole('button')
    await user.click(button())
    expect(header().getAttribute('aria-sort')).toBe('ascending')
    await user.click(button())
    expect(header().getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByRole('table', { name: 'Users' })).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: 'Nour' })).toBeTruthy()
  })

  it('shows a text instead of rows if there are none', () => {
    show(<Table caption="Users" columns={[]} rows={[]} rowKey={() => ''} empty="Nobody yet" />)
    expect(screen.getByText('Nobody yet')).toBeTruthy()
  })
})

describe('messages', () => {
  it('an error banner interrupts screen readers, and can be dismissed', async () => {
    const onDismiss = jest.fn()
    const { user } = show(
      <Banner tone="danger" onDismiss={onDismiss}>
        Failed to load admin data
      </Banner>,
    )
    expect(screen.getByRole('alert').textContent).toContain('Failed to load admin data')
    await user.click(screen.getByRole('button', { name: 'Close this message' }))
    expect(onDismiss).toHaveBeenCalledTimes(1)
  })

  it('a toast disappears by itself, an error stays', async () => {
    jest.useFakeTimers()
    show(
      <ToastRegion>
        <Buttons />
      </ToastRegion>,
    )
    act(() => screen.getByText('save').click())
    act(() => screen.getByText('fail').click())
    expect(screen.getByText('Saved')).toBeTruthy()
    act(() => {
      jest.advanceTimersByTime(8000)
    })
    expect(screen.queryByText('Saved')).toBeNull()
    expect(screen.getByText('Failed')).toBeTruthy()
    jest.useRealTimers()
  })
})

describe('figures', () => {
  it('a chart has its data as a table', () => {
    show(
      <LineChart
        caption="Registrations"
        labels={['Mon', 'Tue']}
        series={[{ id: 's', name: 'Students', values: [3, null] }]}
      />,
    )
    const table = screen.getByRole('table', { name: 'Registrations', hidden: true })
    expect(
      within(table)
        .getAllByRole('cell', { hidden: true })
        .map((cell) => cell.textContent),
    ).toEqual(['3', '–'])
  })

  it('a chart without data says that there is not enough', () => {
    show(<BarChart caption="Ratings" labels={[]} series={[]} />)
    expect(screen.getByText('Not enough data yet')).toBeTruthy()
  })

  it('scales with the paper: a chart has the size of its drawing, or print cuts it', () => {
    const series = [{ id: 's', name: 'Students', values: [1, 2] }]
    const { container } = show(
      <BarChart caption="Registrations" labels={['7 Sept', '14 Sept']} series={series} />,
    )
    expect(container.querySelector('.ds-chart-plot > svg')?.getAttribute('viewBox')).toBe('0 0 640 240')
  })

  it.each([
    [44, [0, 20, 40, 60]],
    [3, [0, 1, 2, 3]],
    [0, [0, 1]],
    [100, [0, 25, 50, 75, 100]],
  ])('an axis up to %d has round steps', (largest, ticks) => {
    expect(niceTicks(largest)).toEqual(ticks)
  })

  it('a rating is read as a sentence', () => {
    show(<Stars value={4.6} count={12} />)
    expect(screen.getByText('4.6 out of 5')).toBeTruthy()
  })
})

describe('the map of governorates', () => {
  it('is a listbox of 24 choices with arrow keys', async () => {
    const onSelect = jest.fn()
    const { user } = show(<GovernorateMap label="Place" selected={17} onSelect={onSelect} />)
    expect(screen.getAllByRole('option')).toHaveLength(24)
    await user.tab()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Kasserine')
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Sidi Bouzid')
    await user.keyboard('{Enter}')
    expect(onSelect).toHaveBeenCalledWith(18)
  })

  it('reaches every governorate by arrow keys from every other', () => {
    const reached = new Set([1])
    for (const id of reached) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = neighbour(id, key)
        if (next !== null) reached.add(next)
      }
    }
    expect(reached.size).toBe(24)
  })

  it('has its figures as text', () => {
    show(<GovernorateMap label="Teachers" values={new Map([[1, 12]])} withTable />)
    const table = screen.getByRole('table', { name: 'Teachers', hidden: true })
    expect(within(table).getByRole('row', { name: 'Tunis 12', hidden: true })).toBeTruthy()
    expect(within(table).getByRole('row', { name: 'Kef fewer than 5', hidden: true })).toBeTruthy()
  })

  it('has a legend with the range of figures of each colour', () => {
    const figures = [0, null, 5, 6, 7, 8, 9, 10, 60]
    const { container } = show(
      <GovernorateMap label="Teachers" values={new Map(figures.map((figure, at) => [at + 1, figure]))} />,
    )
    const keys = [...container.querySelectorAll('.ds-map-key')].map(({ textContent }) => textContent)
    expect(keys).toEqual(['none', 'fewer than 5', '5', '6', '7 – 8', '9', '10 – 60'])
  })
})

describe('texts', () => {
  it('marks the current step for screen readers', () => {
    show(<Steps label="Registration" steps={['Basic Information', 'Role Details']} current={1} />)
    expect(screen.getByText('Step 2 of 2')).toBeTruthy()
    expect(screen.getByText('Role Details').closest('[aria-current="step"]')).toBeTruthy()
  })

  it('can contain links', () => {
    show(
      <p>
        {rich('I accept the <terms>Terms</terms> and the <b>rules</b>.', {
          terms: (text) => <a href="/terms">{text}</a>,
        })}
      </p>,
    )
    expect(screen.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/terms')
    expect(screen.getByText(/I accept/).textContent).toBe('I accept the Terms and the rules.')
  })
})
