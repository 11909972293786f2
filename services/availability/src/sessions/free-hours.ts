import type { Role } from '@darsi/contracts/roles.ts'
import { addDays, instantOf, mondayOf, tunisClock, weekdayOf } from '@darsi/contracts/tunis-time.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Grid, SlotCode } from '../grid.ts'
import { hoursOf, type Lesson } from './lesson.ts'
import { offeredHours } from './offered.ts'
import type { Sessions } from './sessions.ts'

const dayMs = 24 * 3600 * 1000

/**
 * The hours of a week that can still be booked with a teacher.
 * @throws problem 404 for whom the caller may not know: no teacher, not approved, not listed and not connected
 */
export async function freeHours(
  sessions: Pick<Sessions, 'grids' | 'lessons' | 'parties' | 'now'>,
  { teacherId, callerId, weeksOn }: { teacherId: string; callerId: string; weeksOn: number },
): Promise<{ monday: string; free: { date: string; hour: number }[] }> {
  if (!(await sessions.parties.isKnownTo(teacherId, callerId))) throw problem('not-found')
  const now = sessions.now()
  const monday = mondayOf(now, weeksOn)
  const [grid, lessons] = await Promise.all([
    sessions.grids.find(teacherId),
    sessions.lessons.standing(teacherId, instantOf(monday, 0), instantOf(addDays(monday, 7), 0)),
  ])
  const taken = new Set(lessons.flatMap(hoursOf).map((hour) => hour.getTime()))
  const free = [0, 1, 2, 3, 4, 5].flatMap((day) => {
    const date = addDays(monday, day)
    return offeredHours(grid, date)
      .filter((hour) => instantOf(date, hour) > now && !taken.has(instantOf(date, hour).getTime()))
      .map((hour) => ({ date, hour }))
  })
  return { monday, free }
}

/** The cells of the caller's own grid in which lessons stand: of that week, or for the template of all that follow it. */
export async function bookedCells(
  { lessons, now }: Pick<Sessions, 'lessons' | 'now'>,
  { userId, role, grid, monday }: { userId: string; role: Role; grid: Grid; monday: string | null },
): Promise<ReadonlySet<SlotCode>> {
  if (role !== 'teacher' && role !== 'student') return new Set()
  const from = monday === null ? now() : instantOf(monday, 0)
  const to = monday === null ? new Date(from.getTime() + 400 * dayMs) : instantOf(addDays(monday, 7), 0)
  const standing = await lessons.standing(userId, from, to)
  const own = new Set(grid.exceptions.map((exception) => exception.monday))
  const counted = standing.filter((lesson) => monday !== null || !own.has(mondayOf(lesson.startsAt)))
  return new Set(counted.flatMap(codesOf))
}

function codesOf(lesson: Lesson): SlotCode[] {
  return hoursOf(lesson).map((at) => {
    const { date, hour } = tunisClock(at)
    return weekdayOf(date) * 100 + hour
  })
}
