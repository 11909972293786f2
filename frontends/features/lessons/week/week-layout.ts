import { isLunchHour, isSelectable, teachingHours } from '@darsi/contracts/reference/hours.ts'
import {
  addDays,
  instantOf,
  mondayOfDate,
  tunisClock,
  weekdayOf,
} from '@darsi/contracts/reference/tunis-time.ts'
import { closingPeriod } from '@darsi/contracts/rules/periods.ts'
import type { Period } from '../../periods/public.ts'
import type { Hour } from '../booking/free-hours.tsx'
import type { Lesson } from '../lesson.ts'

export const firstHour = teachingHours[0]
export const lastHour = 20
/** Monday to Saturday: there are no lessons on Sundays. */
export const daysOfWeek = (monday: string): string[] => [0, 1, 2, 3, 4, 5].map((day) => addDays(monday, day))

/** The Monday of the week in the address; of today without a valid one. A Sunday opens the week that follows. */
export function mondayIn(text: string, today: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
  const date = isDate ? text : today
  return mondayOfDate(weekdayOf(date) === 7 ? addDays(date, 1) : date)
}

/** A lesson in its day's column: hours from the top and in length, and its place beside lessons at the same time. */
export type Block = { lesson: Lesson; from: number; length: number; lane: number; lanes: number }

type Timed = Pick<Lesson, 'startsAt' | 'endsAt'>

/** Lessons of one day beside each other where they overlap, each as early to the start as there is room. */
export function blocksOf(lessons: readonly Lesson[]): Block[] {
  const sorted = [...lessons].sort((a, b) => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id))
  const groups: Lesson[][] = []
  let end = ''
  for (const lesson of sorted) {
    const overlaps = lesson.startsAt < end
    if (overlaps) groups.at(-1)?.push(lesson)
    else groups.push([lesson])
    end = overlaps && lesson.endsAt < end ? end : lesson.endsAt
  }
  return groups.flatMap(lanesOf)
}

function lanesOf(group: readonly Lesson[]): Block[] {
  const ends: string[] = []
  const placed = group.map((lesson) => {
    const free = ends.findIndex((end) => end <= lesson.startsAt)
    const lane = free < 0 ? ends.length : free
    ends[lane] = lesson.endsAt
    return { lesson, lane }
  })
  return placed.map(({ lesson, lane }) => ({
    ...{ lesson, lane, lanes: ends.length },
    from: hoursFromTop(lesson.startsAt),
    length: lengthOf(lesson),
  }))
}

export function hoursFromTop(at: string | number): number {
  const { hour, minute } = tunisClock(new Date(at))
  return hour + minute / 60 - firstHour
}

const lengthOf = ({ startsAt, endsAt }: Timed) => (Date.parse(endsAt) - Date.parse(startsAt)) / 3_600_000

/** The full hours that a lesson takes: 90 minutes from 9 take 9 and 10. */
const hoursTaken = (hour: number, minutes: number) =>
  Array.from({ length: Math.ceil(minutes / 60) }, (_, index) => hour + index)

/** Hours as ranges, for a sentence: 9, 10 and 15 become 9–11 and 15–16. */
export function rangesOf(hours: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const hour of [...hours].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.to === hour) last.to = hour + 1
    else ranges.push({ from: hour, to: hour + 1 })
  }
  return ranges
}

export type Target = Hour
export type Obstacle =
  | { key: 'same' | 'loading' | 'past' | 'lunch' | 'taken' | 'notOffered' }
  | { key: 'closed'; period: Period }

type Around = {
  now: number
  /** The hours that the lesson's teacher still offers in the week of the target; null while they are loaded. */
  free: readonly Hour[] | null
  periods: readonly Period[]
  /** The lessons that the caller sees in that week. */
  lessons: readonly Lesson[]
}

/** Why a lesson cannot be moved there; null when it can, as far as this page knows. The server decides. */
export function obstacleOf(
  lesson: Lesson,
  to: Target,
  { now, free, periods, lessons }: Around,
): Obstacle | null {
  if (to.date === lesson.date && to.hour === lesson.hour) return { key: 'same' }
  const hours = hoursTaken(to.hour, lesson.durationMinutes)
  if (instantOf(to.date, to.hour).getTime() <= now) return { key: 'past' }
  if (hours.some(isLunchHour)) return { key: 'lunch' }
  if (free === null) return { key: 'loading' }
  // the lesson's own hours become free by the move
  const own = hoursTaken(lesson.hour, lesson.durationMinutes)
  const isFree = (hour: number) =>
    free.some((each) => each.date === to.date && each.hour === hour) ||
    (to.date === lesson.date && own.includes(hour))
  if (hours.every(isFree)) return clashes(lesson, to, lessons) ? { key: 'taken' } : null
  const period = closingPeriod(periods, to)
  if (period) return { key: 'closed', period }
  return { key: clashes(lesson, to, lessons) ? 'taken' : 'notOffered' }
}

/** Whether the teacher or the learner has another lesson there. */
function clashes(lesson: Lesson, to: Target, lessons: readonly Lesson[]): boolean {
  const hours = hoursTaken(to.hour, lesson.durationMinutes)
  return lessons.some(
    (other) =>
      other.id !== lesson.id &&
      other.status !== 'cancelled' &&
      (other.teacher.id === lesson.teacher.id || other.student.id === lesson.student.id) &&
      other.date === to.date &&
      hoursTaken(other.hour, other.durationMinutes).some((hour) => hours.includes(hour)),
  )
}

/** One step of the keyboard: an hour, or a day without the Sundays; stays inside the teaching hours. */
export function stepped(lesson: Lesson, from: Target, { hours = 0, days = 0 }): Target {
  const latest = lastHour - Math.ceil(lesson.durationMinutes / 60)
  const hour = Math.min(latest, Math.max(firstHour, from.hour + hours))
  const next = addDays(from.date, days)
  return { hour, date: weekdayOf(next) === 7 ? addDays(next, days) : next }
}

/** The hour under a point of a day's column: its top is the first hour. */
export function hourAt(lesson: Lesson, share: number): number {
  const hour = Math.round(firstHour + share * (lastHour - firstHour))
  return stepped(lesson, { date: lesson.date, hour }, {}).hour
}

/** Every start in the week to which the lesson can be moved. */
export function targetsOf(lesson: Lesson, monday: string, around: Around): Target[] {
  return daysOfWeek(monday).flatMap((date) =>
    teachingHours
      .filter((hour) => isSelectable({ day: weekdayOf(date), hour }))
      .map((hour) => ({ date, hour }))
      .filter((to) => obstacleOf(lesson, to, around) === null),
  )
}
