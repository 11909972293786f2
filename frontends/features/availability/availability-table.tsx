import {
  dayName,
  isLunchHour,
  type Slot,
  slotKey,
  type TeachingDay,
  teachingDays,
  teachingHours,
} from '@darsi/contracts/reference/hours.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { Menu } from '@darsi/design/dialogs/menu.tsx'
import { CheckIcon, LockIcon } from '@darsi/design/graphics/icons.tsx'
import { formatHour } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useEffect, useRef } from 'react'
import { texts } from '../texts.ts'
import { canChange, copyDay, daySlots, isOffered, setSlots, type Week } from './availability-week.ts'
import { useWeekKeys } from './use-week-keys.ts'
import { useWeekPainting } from './use-week-painting.ts'

type Refusal = 'lunch' | 'booked'

type AvailabilityTableProps = {
  week: Week
  label: string
  describedBy: string
  onChange: (week: Week) => void
  onRefused: (why: Refusal) => void
}

/** Hours in rows, days in columns. The columns follow the direction of the language. */
export function AvailabilityTable({ week, label, describedBy, onChange, onRefused }: AvailabilityTableProps) {
  const t = useTranslator(texts.availability)
  // several changes may come before the next render, so each one starts from the last, not from the rendered state
  const latest = useRef(week)
  useEffect(() => {
    latest.current = week
  }, [week])
  const set = (slots: Slot[], on: boolean) => {
    const [only] = slots
    if (slots.length === 1 && only && !canChange(latest.current, only)) {
      return onRefused(isLunchHour(only.hour) ? 'lunch' : 'booked')
    }
    latest.current = setSlots(latest.current, slots, on)
    onChange(latest.current)
  }
  const isOn = (slot: Slot) => isOffered(latest.current, slot)
  const keys = useWeekKeys({ set, isOn })
  const painting = useWeekPainting({ set, isOn })
  return (
    <table
      ref={keys.grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern on a real table
      role="grid"
      className="ds-week-grid"
      aria-label={label}
      aria-describedby={describedBy}
      aria-multiselectable
      onKeyDown={keys.onKeyDown}
      {...painting}
    >
      <thead>
        <tr>
          <th scope="col" className="ds-week-corner">
            <span className="ds-hidden">{t('hourColumn')}</span>
          </th>
          {teachingDays.map((day) => (
            <DayHeader key={day} day={day} week={week} onChange={onChange} />
          ))}
        </tr>
      </thead>
      <tbody>
        {teachingHours.map((hour) => (
          <tr key={hour}>
            <th scope="row" className="ds-week-hour">
              <span className="ds-ltr">{formatHour(hour)}</span>
            </th>
            {teachingDays.map((day) => (
              <Cell
                key={day}
                slot={{ day, hour }}
                week={week}
                isStop={keys.stop === slotKey({ day, hour })}
                onFocus={keys.onFocus}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = { slot: Slot; week: Week; isStop: boolean; onFocus: (slot: Slot) => void }

function Cell({ slot, week, isStop, onFocus }: CellProps) {
  const t = useTranslator(texts.availability)
  const language = useLanguage()
  const lunch = isLunchHour(slot.hour)
  const offered = isOffered(week, slot)
  const booked = week.locked.has(slotKey(slot))
  const state = lunch ? 'lunch' : booked ? 'booked' : offered ? 'available' : 'unavailable'
  const name = t('cell', {
    // the grid has only teaching days
    day: dayName(slot.day as TeachingDay, language),
    from: formatHour(slot.hour),
    to: formatHour(slot.hour + 1),
    state: t(state),
  })
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid pattern
      role="gridcell"
      className="ds-week-cell"
      data-slot={slotKey(slot)}
      data-state={state}
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      aria-selected={lunch ? undefined : offered}
      aria-disabled={lunch || booked || undefined}
      onFocus={() => onFocus(slot)}
    >
      {state === 'available' && <CheckIcon />}
      {state === 'booked' && <LockIcon />}
    </td>
  )
}

// in Arabic the short names are as long as the long ones, so the article is removed
const shortName = (day: TeachingDay, language: Language) => dayName(day, language, 'short').replace(/^ال/, '')

type DayHeaderProps = Pick<AvailabilityTableProps, 'week' | 'onChange'> & { day: TeachingDay }

function DayHeader({ day, week, onChange }: DayHeaderProps) {
  const t = useTranslator(texts.availability)
  const language = useLanguage()
  const name = dayName(day, language)
  const names = (
    <>
      <span className="ds-week-day-long">{name}</span>
      <span className="ds-week-day-short">{shortName(day, language)}</span>
    </>
  )
  const others = teachingDays.filter((other) => other !== day)
  const items = [
    { id: 'all', label: t('wholeDay'), onSelect: () => onChange(setSlots(week, daySlots(day), true)) },
    { id: 'none', label: t('clearDay'), onSelect: () => onChange(setSlots(week, daySlots(day), false)) },
    { id: 'copy', label: t('copyToAll'), onSelect: () => onChange(copyDay(week, day, others)) },
    ...others.map((other) => ({
      id: `copy-${other}`,
      label: t('copyTo', { day: dayName(other, language) }),
      onSelect: () => onChange(copyDay(week, day, [other])),
    })),
  ]
  return (
    <th scope="col" className="ds-week-day">
      <Menu
        label={name}
        suffix={t('dayTools')}
        trigger={names}
        items={items}
        align={day <= 3 ? 'start' : 'end'}
      />
    </th>
  )
}
