import { demoPairs } from '@darsi/contracts/reference/demo.ts'
import { addDays, hourMs, instantOf, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import type { Log } from '@darsi/kit/observability/log.ts'
import { repeat } from '@darsi/kit/repeat.ts'
import { bookLessons } from '../bookings/book-lessons.ts'
import { type Offer, offeredHours } from '../bookings/offered.ts'
import { completeLesson, recordNoShow } from '../lessons/attendance.ts'
import { cancelLesson } from '../lessons/cancel.ts'
import type { ConnectionRow } from '../parties/party.ts'
import type { Parts } from '../parts.ts'
import { seedDemoGroups } from './demo-groups.ts'
import { cancelReasons, inTurn, reportText, reviewTexts } from './demo-texts.ts'

/**
 * `partsAt` returns the service's own stores and commands with another clock, so that the history is created by the
 * normal commands.
 */
type History = { partsAt: (now: () => Date) => Parts; weeks: number }
type Course = { connection: ConnectionRow; by: string; index: number; weeks: number }
type Hour = { date: string; hour: number }

const mostWeeks = 10
const pairs = [
  { from: 'demo-student', to: 'demo-teacher', weeks: mostWeeks },
  { from: 'demo-parent', to: 'demo-teacher-2', weeks: mostWeeks },
  ...demoPairs,
]
const dayMs = 24 * hourMs

/**
 * Makes the lessons of each demo connection that is approved and has none: weekly ones in all states up to now, with
 * reports and reviews, and those of this and the next week.
 * @returns false while connections are missing
 */
export async function seedDemoLessons({ partsAt, weeks }: History): Promise<boolean> {
  const parts = partsAt(() => new Date())
  const { connections, lessons } = parts.collections
  const teacherIds = [...new Set(pairs.map(({ to }) => to))]
  const approved = await connections.find({ teacherId: { $in: teacherIds }, status: 'approved' }).toArray()
  const withLessons = new Set<unknown>(
    await lessons.distinct('connectionId', { connectionId: { $in: approved.map(({ _id }) => _id) } }),
  )
  let missing = 0
  const courses: Course[] = []
  for (const [index, { from, to, weeks: length }] of pairs.entries()) {
    const connection = approved.find(({ partyIds, teacherId }) => partyIds.includes(from) && teacherId === to)
    if (!connection) missing++
    else if (!withLessons.has(connection._id))
      courses.push({ connection, by: from, index, weeks: Math.min(weeks, length) })
  }
  if (courses.length > 0) {
    const hours = await plannedHours(parts, { teacherIds, weeks })
    await Promise.all(courses.map((one) => course(partsAt, one, hours)))
  }
  return missing === 0
}

/**
 * The hour of each pair in each week, by `hourKey`. Planned before anything is booked, so that pairs can be made at the
 * same time and always get the same hours: where two want one hour of a person, the first of the list has it.
 */
async function plannedHours(
  parts: Parts,
  { teacherIds, weeks }: { teacherIds: readonly string[]; weeks: number },
): Promise<ReadonlyMap<string, Hour>> {
  const now = new Date()
  const periods = await parts.periods.between(mondayOf(now, -weeks), addDays(mondayOf(now, 1), 6))
  const offers = new Map(
    await Promise.all(
      teacherIds.map(async (id) => [id, { grid: await parts.grids.find(id), periods }] as const),
    ),
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
 * The two learners of the login page have one each week. Of the others only the latest weeks are complete, so that the
 * demo is ready soon after the start.
 */
const hasLesson = (index: number, week: number): boolean =>
  index < 2 || week >= -1 || (week + index) % 3 === 0

async function course(
  partsAt: History['partsAt'],
  of: Course,
  hours: ReadonlyMap<string, Hour>,
): Promise<void> {
  for (let week = -of.weeks; week <= 1; week++) {
    const hour = hours.get(hourKey(of.index, week))
    if (!hour || !hasLesson(of.index, week)) continue
    try {
      await lesson(partsAt, of, { week, hour })
    } catch (error) {
      // the connection or the age of the learner does not allow it
      if (!(error instanceof Problem)) throw error
    }
  }
}

async function lesson(
  partsAt: History['partsAt'],
  { connection, by, index }: Course,
  { week, hour }: { week: number; hour: Hour },
): Promise<void> {
  const clock = { at: new Date() }
  const parts = partsAt(() => clock.at)
  const { teacherId, minor } = connection
  const startsAt = instantOf(hour.date, hour.hour).getTime()
  clock.at = new Date(Math.min(startsAt - 3 * dayMs, Date.now() - hourMs))
  const [booked] = await bookLessons(parts, by, {
    ...{ connectionId: connection._id, ...hour, weeks: 1, durationMinutes: minor ? 45 : 60 },
    ...{ type: index % 3 === 0 ? 'faceToFace' : 'online', place: 'Bibliothèque publique' },
    // an empty link: the platform's own classroom
    ...{ meetingLink: '', parentPresent: minor },
  })
  if (!booked || startsAt > Date.now() - 2 * hourMs) return
  const outcome = (index * 7 + week * 5 + 703) % 11
  if (outcome === 3) {
    clock.at = new Date(startsAt - dayMs)
    await cancelLesson(parts, booked._id, { by, reason: inTurn(cancelReasons, index), series: false })
    return
  }
  clock.at = new Date(startsAt + hourMs)
  if (outcome === 7) {
    await recordNoShow(parts, booked._id, { by: teacherId, reason: 'Sans nouvelles après vingt minutes' })
    return
  }
  await completeLesson(parts, await parts.lessonQueries.ofParty(booked._id, teacherId), teacherId)
  await afterLesson(parts, booked._id, { by, teacherId, index, week })
}

type After = { by: string; teacherId: string; index: number; week: number }

/**
 * Every second lesson has a report; the latest ones are not read yet. A learner reviews the teacher after the first
 * lesson of the last five weeks that took place.
 */
async function afterLesson(parts: Parts, id: string, { by, teacherId, index, week }: After): Promise<void> {
  const { lessonQueries, reports, reviews } = parts
  const held = await lessonQueries.ofParty(id, teacherId)
  if (week % 2 === 0) {
    const text = reportText(held.subject, index - Math.floor(week / 2))
    await reports.write(held, { ...text, effort: 3 + ((index + 8 - week) % 3) })
    if (week < -2) await reports.read(id, by)
  }
  if (week < -5) return
  const { comment, rating, answer } = inTurn(reviewTexts, index)
  // one review per learner, teacher and term: the second try is refused
  await reviews.write(held, by, { rating, comment })
  if (answer) await reviews.answer(held, teacherId, answer)
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
      if (!hasLessons || !(await seedDemoGroups(history.partsAt(() => new Date())))) {
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
