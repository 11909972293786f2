import { addDays, hourMs, instantOf, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { createOutbox } from '@darsi/kit/events/outbox.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { testEventKey, testServers, unique } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { bookLessons } from '../src/bookings/book-lessons.ts'
import { rescheduleLesson } from '../src/bookings/reschedule.ts'
import { defaultMeetingHosts } from '../src/config.ts'
import { sendReminders } from '../src/flows/lesson-clock.ts'
import { hoursOf } from '../src/hours/hours.ts'
import { cancelLesson } from '../src/lessons/cancel.ts'
import { keepToConnection } from '../src/lessons/keep-to-connection.ts'
import type { Lesson } from '../src/lessons/lesson.ts'
import type { LessonDocument } from '../src/lessons/lesson-store.ts'
import { type Collections, createCollections, createParts, type Parts } from '../src/parts.ts'

// next year: the database would delete data that is expired by the real clock
const year = new Date().getUTCFullYear() + 1
const begin = Date.UTC(year, 0, 1)
const end = Date.UTC(year + 1, 0, 1)
const hours = [8, 9, 10, 11, 15, 16, 17, 18]
const teachers = ['t1', 't2', 't3']
const pairs = teachers.flatMap((teacherId) =>
  ['s1', 's2', 's3'].map((studentId) => ({ teacherId, studentId })),
)
const idOf = ({ teacherId, studentId }: { teacherId: string; studentId: string }) =>
  `${teacherId}-${studentId}`

/**
 * One of the learners is a minor; in spring the video consent is withdrawn, at midsummer the age is corrected to a year
 * younger.
 */
const midsummer = Date.UTC(year, 5, 21)
const spring = Date.UTC(year, 3, 21)
const young = 's3'
const known = (studentId: string, at: Date) =>
  studentId === young
    ? {
        minor: true,
        learnerBirthYear: year - (at.getTime() < midsummer ? 15 : 14),
        videoWithdrawn: at.getTime() >= spring,
        learnerLevel: null,
      }
    : { minor: false, learnerBirthYear: 1990, videoWithdrawn: false, learnerLevel: null }

let now = new Date(begin)
let connection: Awaited<ReturnType<typeof connectMongo>>
let collections: Collections
let processes: Parts[]
beforeAll(async () => {
  connection = await connectMongo(testServers().mongoUrl, unique('year'))
  collections = createCollections(connection)
  await syncIndexes(connection)
  const outbox = createOutbox({ producer: 'availability', sealer: createSealer(testEventKey) })
  const open = () =>
    createParts({
      ...{ connection, collections, outbox },
      now: () => now,
      feedSealer: createSealer(testEventKey),
      publicUrl: 'https://darsi.example',
      meetingHosts: defaultMeetingHosts.split(','),
    })
  const first = open()
  processes = [first, open()]
  const slots = [1, 2, 3, 4, 5, 6].flatMap((day) => hours.map((hour) => day * 100 + hour))
  for (const userId of teachers)
    await first.grids.save({ userId, role: 'teacher', weekOffset: 0, slots, at: now })
  for (const pair of pairs) {
    const row = { ...pair, _id: idOf(pair), childId: null, guardianIds: [], requesterId: pair.studentId }
    const partyIds = [pair.teacherId, pair.studentId]
    await collections.connections.insertOne({
      ...{ ...row, partyIds, status: 'approved', subject: 'physics', studentName: '', blockedBy: [] },
      ...known(pair.studentId, now),
    })
  }
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

/** A seeded generator, so that a failure can be reproduced. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

type Decided = { startsAt: Date | null; at: Date }
/** The decisions on each lesson, in order; a start of null is its cancellation. */
type Histories = Map<string, Decided[]>

/** The expected reminders (product.md): 24 h and 1 h before the start that is valid then. */
function dueReminders(histories: Histories): string[] {
  return [...histories].flatMap(([id, steps]) =>
    steps.flatMap(({ startsAt, at }, index) =>
      [24, 1].flatMap((before) => {
        const due = startsAt ? new Date(startsAt.getTime() - before * hourMs) : null
        const until = steps[index + 1]?.at
        const holds = due && due > at && due.getTime() < end && (!until || due < until)
        return holds ? [`${id} ${before}h ${due.toISOString()}`] : []
      }),
    ),
  )
}

function sentReminders(lessons: readonly LessonDocument[]): string[] {
  return lessons.flatMap(({ _id, outbox }) =>
    outbox
      .filter(({ type }) => type === 'session.reminder-due')
      .map(({ data }) => `${_id} ${data['reminder']} ${data['at']}`),
  )
}

/** Every hour of a teacher or a learner with two lessons. */
function doubleBooked(lessons: readonly Lesson[]): string[] {
  const taken = lessons
    .filter(({ status }) => status !== 'cancelled')
    .flatMap((lesson) =>
      hoursOf(lesson).flatMap((hour) =>
        [lesson.teacherId, lesson.studentId].map((who) => `${who} ${hour.toISOString()}`),
      ),
    )
  return taken.filter((one, index) => taken.indexOf(one) !== index)
}

it('a year of bookings, moves and cancellations at random never books twice and sends exactly the reminders due', async () => {
  const pick = random(20_270_101)
  const one = <T>(list: readonly T[]): T => {
    const found = list[pick(list.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  const histories: Histories = new Map()
  const refusals = new Map<string, number>()
  const standing = () =>
    [...histories].flatMap(([id, steps]) => {
      const startsAt = steps.at(-1)?.startsAt
      return startsAt && startsAt > now ? [id] : []
    })
  const slot = () => ({ date: addDays(tunisDay(now), pick(12)), hour: one(hours) })

  const broken: string[] = []
  const isForbidden = ({ studentId, startsAt, durationMinutes, type }: Lesson) => {
    const { minor, learnerBirthYear, videoWithdrawn } = known(studentId ?? '', now)
    const age = startsAt.getUTCFullYear() - learnerBirthYear
    const longest = !minor ? 120 : age <= 14 ? 45 : 60
    return durationMinutes > longest || (videoWithdrawn && type === 'online')
  }
  /** Checks every booked or moved lesson against the rules and data of that day. */
  const checkRules = (lessons: readonly Lesson[]) => {
    broken.push(...lessons.filter(isForbidden).map(({ _id }) => _id))
  }
  /** What changed about the young learner cancels the lessons that it forbids. */
  const learnMore = async () => {
    const [parts] = processes
    if (!parts) throw new Error('no process')
    for (const pair of pairs.filter(({ studentId }) => studentId === young)) {
      await collections.connections.updateOne({ _id: idOf(pair) }, { $set: known(young, now) })
      const connection = await parts.parties.connection(idOf(pair))
      if (connection) await keepToConnection(parts, connection)
    }
    for (const lesson of await parts.lessons.byIds(standing()))
      if (isForbidden(lesson)) histories.get(lesson._id)?.push({ startsAt: null, at: now })
  }
  const someWish = (pair = one(pairs)) => ({
    ...slot(),
    connectionId: idOf(pair),
    durationMinutes: one([45, 60, 90]),
    weeks: one([1, 1, 1, 3]),
    type: one(['online', 'faceToFace'] as const),
  })
  const book = async (parts: Parts, wish = someWish()) => {
    const studentId = wish.connectionId.split('-')[1] ?? ''
    const rest = { leaveOut: [], place: 'Library of Sfax', meetingLink: '', parentPresent: false }
    const booked = await bookLessons(parts, studentId, { ...wish, ...rest })
    for (const { _id, startsAt } of booked) histories.set(_id, [{ startsAt, at: now }])
    checkRules(booked)
  }
  const move = async (parts: Parts, id: string) => {
    const lesson = await parts.lessons.find(id)
    if (!lesson) throw new Error('a booked lesson is gone')
    const to = slot()
    // a teacher's move of a minor's lesson would wait for a guardian
    await rescheduleLesson(parts, lesson, lesson.studentId ?? lesson.teacherId, to)
    const startsAt = instantOf(to.date, to.hour)
    histories.get(id)?.push({ startsAt, at: now })
    checkRules([{ ...lesson, startsAt }])
  }
  const cancel = async (parts: Parts, id: string) => {
    const { studentId } = (await parts.lessons.find(id)) ?? {}
    await cancelLesson(parts, id, { by: studentId ?? '', reason: 'Ill', series: false })
    histories.get(id)?.push({ startsAt: null, at: now })
  }
  const attempt = async (run: () => Promise<void>) => {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refusals.set(error.slug, (refusals.get(error.slug) ?? 0) + 1)
    }
  }
  // sometimes both in parallel, as two processes do
  const look = () => {
    const looking = pick(6) === 0 ? processes : [one(processes)]
    return Promise.all(looking.map(sendReminders))
  }

  /** Runs the timers of both processes whenever something could be due, and a few times when nothing is. */
  const passUntil = async (moment: number) => {
    const due = dueReminders(histories).map((line) => Date.parse(line.split(' ')[2] ?? ''))
    const idle = now.getTime() + pick(moment - now.getTime() + 1)
    const stops = [...due, idle].filter((at) => at > now.getTime() && at <= moment)
    for (const at of [...new Set(stops)].sort((a, b) => a - b)) {
      now = new Date(at)
      await look()
    }
    now = new Date(moment)
  }

  /** Two learners book the same hour of a teacher on two processes at once. */
  const clash = async () => {
    const days = Array.from({ length: 7 }, (_, index) => addDays(tunisDay(now), 7 + index))
    const date = days.find((day) => new Date(day).getUTCDay() === 1) ?? ''
    const wishes = pairs
      .slice(0, 2)
      .map((pair) => ({ ...someWish(pair), date, hour: 9, durationMinutes: 60 }))
    await Promise.all(
      processes.map((parts, index) => attempt(() => book(parts, wishes[index] ?? someWish()))),
    )
  }

  for (let round = 1; now.getTime() < end - 24 * hourMs; round++) {
    await learnMore()
    if (round % 10 === 0) await clash()
    // two people at once, on two processes
    const moved = standing().toSorted()
    const [first, second] = [pick(Math.max(moved.length, 1)), pick(Math.max(moved.length, 1))]
    const kinds = [pick(10), pick(10)]
    await Promise.all(
      processes.map((parts, index) => {
        const id = moved[index === 0 ? first : second]
        // two changes of one lesson at once have their own test, because their order is undefined here
        const isOther = index === 0 || first !== second
        const kind = kinds[index] ?? 0
        if (kind < 5 || !id || !isOther) return attempt(() => book(parts))
        return attempt(() => (kind < 8 ? move(parts, id) : cancel(parts, id)))
      }),
    )
    await passUntil(Math.min(now.getTime() + (1 + pick(190)) * hourMs + pick(60) * 60_000, end))
  }
  await passUntil(end)

  const lessons = await collections.lessons.find().toArray()
  expect(lessons.map(({ _id }) => _id).sort()).toEqual([...histories.keys()].sort())
  expect(doubleBooked(lessons)).toEqual([])
  expect(broken).toEqual([])
  expect(refusals.get('lesson-too-long') ?? 0).toBeGreaterThan(0)
  expect(refusals.get('video-consent-missing') ?? 0).toBeGreaterThan(0)
  expect(sentReminders(lessons).sort()).toEqual(dueReminders(histories).sort())
  // the year had enough events to be meaningful
  const steps = [...histories.values()].map((history) => history.length)
  expect(lessons.length).toBeGreaterThan(70)
  expect(steps.filter((count) => count > 1).length).toBeGreaterThan(10)
  expect(refusals.get('slot-taken') ?? 0).toBeGreaterThan(0)
  expect(refusals.size).toBeGreaterThan(2)
  expect(sentReminders(lessons).length).toBeGreaterThan(100)
}, 60_000)
