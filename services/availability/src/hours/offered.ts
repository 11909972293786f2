import { isSelectable, slotOf } from '@darsi/contracts/reference/hours.ts'
import {
  addDays,
  hourMs,
  instantOf,
  mondayOfDate,
  tunisDay,
  weekdayOf,
} from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Grid, weekOf } from '../grid/grid.ts'
import { isOpen, type Period } from '../periods/period.ts'
import { hoursTaken } from './hours.ts'

/** How far ahead a lesson may begin. */
const bookableDays = 26 * 7

/** A person's grid, and the holidays and special hours that limit it. */
export type Offer = { grid: Grid; periods: readonly Period[] }
export type Slot = { date: string; hour: number; durationMinutes: number }

/**
 * The hours of that day that the teacher offers: the week's own grid or the template, never lunch, never Sunday, and
 * not outside the hours of a holiday or of Ramadan.
 */
export function offeredHours({ grid, periods }: Offer, date: string): number[] {
  return gridHours(grid, date).filter((hour) => isOpen(grid, periods, { date, hour }))
}

function gridHours(grid: Grid, date: string): number[] {
  const day = weekdayOf(date)
  return weekOf(grid, mondayOfDate(date))
    .slots.map(slotOf)
    .filter((slot) => slot.day === day && isSelectable(slot))
    .map(({ hour }) => hour)
}

/** True when every hour of the lesson is offered, so that no lesson reaches over lunch or the end of the day. */
export function isOffered(offer: Offer, { date, hour, durationMinutes }: Slot): boolean {
  const offered = offeredHours(offer, date)
  return hoursTaken(hour, durationMinutes).every((taken) => offered.includes(taken))
}

/**
 * @param noticeMs so far ahead the slots have to begin
 * @throws problem `slot-not-offered`, `slot-past`, `slot-too-soon`, or `slot-closed` with all dates that are closed
 */
export function refuseSlot(offer: Offer, slots: readonly Slot[], now: Date, noticeMs = 0): void {
  const earliest = new Date(now.getTime() + noticeMs)
  const last = addDays(tunisDay(now), bookableDays)
  for (const slot of slots) {
    if (instantOf(slot.date, slot.hour) <= now) throw problem('slot-past')
    if (instantOf(slot.date, slot.hour) < earliest)
      throw problem('slot-too-soon', { params: { hours: String(noticeMs / hourMs) } })
    if (slot.date > last || !isOffered({ ...offer, periods: [] }, slot)) throw problem('slot-not-offered')
  }
  const closed = slots.filter((slot) => !isOffered(offer, slot)).map(({ date }) => date)
  if (closed.length === 0) return
  const params = { count: closed.length, dates: closed.map(shownDate).join(' · ') }
  throw problem('slot-closed', { params, extra: { closed } })
}

const shownDate = (date: string): string => date.split('-').reverse().join('/')

/** The dates of a weekly series. */
export function seriesDates(date: string, weeks: number, leaveOut: readonly string[] = []): string[] {
  const dates = Array.from({ length: weeks }, (_, index) => addDays(date, index * 7))
  return dates.filter((each) => !leaveOut.includes(each))
}
