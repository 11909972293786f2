import type { Slot } from '@darsi/contracts/reference/hours.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { AvailabilityGrid } from './availability-grid.tsx'

type Given = { start?: Slot[]; conflicts?: Slot[]; onSave?: () => void }

function Week({ start = [], conflicts = [], onSave }: Given) {
  const [value, setValue] = useState<Slot[]>(start)
  return (
    <>
      <AvailabilityGrid
        value={value}
        onChange={setValue}
        saved={start}
        savedAt="2026-03-02T13:05:00Z"
        conflicts={conflicts}
        onSave={onSave ?? (() => {})}
      />
      <p data-testid="value">{value.map(({ day, hour }) => `${day}:${hour}`).join(' ')}</p>
    </>
  )
}

const open = (given: Given = {}, language: Language = 'en') => show(<Week {...given} />, language)
// found by label, because computing the roles of 72 cells is slow; the first test checks the roles
const cell = (name: RegExp) => screen.getByLabelText(name)
const focus = (name: RegExp) => act(() => cell(name).focus())
const value = () => screen.getByTestId('value').textContent

describe('the availability grid', () => {
  it('shows Monday to Saturday, hours 8 to 19, lunch included', () => {
    open()
    expect(screen.getAllByRole('gridcell')).toHaveLength(72)
    expect(screen.getAllByRole('rowheader').map((header) => header.textContent)).toEqual([
      '8:00',
      '9:00',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
      '17:00',
      '18:00',
      '19:00',
    ])
    expect(screen.getByRole('gridcell', { name: /^Saturday 19:00–20:00, not available$/ })).toBeTruthy()
    expect(screen.getByRole('grid', { name: 'Weekly availability' })).toBeTruthy()
  })

  it('toggles an hour with a click', async () => {
    const { user } = open()
    await user.click(cell(/^Monday 9:00/))
    expect(value()).toBe('1:9')
    expect(cell(/^Monday 9:00–10:00, available$/).getAttribute('aria-selected')).toBe('true')
    await user.click(cell(/^Monday 9:00/))
    expect(value()).toBe('')
  })

  it('lunch hours cannot be toggled, and says so', async () => {
    const { user } = open()
    const lunch = cell(/^Tuesday 13:00–14:00, lunch break$/)
    await user.click(lunch)
    expect(value()).toBe('')
    expect(lunch.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Lunch hours (13:00-15:00) cannot be selected')).toBeTruthy()
  })

  it('does not change an hour with a booked lesson', async () => {
    const { user } = open({ start: [{ day: 2, hour: 18 }], conflicts: [{ day: 2, hour: 18 }] })
    await user.click(cell(/^Tuesday 18:00–19:00, lesson booked$/))
    expect(value()).toBe('2:18')
    await user.click(screen.getByRole('button', { name: /^Tuesday.*: select, clear or copy$/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Clear the day' }))
    expect(value()).toBe('2:18')
  })

  it('marks any change as unsaved; undoing it removes the mark and shows the saved time', async () => {
    const { user } = open()
    expect(screen.getByText('Saved at 14:05')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save availability' })).toHaveProperty('disabled', true)
    await user.click(cell(/^Friday 16:00/))
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo changes' }))
    expect(value()).toBe('')
    expect(screen.getByText('Saved at 14:05')).toBeTruthy()
  })

  it('saves on the button', async () => {
    const onSave = jest.fn()
    const { user } = open({ onSave })
    await user.click(cell(/^Friday 16:00/))
    await user.click(screen.getByRole('button', { name: 'Save availability' }))
    expect(onSave).toHaveBeenCalledTimes(1)
  })

  it('shows the weekly percentage of 60 hours', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: /^Monday.*: select, clear or copy$/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Select the whole day' }))
    expect(screen.getByText('17% · 10 of 60 hours')).toBeTruthy()
    expect(
      screen.getByRole('progressbar', { name: 'Weekly availability' }).getAttribute('aria-valuenow'),
    ).toBe('10')
  })

  it('copies a day to another and to all', async () => {
    const { user } = open({
      start: [
        { day: 1, hour: 9 },
        { day: 2, hour: 17 },
      ],
    })
    const copy = async (to: string) => {
      await user.click(screen.getByRole('button', { name: /^Monday.*: select, clear or copy$/ }))
      await user.click(screen.getByRole('menuitem', { name: to }))
    }
    await copy('Copy to Tuesday')
    expect(value()).toBe('1:9 2:9')
    await copy('Copy to every day')
    expect(value()).toBe('1:9 2:9 3:9 4:9 5:9 6:9')
  })

  it('fills weekday evenings at once', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Quick fill' }))
    await user.click(screen.getByRole('menuitem', { name: 'Monday to Friday, 17:00–20:00' }))
    expect(value()?.split(' ')).toHaveLength(15)
  })
})

describe('the grid by keyboard', () => {
  it('has one tab stop; arrows, Home and End move the focus; Space toggles', async () => {
    const { user } = open()
    focus(/^Monday 8:00/)
    expect(screen.getAllByRole('gridcell').filter((each) => each.tabIndex === 0)).toHaveLength(1)
    await user.keyboard('{ArrowRight}{ArrowDown}[Space]')
    expect(value()).toBe('2:9')
    await user.keyboard('{End}[Space]{Home}[Space]')
    expect(value()).toBe('1:9 2:9 6:9')
    await user.keyboard('{Control>}{End}{/Control}{Enter}')
    expect(value()).toBe('1:9 2:9 6:9 6:19')
  })

  it('copies the state of an hour with Shift and an arrow, across lunch too', async () => {
    const { user } = open()
    focus(/^Monday 12:00/)
    await user.keyboard('[Space]{Shift>}{ArrowDown}{/Shift}')
    expect(value()).toBe('1:12')
    focus(/^Wednesday 15:00/)
    await user.keyboard('[Space]{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
    expect(value()).toBe('1:12 3:15 3:16 4:16')
  })

  it('mirrors the left and right arrows in Arabic', async () => {
    const { user } = open({}, 'ar')
    focus(/^الاثنين 8:00/)
    await user.keyboard('{ArrowLeft}[Space]')
    expect(value()).toBe('2:8')
  })

  it('stops at the edges', async () => {
    const { user } = open()
    focus(/^Monday 8:00/)
    await user.keyboard('{ArrowLeft}{ArrowUp}')
    expect(document.activeElement).toBe(cell(/^Monday 8:00/))
  })
})

describe('the grid with a pointer', () => {
  const drag = async (given: { user: ReturnType<typeof open>['user'] }, ...names: RegExp[]) => {
    const [first, ...rest] = names.map((name) => cell(name))
    if (!first) return
    await given.user.pointer({ keys: '[MouseLeft>]', target: first })
    for (const target of rest) {
      document.elementFromPoint = () => target
      await given.user.pointer({ target })
    }
    await given.user.pointer({ keys: '[/MouseLeft]' })
  }

  it('sets the hours that a drag passes, also those that a fast drag skips', async () => {
    await drag(open(), /^Monday 8:00/, /^Monday 11:00/, /^Tuesday 11:00/)
    expect(value()).toBe('1:8 1:9 1:10 1:11 2:11')
  })

  it('does not set lunch hours in a drag', async () => {
    await drag(open(), /^Monday 12:00/, /^Monday 16:00/)
    expect(value()).toBe('1:12 1:15 1:16')
  })

  it('withdraws hours when the drag begins on an offered hour', async () => {
    const start = [8, 9, 10, 11].map((hour) => ({ day: 1, hour }))
    await drag(open({ start }), /^Monday 8:00/, /^Monday 10:00/)
    expect(value()).toBe('1:11')
  })

  it('changes nothing when a touch turns out to be a scroll', () => {
    open()
    const press = new MouseEvent('pointerdown', { bubbles: true, button: 0 })
    Object.assign(press, { pointerType: 'touch' })
    fireEvent(cell(/^Monday 9:00/), press)
    fireEvent.pointerCancel(cell(/^Monday 9:00/))
    expect(value()).toBe('')
  })

  it('accepts a click by assistive technology, which sends no pointer events', () => {
    open()
    fireEvent.click(cell(/^Monday 9:00/))
    expect(value()).toBe('1:9')
  })
})
