import { demoPairs } from '@darsi/contracts/reference/demo.ts'
import { addDays, dayMs, hourMs, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { bookLessons } from '../bookings/book-lessons.ts'
import { type Offer, offeredHours } from '../hours/offered.ts'
import { partiesOf } from '../parties/party.ts'
import { seedDemoGroups } from './demo-groups.ts'
import type { DemoCollections, DemoParts } from './demo-parts.ts'
import { type Course, type Planned, pastCourse, requestOf, startOf } from './past-course.ts'

/** `partsAt` returns the service's own stores and commands with another clock, for lessons that were booked some days ago. */
type History = {
  collections: DemoCollections
  outbox: Outbox
  publicUrl: string
  partsAt: (now: () => Date) => DemoParts
  weeks: number
}
type Hour = Omit<Planned, 'week'>
type CourseOfWeeks = { course: Course; planned: readonly Planned[] }

const mostWeeks = 10
const pairs = [
  { from: 'demo-student', to: 'demo-teacher', weeks: mostWeeks },
  { from: 'demo-parent', to: 'demo-teacher-2', weeks: mostWeeks },
  ...demoPairs,
]

/**
 * Makes the lessons of each demo connection that is approved and has none: weekly ones in all states up to now, with
 * reports and reviews, and those of this and the next week.
 * @returns false while connections are missing
 */
export async function seedDemoLessons(history: History): Promise<boolean> {
  const { collections, partsAt, weeks } = history
  const parts = partsAt(() => new Date())
  const { connections, lessons } = collections
  const teacherIds = [...new Set(pairs.map(({ to }) => to))]
  const approved = await connections.find({ teacherId: { $in: teacherIds }, status: 'approved' }).toArray()
  const withLessons = new Set<unknown>(
    await lessons.distinct('connectionId', { connectionId: { $in: approved.map(({ _id }) => _id) } }),
  )
  let missing = 0
  const courses: (Course & { weeks: number })[] = []
  for (const [index, { from, to, weeks: length }] of pairs.entries()) {
    const connection = approved.find(({ partyIds, teacherId }) => partyIds.includes(from) && teacherId === to)
    if (!connection) missing++
    else if (!withLessons.has(connection._id)) courses.push({ connection, by: from, index, weeks: length })
  }
  if (courses.length > 0) {
    const hours = await plannedHours(parts, { teacherIds, weeks })
    const ofWeeks = courses.map((course) => ({
      course,
      planned: plannedOf(course.index, Math.min(weeks, course.weeks), hours),
    }))
    await insertPast(history, ofWeeks)
    await Promise.all(ofWeeks.map((one) => bookAhead(partsAt, one)))
  }
  return missing === 0
}

/**
 * The hour of each pair in each week, by `hourKey`. Planned before anything is booked, so that pairs can be made at the
 * same time and always get the same hours: where two want one hour of a person, the first of the list has it.
 */
async function plannedHours(
  { checks }: DemoParts,
  { teacherIds, weeks }: { teacherIds: readonly string[]; weeks: number },
): Promise<ReadonlyMap<string, Hour>> {
  const now = new Date()
  const dates = [mondayOf(now, -weeks), addDays(mondayOf(now, 1), 6)]
  const offers = new Map(
    await Promise.all(teacherIds.map(async (id) => [id, await checks.offerOf(id, dates)] as const)),
  )
  const offered = new Map<string, Hour[]>()
  const offeredBy = (teacherId: string, week: number): Hour[] => {
    const key = `${teacherId} ${week}`
    const offer = offers.get(teacherId)
    const hours = offered.get(key) ?? (offer ? hoursOf(offer, week) : [])
    offered.set(key, hours)
    return hours
  }
  const taken = new Set<string>()
  const planned = new Map<string, Hour>()
  for (const [index, { from, to }] of pairs.entries())
    for (let week = -weeks; week <= 1; week++) {
      const keysOf = ({ date, hour }: Hour) => [from, to].map((person) => `${person} ${date} ${hour}`)
      const free = turned(offeredBy(to, week), index).find((hour) =>
        keysOf(hour).every((key) => !taken.has(key)),
      )
      if (!free) continue
      for (const key of keysOf(free)) taken.add(key)
      planned.set(hourKey(index, week), free)
    }
  return planned
}

const hourKey = (index: number, week: number) => `${index} ${week}`

/** The hours that the teacher offers in that week. */
function hoursOf(offer: Offer, week: number): Hour[] {
  const monday = mondayOf(new Date(), week)
  return [0, 1, 2, 3, 4, 5].flatMap((day) => {
    const date = addDays(monday, day)
    return offeredHours(offer, date).map((hour) => ({ date, hour }))
  })
}

/** The learners of one teacher begin at different hours. */
function turned(hours: readonly Hour[], index: number): Hour[] {
  const first = (index * 3 + Math.floor(index / 8)) % Math.max(1, hours.length)
  return [...hours.slice(first), ...hours.slice(0, first)]
}

/**
 * The two learners of the login page have one each week. Of the others only the last week is complete, so that the demo
 * is ready soon after the start.
 */
const hasLesson = (index: number, week: number): boolean =>
  index < 2 || week === -1 || (week + index) % 3 === 0

const plannedOf = (index: number, weeks: number, hours: ReadonlyMap<string, Hour>): Planned[] =>
  Array.from({ length: weeks + 2 }, (_, at) => at - weeks).flatMap((week) => {
    const hour = hours.get(hourKey(index, week))
    return hour && hasLesson(index, week) ? [{ week, ...hour }] : []
  })

/** Written in one command each for lessons, reports and reviews. */
async function insertPast(
  { collections, outbox, publicUrl, partsAt }: History,
  courses: readonly CourseOfWeeks[],
): Promise<void> {
  const { parties } = partsAt(() => new Date())
  const { people } = await parties.rowsOf(
    courses.map(({ course }) => ({ connectionId: course.connection._id })),
  )
  const made = courses.map(({ course, planned }) =>
    pastCourse(course, planned.filter(isPast), { parties: partiesOf(course.connection, people), publicUrl }),
  )
  const { lessons, reports, reviews } = collections
  await outbox.insertMany(
    reports,
    made.flatMap((one) => one.reports),
  )
  await outbox.insertMany(
    reviews,
    made.flatMap((one) => one.reviews),
  )
  await outbox.insertMany(
    lessons,
    made.flatMap((one) => one.lessons),
  )
}

const isPast = (planned: Planned): boolean => startOf(planned).getTime() <= Date.now() - 2 * hourMs

async function bookAhead(partsAt: History['partsAt'], { course, planned }: CourseOfWeeks): Promise<void> {
  for (const one of planned.filter((each) => !isPast(each))) {
    const at = new Date(Math.min(startOf(one).getTime() - 3 * dayMs, Date.now() - hourMs))
    try {
      await bookLessons(
        partsAt(() => at),
        course.by,
        requestOf(course, one),
      )
    } catch (error) {
      // the connection or the age of the learner does not allow it
      if (!(error instanceof Problem)) throw error
    }
  }
}

/** A visitor may have ended a demo connection; then the rest stays as it is. */
const mostMs = 10 * 60_000

/** Retries until the connections have arrived by their events. */
export function startDemoLessons(history: History, log: Pick<Log, 'warn' | 'info'>): () => Promise<void> {
  const started = performance.now()
  const stop = repeat({
    everyMs: 250,
    work: async () => {
      const hasLessons = await seedDemoLessons(history)
      if (
        !hasLessons ||
        !(await seedDemoGroups(
          history.partsAt(() => new Date()),
          history.collections,
        ))
      ) {
        if (performance.now() - started > mostMs) void stop()
        return
      }
      log.info({ ms: Math.round(performance.now() - started) }, 'demo lessons made')
      void stop()
    },
    log,
    failed: 'demo lessons not made yet',
  })
  return stop
}
