import { slotCode, teachingDays } from '@darsi/contracts/reference/hours.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import {
  addDays,
  dayMs,
  instantOf,
  mondayOf,
  tunisClock,
  weekdayOf,
} from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Grid, noticeMsOf, type SlotCode } from '../grid/grid.ts'
import type { GridStore } from '../grid/grid-store.ts'
import type { GroupQueries } from '../groups/group-queries.ts'
import { hoursOf } from '../hours/hours.ts'
import { offeredHours } from '../hours/offered.ts'
import type { Lesson } from '../lessons/lesson.ts'
import type { LessonQueries } from '../lessons/lesson-queries.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { type Period, periodView } from '../periods/period.ts'
import type { PeriodStore } from '../periods/period-store.ts'

export type HoursParts = {
  grids: Pick<GridStore, 'find'>
  lessons: LessonQueries
  groups: GroupQueries
  parties: PartyQueries
  periods: Pick<PeriodStore, 'between'>
  now: () => Date
}

type Asked = {
  teacherId: string
  callerId: string
  week?: number | undefined
  connectionId?: string | undefined
}
type FreeHour = { date: string; hour: number; shared: boolean }

/** How many weeks ahead hours are shown. */
const lastWeek = 8

/**
 * The hours of a week that can still be booked with a teacher; without a week, of the first one that has any.
 * @throws problem 404 when the teacher does not exist, is not approved, or is neither listed nor the caller's teacher,
 * and for a connection that is not the caller's
 */
export async function freeHours(
  parts: HoursParts,
  { teacherId, callerId, week, connectionId }: Asked,
): Promise<ReturnType<typeof weekView>> {
  const { grids, parties } = parts
  if (!(await parties.isVisibleTo(teacherId, callerId))) throw problem('not-found')
  const learnerId = await learnerIn(parties, { teacherId, callerId, connectionId })
  const [teacher, learner] = await Promise.all([
    grids.find(teacherId),
    learnerId ? grids.find(learnerId) : null,
  ])
  const people: readonly Person[] = [
    { userId: teacherId, grid: teacher, noticeMs: noticeMsOf(teacher) },
    ...(learnerId && learner ? [{ userId: learnerId, grid: learner }] : []),
  ]
  for (let weeksOn = week ?? 0; week === undefined && weeksOn <= lastWeek; weeksOn++) {
    const found = await hoursOfWeek(parts, people, weeksOn)
    if (found.free.length > 0) return weekView(found)
  }
  return weekView(await hoursOfWeek(parts, people, week ?? 0))
}

function weekView({ periods, ...found }: FreeWeek) {
  return { ...found, periods: periods.map(periodView) }
}

/** `noticeMs`: hours that come sooner cannot be booked. */
type Person = { userId: string; grid: Grid; noticeMs?: number }
type FreeWeek = { week: number; monday: string; free: FreeHour[]; periods: Period[] }

/** Each person's free hours of the week: the first one's, marked where all the others have them too. */
async function hoursOfWeek(
  parts: Omit<HoursParts, 'grids' | 'parties'>,
  people: readonly Person[],
  weeksOn: number,
): Promise<FreeWeek> {
  const monday = mondayOf(parts.now(), weeksOn)
  const periods = await parts.periods.between(monday, addDays(monday, 6))
  const [own = new Map<number, Hour>(), other] = await Promise.all(
    people.map((person) => freeOf(parts, person, { monday, periods })),
  )
  const free = [...own].map(([time, each]) => ({ ...each, shared: other?.has(time) === true }))
  return { week: weeksOn, monday, free, periods }
}

type Hour = { date: string; hour: number }

/** A person's free hours of a week that are still to come, by their time. */
export async function freeOf(
  parts: Pick<HoursParts, 'lessons' | 'groups' | 'now'>,
  { userId, grid, noticeMs = 0 }: Person,
  { monday, periods }: { monday: string; periods: readonly Period[] },
): Promise<Map<number, Hour>> {
  const at = parts.now()
  const [from, to] = [instantOf(monday, 0), instantOf(addDays(monday, 7), 0)]
  const busy = await busyBetween(parts, userId, from, to)
  const taken = new Set(busy.flatMap(hoursOf).map((hour) => hour.getTime()))
  const free = teachingDays
    .map((day) => addDays(monday, day - 1))
    .flatMap((date) => offeredHours({ grid, periods }, date).map((hour) => ({ date, hour })))
    .map((each) => [instantOf(each.date, each.hour).getTime(), each] as const)
    .filter(([time]) => time > at.getTime() && time >= at.getTime() + noticeMs && !taken.has(time))
  return new Map(free)
}

/** The lessons of a teacher or a learner, and the group hours that a teacher offers. */
async function busyBetween(
  { lessons, groups }: Pick<HoursParts, 'lessons' | 'groups'>,
  userId: string,
  from: Date,
  to: Date,
): Promise<Pick<Lesson, 'startsAt' | 'durationMinutes'>[]> {
  const [taken, offered] = await Promise.all([
    lessons.between(userId, from, to),
    groups.between(userId, from, to),
  ])
  return [...taken, ...offered]
}

/** The account of the learner of one of the caller's connections with this teacher; null for a child without one. */
async function learnerIn(
  parties: PartyQueries,
  { teacherId, callerId, connectionId }: Omit<Asked, 'week'>,
): Promise<string | null> {
  if (connectionId === undefined) return null
  const connection = await parties.connection(connectionId)
  if (connection?.teacherId !== teacherId || !connection.partyIds.includes(callerId))
    throw problem('not-found')
  return connection.status === 'approved' ? connection.studentId : null
}

/**
 * The cells of the caller's own grid that lessons take.
 * @param monday the week; null for the template, which counts for all weeks without a grid of their own
 */
export async function bookedCells(
  parts: Pick<HoursParts, 'lessons' | 'groups' | 'now'>,
  { userId, role, grid, monday }: { userId: string; role: Role; grid: Grid; monday: string | null },
): Promise<ReadonlySet<SlotCode>> {
  if (role !== 'teacher' && role !== 'student') return new Set()
  const from = monday === null ? parts.now() : instantOf(monday, 0)
  const to = monday === null ? new Date(from.getTime() + 400 * dayMs) : instantOf(addDays(monday, 7), 0)
  const busy = await busyBetween(parts, userId, from, to)
  const ownWeeks = new Set(grid.exceptions.map((exception) => exception.monday))
  const counted = busy.filter((lesson) => monday !== null || !ownWeeks.has(mondayOf(lesson.startsAt)))
  return new Set(counted.flatMap(codesOf))
}

function codesOf(lesson: Pick<Lesson, 'startsAt' | 'durationMinutes'>): SlotCode[] {
  return hoursOf(lesson).map((at) => {
    const { date, hour } = tunisClock(at)
    return slotCode({ day: weekdayOf(date), hour })
  })
}
