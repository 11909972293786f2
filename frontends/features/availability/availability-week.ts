import {
  isSelectable,
  type Slot,
  selectableSlots,
  slotKey,
  teachingDays,
} from '@darsi/contracts/reference/hours.ts'

/** The offered hours of a week, and the hours that a booked lesson keeps from changing. */
export type Week = { readonly offered: ReadonlySet<string>; readonly locked: ReadonlySet<string> }

export const weekOf = (offered: Iterable<Slot>, conflicts: Iterable<Slot> = []): Week => ({
  offered: new Set([...offered].filter(isSelectable).map(slotKey)),
  locked: new Set([...conflicts].map(slotKey)),
})

/** In reading order: by day, then by hour. */
export const slotsOf = ({ offered }: Week): Slot[] =>
  selectableSlots.filter((slot) => offered.has(slotKey(slot)))

export const isOffered = ({ offered }: Week, slot: Slot): boolean => offered.has(slotKey(slot))

export const canChange = ({ locked }: Week, slot: Slot): boolean =>
  isSelectable(slot) && !locked.has(slotKey(slot))

/** Offers or withdraws hours. Lunch hours and booked hours do not change. */
export function setSlots(week: Week, slots: Iterable<Slot>, on: boolean): Week {
  const offered = new Set(week.offered)
  for (const slot of slots) {
    if (!canChange(week, slot)) continue
    if (on) offered.add(slotKey(slot))
    else offered.delete(slotKey(slot))
  }
  return { ...week, offered }
}

export const daySlots = (day: number): Slot[] => selectableSlots.filter((slot) => slot.day === day)

export function copyDay(week: Week, from: number, to: readonly number[]): Week {
  const targets = to.filter((day) => day !== from)
  const pattern = daySlots(from).filter((slot) => isOffered(week, slot))
  const cleared = setSlots(week, targets.flatMap(daySlots), false)
  return setSlots(
    cleared,
    targets.flatMap((day) => pattern.map(({ hour }) => ({ day, hour }))),
    true,
  )
}

/** All hours of a rectangle of the grid. */
export const block = (days: readonly number[], from: number, until: number): Slot[] =>
  selectableSlots.filter(({ day, hour }) => days.includes(day) && hour >= from && hour < until)

export const weekdays: readonly number[] = teachingDays.slice(0, 5)

export const sameWeek = (a: Week, b: Week): boolean =>
  a.offered.size === b.offered.size && [...a.offered].every((key) => b.offered.has(key))
