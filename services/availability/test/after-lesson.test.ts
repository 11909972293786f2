import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ProgressReport, PublicReview } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { reseal } from '@darsi/kit/events/reseal.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { dataOf, eventually, silentLog, someone, testEventKey } from '@darsi/kit/testing/testing.ts'
import { unindexedFilters } from '@darsi/kit/testing/unindexed.ts'
import { describe, expect, it } from '@jest/globals'
import { default as ICAL } from 'ical.js'
import { createFeedStore } from '../src/calendar/feed-store.ts'
import { sendReminders } from '../src/flows/lesson-clock.ts'
import { remind } from '../src/lessons/lesson.ts'
import { reminderLeaseMs } from '../src/lessons/lesson-store.ts'
import {
  book,
  childOf,
  connect,
  firstOf,
  lessonOf,
  offer,
  pair,
  publishListed,
  thursday,
  viewLesson,
  worldOfFile,
} from './world.ts'

const monday = '2026-11-23'
const { world, clock } = await worldOfFile()

const post = (as: Identity, path: string, body?: object) =>
  world.call(`POST ${path}`, { as, ...(body && { body }) })
const lessonFor = (as: Identity, id: string) => viewLesson(world, as, { id })
const overview = async (as: Identity) =>
  dataOf<Record<string, unknown>>(await world.call('GET /sessions/overview', { as }))

type Learner = Parameters<typeof connect>[1]
/** A lesson on Monday at 9 that took place. */
async function held(learner: Learner = {}, teacher?: Identity, hour = 9, date = monday) {
  clock.now = thursday
  const made = await pair(world, learner, teacher)
  const by = learner?.isChild ? made.parent : made.student
  const wish = { durationMinutes: 30, parentPresent: Boolean(learner?.isChild), hour, date }
  const { id } = firstOf(await book(world, by, { connectionId: made.connectionId, ...wish }))
  clock.now = new Date(`${date}T${String(hour - 1).padStart(2, '0')}:30:00Z`)
  expect((await post(made.teacher, `/sessions/${id}/complete`)).status).toBe(200)
  return { ...made, id, by }
}
type Held = Awaited<ReturnType<typeof held>>
const report = { topics: 'Fractions', effort: 4, homework: 'Page 12', note: 'Well done' }

describe('completion', () => {
  it('is possible for the teacher alone, from the start of the lesson on, once', async () => {
    const made = await pair(world)
    const { id } = firstOf(await book(world, made.student, { connectionId: made.connectionId, date: monday }))
    expect((await post(made.teacher, `/sessions/${id}/complete`)).body['code']).toBe('SESSION_NOT_STARTED')
    clock.now = new Date('2026-11-23T08:00:00Z')
    expect((await lessonFor(made.teacher, id)).canComplete).toBe(true)
    expect((await lessonFor(made.student, id)).canComplete).toBe(false)
    expect((await post(made.student, `/sessions/${id}/complete`)).status).toBe(403)
    expect(lessonOf(await post(made.teacher, `/sessions/${id}/complete`))).toMatchObject({
      status: 'completed',
      canReport: true,
      canReview: false,
    })
    expect((await post(made.teacher, `/sessions/${id}/complete`)).body['code']).toBe('SESSION_STATE')
    expect((await lessonFor(made.student, id)).canReview).toBe(true)
  })

  it('a no-show can be reported by both sides, ten minutes after the start', async () => {
    const made = await pair(world, { minor: true, birthYear: 2010, withGuardian: true })
    const { id } = firstOf(await book(world, made.student, { connectionId: made.connectionId, date: monday }))
    clock.now = new Date('2026-11-23T08:09:00Z')
    expect((await post(made.parent, `/sessions/${id}/no-show`, {})).body['code']).toBe('SESSION_NOT_STARTED')
    clock.now = new Date('2026-11-23T08:10:00Z')
    const answer = await post(made.parent, `/sessions/${id}/no-show`, { reason: 'Nobody came' })
    expect(lessonOf(answer)).toMatchObject({ status: 'no-show', reason: 'Nobody came' })
    const [event] = await world.kafka.published('session.no-show', id, 1)
    expect(event?.data).toMatchObject({ minor: true, by: made.parent.userId })
  })
})

describe('attendance in the classroom', () => {
  it('proposes, and the parties decide', async () => {
    const made = await connect(world)
    const { teacher, student, connectionId } = made
    await offer(world, teacher)
    const { id } = firstOf(await book(world, student, { connectionId, date: monday }))
    expect((await lessonFor(teacher, id)).attendance).toBeNull()
    clock.now = new Date('2026-11-23T09:10:00Z')
    await world.kafka.publish('classroom', id, 1, {
      type: 'classroom.ended',
      data: {
        ...{ sessionId: id, connectionId, teacherId: teacher.userId, studentId: student.userId },
        ...{ guardianIds: [], minor: false, at: clock.now.toISOString(), cause: 'time' },
        ...{ liveSeconds: 0, proposal: 'learner-missing' },
      },
    })
    const proposed = { status: 'upcoming', attendance: { proposal: 'learner-missing', liveSeconds: 0 } }
    await eventually(async () => (await lessonFor(teacher, id)).attendance !== null)
    expect(await lessonFor(teacher, id)).toMatchObject(proposed)
    expect(lessonOf(await post(teacher, `/sessions/${id}/complete`))).toMatchObject({ status: 'completed' })
  })

  it('shows the state of the room with its cause, and a lesson that was on hold for most of it is nobody’s fault', async () => {
    const { teacher, student, connectionId } = await pair(world)
    const { id } = firstOf(await book(world, student, { connectionId, date: monday }))
    clock.now = new Date('2026-11-23T08:10:00Z')
    const ids = { sessionId: id, connectionId, teacherId: teacher.userId, studentId: student.userId }
    const data = { ...ids, guardianIds: [], minor: false, at: clock.now.toISOString() }
    const publish = (sequence: number, event: Parameters<typeof world.kafka.publish>[3]) =>
      world.kafka.publish('classroom', id, sequence, event)
    const roomIs = (room: object | null) =>
      eventually(async () => isDeepStrictEqual((await lessonFor(student, id)).room, room))
    await roomIs(null)
    await publish(1, { type: 'participant.admitted', data: { ...data, by: teacher.userId, userIds: [] } })
    await roomIs({ state: 'live', cause: null })
    await publish(2, { type: 'lesson.held', data: { ...data, by: student.userId } })
    await roomIs({ state: 'held', cause: 'guardian' })
    await publish(3, { type: 'lesson.resumed', data })
    await roomIs({ state: 'live', cause: null })
    await publish(4, { type: 'guardian.absent', data })
    await roomIs({ state: 'held', cause: 'guardian-absent' })
    // not before attendance proposes it
    const notHeld = () => post(student, `/sessions/${id}/not-held`)
    expect(await notHeld()).toMatchObject({ status: 409, body: { code: 'SESSION_STATE' } })
    const ended = { cause: 'time', liveSeconds: 60, proposal: 'not-held' } as const
    await publish(5, { type: 'classroom.ended', data: { ...data, ...ended } })
    await roomIs({ state: 'ended', cause: 'time' })
    await eventually(async () => (await lessonFor(student, id)).attendance !== null)
    expect(await post(someone('student'), `/sessions/${id}/not-held`)).toMatchObject({ status: 404 })
    const answers = await Promise.all([notHeld(), notHeld(), notHeld()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await lessonFor(teacher, id)).toMatchObject({
      status: 'cancelled',
      reason: expect.stringContaining('could not take place'),
    })
    const events = await world.kafka.published('session.cancelled', id, 1)
    expect(events).toMatchObject([{ data: { cause: 'not-held', by: student.userId } }])
  })
})

describe('reviews', () => {
  it('are one per pair and school term, and the teacher answers once', async () => {
    const { id, student, teacher, connectionId } = await held()
    const answer = await post(student, `/sessions/${id}/review`, {
      tookPlace: true,
      rating: 5,
      comment: 'Clear',
    })
    expect(lessonOf(answer)).toMatchObject({
      canReview: false,
      review: { rating: 5, comment: 'Clear', answer: '', canAnswer: false },
    })
    expect((await lessonFor(teacher, id)).review).toMatchObject({ canAnswer: true })
    expect((await post(student, `/sessions/${id}/review`, { tookPlace: true, rating: 1 })).body['code']).toBe(
      'REVIEW_EXISTS',
    )
    const answered = await post(teacher, `/sessions/${id}/review-answer`, { answer: 'Thank you' })
    expect(lessonOf(answered).review).toMatchObject({ answer: 'Thank you', canAnswer: false })
    expect((await post(teacher, `/sessions/${id}/review-answer`, { answer: 'More' })).status).toBe(409)

    // another lesson of the same term, and one of the next
    for (const [date, canReview] of [
      ['2026-12-07', false],
      ['2027-01-04', true],
    ] as const) {
      clock.now = thursday
      const next = firstOf(await book(world, student, { connectionId, date }))
      clock.now = new Date(`${date}T08:30:00Z`)
      await post(teacher, `/sessions/${next.id}/complete`)
      expect((await lessonFor(student, next.id)).canReview).toBe(canReview)
      const status = (await post(student, `/sessions/${next.id}/review`, { tookPlace: true, rating: 3 }))
        .status
      expect(status).toBe(canReview ? 200 : 409)
    }
  })

  it('are one per school term also when the learner comes of age in between', async () => {
    const { id, student, teacher, connectionId, publishChange } = await held({
      birthYear: 2008,
      isChild: true,
    })
    await publishChange('approved', 'changed', { guardians: [], accountId: student.userId })
    await eventually(async () => (await world.call(`GET /sessions/${id}`, { as: student })).status === 200)
    clock.now = thursday
    const next = firstOf(await book(world, student, { connectionId, date: '2026-12-07' }))
    clock.now = new Date('2026-12-07T08:30:00Z')
    await post(teacher, `/sessions/${next.id}/complete`)
    expect((await post(student, `/sessions/${id}/review`, { tookPlace: true, rating: 5 })).status).toBe(200)
    expect((await lessonFor(student, next.id)).canReview).toBe(false)
    expect(
      (await post(student, `/sessions/${next.id}/review`, { tookPlace: true, rating: 1 })).body['code'],
    ).toBe('REVIEW_EXISTS')
  })

  it('are possible only for completed lessons, and one is kept when 20 are sent at once', async () => {
    const { id, student } = await held()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        post(student, `/sessions/${id}/review`, { tookPlace: true, rating: 4 }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const made = await pair(world)
    clock.now = thursday
    const open = firstOf(await book(world, made.student, { connectionId: made.connectionId, date: monday }))
    expect(
      (await post(made.student, `/sessions/${open.id}/review`, { tookPlace: true, rating: 4 })).status,
    ).toBe(409)
  })

  it('need attendance, or the word of the learner’s side that the lesson took place', async () => {
    const { id, student, teacher, connectionId } = await held()
    expect((await lessonFor(student, id)).reviewNeedsWord).toBe(true)
    const refused = await post(student, `/sessions/${id}/review`, { rating: 5 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'REVIEW_UNATTENDED' } })
    await world.kafka.publish('classroom', id, 1, {
      type: 'classroom.ended',
      data: {
        ...{ sessionId: id, connectionId, teacherId: teacher.userId, studentId: student.userId },
        ...{ guardianIds: [], minor: false, at: clock.now.toISOString(), cause: 'time' },
        ...{ liveSeconds: 300, proposal: 'completed' },
      },
    })
    await eventually(async () => !(await lessonFor(student, id)).reviewNeedsWord)
    expect((await post(student, `/sessions/${id}/review`, { rating: 5 })).status).toBe(200)
  })

  it('make a mean rating from three reviews on', async () => {
    const teacher = someone('teacher')
    for (const [index, rating] of [5, 4, 4].entries()) {
      const { id, student } = await held({}, teacher, 9 + index)
      expect((await overview(teacher))['rating']).toBeNull()
      await post(student, `/sessions/${id}/review`, { tookPlace: true, rating })
    }
    expect(await overview(teacher)).toMatchObject({ rating: 4.3, reviewCount: 3 })
  })

  it('are public from three reviews on, newest first, without the name of a minor', async () => {
    const teacher = someone('teacher')
    const path = `GET /teachers/${teacher.userId}/reviews`
    const read = async (query = '', as = someone('parent')) => {
      const { status, body } = await world.call(path + query, { as })
      // `as`: the declared answer
      return { status, ...(body as { data: PublicReview[]; nextCursor: string | null; total: number }) }
    }
    expect((await read()).status).toBe(404)
    await publishListed(world, teacher)
    await eventually(async () => (await read()).status === 200)
    const writers = [{}, { minor: true, birthYear: 2010, withGuardian: true }, {}]
    for (const [index, learner] of writers.entries()) {
      const { id, student } = await held(learner, teacher, 9 + index)
      expect(await read()).toMatchObject({ data: [], total: 0, nextCursor: null })
      clock.now = new Date(clock.now.getTime() + index * 60_000)
      await post(student, `/sessions/${id}/review`, {
        tookPlace: true,
        rating: 5 - index,
        comment: `Lesson ${index}`,
      })
      if (index === 0) await post(teacher, `/sessions/${id}/review-answer`, { answer: 'Thank you' })
    }
    const newest = await read('?limit=2')
    expect(newest.total).toBe(3)
    expect(newest.data).toMatchObject([
      { rating: 3, comment: 'Lesson 2', reviewer: 'Student', month: '2026-11', answer: '' },
      { rating: 4, comment: 'Lesson 1', reviewer: null },
    ])
    expect(Object.keys(newest.data[0] ?? {}).toSorted()).toEqual([
      'answer',
      'comment',
      'id',
      'month',
      'rating',
      'reviewer',
    ])
    const oldest = await read(`?limit=2&cursor=${newest.nextCursor}`)
    expect(oldest).toMatchObject({ nextCursor: null, data: [{ rating: 5, answer: 'Thank you' }] })
    expect((await read('?cursor=nonsense')).status).toBe(400)
  })
})

describe('progress reports', () => {
  it('of a ten-year-old are due a day after each lesson, and are marked when the parent reads them', async () => {
    const { id, teacher, parent, childId } = await held(childOf(2016))
    expect(await lessonFor(teacher, id)).toMatchObject({
      reportDueAt: '2026-11-24T08:30:00.000Z',
      canReport: true,
    })
    expect(await overview(teacher)).toMatchObject({ reportsDue: 1 })
    expect((await post(teacher, `/sessions/${id}/report`, { ...report, topics: ' ' })).body['code']).toBe(
      'REPORT_TOPICS_REQUIRED',
    )
    expect(lessonOf(await post(teacher, `/sessions/${id}/report`, report))).toMatchObject({
      canReport: false,
      reportDueAt: null,
      report: {
        topics: 'Fractions',
        studentName: 'Adam',
        teacherName: 'Teacher Example',
        readAt: null,
        date: monday,
      },
    })
    // the process ended before the lesson was marked: a second try marks it
    await world.collections.lessons.updateOne({ _id: id }, { $set: { reportDueAt: new Date() } })
    expect((await post(teacher, `/sessions/${id}/report`, report)).status).toBe(409)
    expect((await lessonFor(teacher, id)).reportDueAt).toBeNull()
    expect(
      dataOf<ProgressReport[]>(await world.call(`GET /reports?childId=${childId}`, { as: parent })).map(
        ({ sessionId }) => sessionId,
      ),
    ).toEqual([id])
    const read = await post(parent, `/reports/${id}/read`)
    expect(read.body['data']).toMatchObject({ readAt: clock.now.toISOString() })
    await post(parent, `/reports/${id}/read`)
    expect(await world.kafka.published('report.read', id, 1)).toHaveLength(1)
    expect((await post(someone('parent'), `/reports/${id}/read`)).status).toBe(404)
    expect(await overview(teacher)).toMatchObject({ reportsDue: 0 })
  })

  it('are PDF files in the reader’s language, for the parties alone', async () => {
    const { id, teacher, parent } = await held(childOf(2016))
    await post(teacher, `/sessions/${id}/report`, { ...report, topics: 'الكسور: 3/4 و 1/2' })
    const sizes: number[] = []
    for (const language of ['en', 'fr', 'ar']) {
      const headers = { 'accept-language': language }
      const answer = await world.call(`GET /reports/${id}/report.pdf`, { as: parent, headers })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(String(answer.body['text']).slice(0, 5)).toBe('%PDF-')
      sizes.push(String(answer.body['text']).length)
    }
    expect(new Set(sizes).size).toBe(3)
    expect((await world.call(`GET /reports/${id}/report.pdf`, { as: someone('teacher') })).status).toBe(404)
  })

  it('of a twelve-year-old are due every two weeks, one for all lessons in between', async () => {
    const { connectionId, id, teacher, student } = await held({ birthYear: 2014, minor: true })
    expect((await lessonFor(teacher, id)).reportDueAt).toBe('2026-12-07T08:30:00.000Z')
    clock.now = thursday
    const next = firstOf(
      await book(world, student, { connectionId, date: '2026-11-30', durationMinutes: 45 }),
    )
    clock.now = new Date('2026-11-30T08:30:00Z')
    expect(lessonOf(await post(teacher, `/sessions/${next.id}/complete`)).reportDueAt).toBeNull()
    await post(teacher, `/sessions/${next.id}/report`, report)
    expect((await lessonFor(teacher, id)).reportDueAt).toBeNull()
  })
})

describe('the overview', () => {
  it('of a parent is child by child: lessons, the last and the next one, and reports', async () => {
    const { parent, teacher, id, childId } = await held(childOf(2016))
    await post(teacher, `/sessions/${id}/report`, report)
    const answer = await world.call('GET /sessions/children', { as: parent })
    expect(answer.body['data']).toEqual([
      {
        ...{ childId, completed: 1, upcoming: 0, reports: 1, nextLessonAt: null, averageEffort: null },
        lastLessonAt: '2026-11-23T08:00:00.000Z',
      },
    ])
    expect((await world.call('GET /sessions/children', { as: someone('parent') })).body['data']).toEqual([])
    expect((await world.call('GET /sessions/children', { as: teacher })).status).toBe(403)
  })

  it('counts lessons, hours and weeks', async () => {
    const { student, teacher, connectionId } = await held()
    clock.now = thursday
    const { id } = firstOf(
      await book(world, student, { connectionId, date: '2026-11-30', durationMinutes: 90 }),
    )
    clock.now = new Date('2026-11-30T09:00:00Z')
    await post(teacher, `/sessions/${id}/complete`)
    const upcoming = firstOf(await book(world, student, { connectionId, date: '2026-12-07' }))
    expect(await overview(student)).toMatchObject({
      total: 3,
      completed: 2,
      upcoming: 1,
      cancelled: 0,
      hours: 2,
      streakWeeks: 2,
      rating: null,
      next: [{ id: upcoming.id }],
    })
  })
})

describe('the list of lessons', () => {
  it('with `ahead` begins with the next one, after any number of past ones that nobody completed', async () => {
    const { connectionId, student } = await pair(world)
    const first = firstOf(await book(world, student, { connectionId, date: monday }))
    const next = firstOf(await book(world, student, { connectionId, date: '2026-12-07' }))
    const { lessons } = world.collections
    const stored = await lessons.findOne({ _id: first.id })
    if (!stored) throw new Error('no lesson')
    const ids = Array.from({ length: 50 }, (_, index) => `${first.id}-${index}`)
    await lessons.insertMany(ids.map((_id) => ({ ...stored, _id, v: 0, outbox: [] })))
    clock.now = new Date('2026-11-30T10:00:00Z')
    const list = async (query: string) =>
      (await world.call(`GET /sessions?status=upcoming${query}`, { as: student })).body
    expect(await list('')).toMatchObject({ total: 52 })
    expect(await list('&ahead=true')).toMatchObject({ total: 1, data: [{ id: next.id }], nextCursor: null })
  })
})

describe('reminders', () => {
  it('are sent once each, by any of several processes, and not for a lesson that was moved or cancelled', async () => {
    const made = await pair(world)
    const { connectionId, student } = made
    const [kept, moved, fallen] = await Promise.all(
      [9, 10, 11].map(
        async (hour) => firstOf(await book(world, student, { connectionId, date: monday, hour })).id,
      ),
    )
    await post(student, `/sessions/${moved}/reschedule`, { date: '2026-11-25', hour: 9 })
    await post(student, `/sessions/${fallen}/cancel`, { reason: 'Ill' })
    const processes = [world.another(), world.another(), world.another()]
    for (let hour = 0; hour < 6 * 24; hour++) {
      clock.now = new Date(thursday.getTime() + hour * 3_600_000)
      await Promise.all(processes.map(sendReminders))
    }
    const published = async (id: string | undefined) =>
      (await world.kafka.published('session.reminder-due', id ?? '', id === fallen ? 0 : 2)).map(
        ({ data }) => [data.reminder, data.at],
      )
    expect(await published(kept)).toEqual([
      ['24h', '2026-11-22T08:00:00.000Z'],
      ['1h', '2026-11-23T07:00:00.000Z'],
    ])
    expect(await published(moved)).toEqual([
      ['24h', '2026-11-24T08:00:00.000Z'],
      ['1h', '2026-11-25T07:00:00.000Z'],
    ])
    expect(await published(fallen)).toEqual([])
  })

  it('of a process that was killed or paused in the middle are sent by another one, and by nobody twice', async () => {
    const { connectionId, student } = await pair(world)
    const booked = [9, 10, 11].map((hour) => book(world, student, { connectionId, date: monday, hour }))
    const ids = (await Promise.all(booked)).map((answer) => firstOf(answer).id)
    clock.now = new Date('2026-11-22T10:00:00Z')
    const [paused, other] = [world.another(), world.another()]
    const leased = await paused.lessons.leaseReminders()
    expect(leased.map(({ _id }) => _id)).toEqual(expect.arrayContaining(ids))
    await paused.lessons.update({ _id: ids[0] ?? '', connectionId }, remind)
    expect(await sendReminders(other)).toBe(0)
    clock.now = new Date(clock.now.getTime() + reminderLeaseMs)
    expect(await sendReminders(other)).toBe(leased.length - 1)
    // all were written by others meanwhile
    expect(await paused.lessons.remindAll(leased)).toEqual(leased)
    for (const lesson of leased) expect(await paused.lessons.update(lesson, remind)).toBeNull()
    for (const id of ids) {
      const events = await world.kafka.published('session.reminder-due', id, 1)
      expect(events.map(({ data }) => data.reminder)).toEqual(['24h'])
    }
  })
})

describe('the calendar feed', () => {
  const addressOf = async (as: Identity, method = 'GET') =>
    dataOf<{ url: string }>(await world.call(`${method} /me/calendar`, { as })).url
  const feed = async (url: string) => {
    const response = await world.call(`GET ${url.replace('https://darsi.example/api', '')}`, { as: null })
    return { ...response, text: String(response.body['text']) }
  }
  const read = async (as: Identity) => {
    const { text } = await feed(await addressOf(as))
    const calendar = new ICAL.Component(ICAL.parse(text))
    return { calendar, events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)) }
  }

  it('is read by a calendar program: times, identity, revision; a cancelled lesson leaves it', async () => {
    const made = await pair(world)
    const { connectionId, student } = made
    const link = 'https://meet.jit.si/room?x=1;y=2,3'
    const a = firstOf(await book(world, student, { connectionId, date: monday, meetingLink: link }))
    const b = firstOf(
      await book(world, student, {
        connectionId,
        date: monday,
        hour: 10,
        type: 'faceToFace',
        place: 'Café; Sfax, rue 1',
      }),
    )
    await post(student, `/sessions/${a.id}/reschedule`, { date: '2026-11-24', hour: 15 })
    const before = await read(student)
    expect(before.events.map(({ uid, location }) => [uid, location])).toContainEqual([
      `${b.id}@darsi.example`,
      'Café; Sfax, rue 1',
    ])
    await post(student, `/sessions/${b.id}/cancel`, { reason: 'Ill' })
    const { calendar, events } = await read(student)
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid')).toBe('Africa/Tunis')
    expect(
      events.map((event) => ({
        uid: event.uid,
        sequence: event.sequence,
        start: event.startDate.toString(),
        zone: event.component.getFirstProperty('dtstart')?.getFirstParameter('tzid'),
        utc: event.startDate.toJSDate().toISOString(),
        status: event.component.getFirstPropertyValue('status'),
        location: event.location,
        summary: event.summary,
      })),
    ).toEqual([
      {
        uid: `${a.id}@darsi.example`,
        sequence: 1,
        start: '2026-11-24T15:00:00',
        zone: 'Africa/Tunis',
        utc: expect.any(String),
        status: 'CONFIRMED',
        location: link,
        summary: 'Mathématiques · Teacher Example',
      },
    ])
  })

  it('and all other lists of the teacher show a child’s newest name, and none after the consent is withdrawn', async () => {
    const child = childOf(2012)
    const made = await connect(world, child)
    const { teacher, parent, publishChange, rename } = made
    await offer(world, teacher)
    const book45 = (pair: { connectionId: string }, date: string) =>
      book(world, parent, { connectionId: pair.connectionId, date, durationMinutes: 45 })
    const done = firstOf(await book45(made, '2026-11-20'))
    const ahead = firstOf(await book45(made, monday))
    clock.now = new Date('2026-11-20T12:00:00Z')
    await post(teacher, `/sessions/${done.id}/complete`)
    await post(teacher, `/sessions/${done.id}/report`, { topics: 'Fractions', effort: 3 })
    const everything = async (as: Identity) =>
      JSON.stringify([
        (await world.call('GET /sessions', { as })).body,
        (await world.call(`GET /sessions/${ahead.id}`, { as })).body,
        (await world.call('GET /sessions/overview', { as })).body,
        (await world.call('GET /reports', { as })).body,
        (await world.call('GET /me/export/lessons', { as })).body,
        (await feed(await addressOf(as))).text,
      ])
    expect(await everything(teacher)).toContain('Adam')
    await rename('Younes')
    for (const as of [teacher, parent]) {
      expect(await everything(as)).toContain('Younes')
      expect(await everything(as)).not.toContain('Adam')
    }
    await publishChange('ended', 'ended')
    expect(await everything(teacher)).not.toContain('Younes')
    expect(await everything(parent)).toContain('Younes')
    // after a new consent the lessons of the new connection have a name again
    const again = await connect(world, child, teacher)
    await world.call('POST /sessions', {
      as: again.parent,
      body: { connectionId: again.connectionId, date: monday, hour: 11, durationMinutes: 45, type: 'online' },
    })
    expect(await everything(teacher)).toContain('Adam')
    expect(await everything(teacher)).not.toContain('Younes')
  })

  it('has a secret address that the database does not contain, and a new address replaces it', async () => {
    const student = someone('student')
    const address = await addressOf(student)
    expect(await addressOf(student)).toBe(address)
    const token = /([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
    expect(JSON.stringify(await world.collections.feeds.findOne({ _id: student.userId }))).not.toContain(
      token,
    )
    const answer = await feed(address)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/calendar')
    const renewed = await addressOf(student, 'POST')
    expect(renewed).not.toBe(address)
    expect((await feed(address)).status).toBe(404)
    expect((await feed(renewed)).status).toBe(200)
    expect((await feed('/calendar/nonsense.ics')).status).toBe(404)
  })

  it.each([
    ['a new password', { type: 'user.password-changed', more: { how: 'change' } }],
    [
      'the end of all sessions',
      { type: 'user.sessions-ended', more: { at: '2026-11-22T08:00:00.000Z', reason: 'owner' } },
    ],
    [
      'the first proof of the address',
      { type: 'user.verified', more: { verifiedAt: '2026-11-22T08:00:00.000Z' } },
    ],
  ] as const)('gets another address with %s, once', async (_, { type, more }) => {
    const student = someone('student')
    const old = await addressOf(student)
    const personal = { email: 'a@example.tn', fullName: 'A', language: 'en' }
    const data = { userId: student.userId, role: 'student', ...more }
    // `as`: the table's rows fit their types
    const event = { type, data, ...(type !== 'user.sessions-ended' && { personal }) } as EventInput
    const happens = (sequence: number) => world.kafka.publish('auth', student.userId, sequence, event)
    await happens(2)
    await eventually(async () => (await feed(old)).status === 404)
    const renewed = await addressOf(student)
    expect((await feed(renewed)).status).toBe(200)
    // the same event again changes nothing, a later one does
    await happens(2)
    const marker = someone('student')
    const before = await addressOf(marker)
    await world.kafka.publish('auth', marker.userId, 1, {
      type: 'user.sessions-ended',
      data: { userId: marker.userId, role: 'student', at: '2026-11-22T08:00:00.000Z', reason: 'owner' },
    })
    await eventually(async () => (await feed(before)).status === 404)
    await happens(3)
    await eventually(async () => (await feed(renewed)).status === 404)
  })

  it('keeps its address with a new key in front of the old one, and gets a new address without the old key', async () => {
    const { userId } = someone('student')
    const fresh = randomBytes(32).toString('base64')
    const { feeds } = world.collections
    const keys = (text: string) => createFeedStore(feeds, createSealer(text))
    const token = await keys(testEventKey).current(userId)
    expect(await keys(`${fresh},${testEventKey}`).current(userId)).toBe(token)
    const other = await keys(fresh).current(userId)
    expect([await keys(fresh).ownerOf(token), await keys(fresh).ownerOf(other)]).toEqual([null, userId])
  })

  it('keeps its address when everything was sealed with a new key and the old one is removed', async () => {
    const { userId } = someone('student')
    const { feeds } = world.collections
    const token = await createFeedStore(feeds, createSealer(testEventKey)).current(userId)
    const fresh = randomBytes(32).toString('base64')
    await reseal({ collection: feeds, path: 'sealed' }, createSealer(`${fresh},${testEventKey}`), {
      log: silentLog,
    })
    const rotated = createFeedStore(feeds, createSealer(fresh))
    expect(await rotated.current(userId)).toBe(token)
    expect(await rotated.ownerOf(token)).toBe(userId)
  })
})

describe('erasure', () => {
  it('of a teacher cancels the lessons ahead, with an event that mails the others', async () => {
    const { student, teacher, connectionId } = await held()
    const next = firstOf(await book(world, student, { connectionId, date: '2026-12-07' }))
    await world.kafka.account.deletionRequested({
      userId: teacher.userId,
      role: 'teacher',
      at: clock.now.toISOString(),
      by: teacher.userId,
      reason: 'own',
      fullName: 'Sami',
    })
    const [published] = await world.kafka.published('session.cancelled', next.id, 1)
    expect(published?.personal.student).toMatchObject({ email: `${student.userId}@example.tn` })
    await world.kafka.published('user.erased', teacher.userId, 1)
    expect(await lessonFor(student, next.id)).toMatchObject({
      status: 'cancelled',
      reason: 'An account that took part was deleted.',
    })
  })

  it('does not read whole collections', async () => {
    const { userId } = (await held()).student
    const erased = async () => {
      await world.kafka.account.deletionRequested({
        userId,
        at: clock.now.toISOString(),
        by: userId,
        fullName: 'Amina',
      })
      await world.kafka.published('user.erased', userId, 1)
    }
    expect(await unindexedFilters(erased)).toEqual([])
  })

  /** The child's own account becomes the learner. */
  const takenOver = ({ childId, student, parent }: Pick<Held, 'childId' | 'student' | 'parent'>) =>
    world.kafka.publish('users', childId, 1, {
      type: 'guardian.left',
      data: {
        ...{ childId, accountId: student.userId, guardianId: parent.userId },
        ...{ guardianIds: [], at: clock.now.toISOString() },
      },
      personal: { childName: '', guardianName: 'Leila', guardians: [] },
    })

  // users sends no event about a connection that it has removed, so no test publishes one here
  const texts = async () => {
    const made = await held(childOf(2015))
    await post(made.teacher, `/sessions/${made.id}/report`, { ...report, note: 'Adam works hard' })
    await world.collections.lessons.updateOne({ _id: made.id }, { $set: { place: 'Home of Adam' } })
    await made.publishChange('ended', 'ended')
    const of = { connectionId: made.connectionId }
    const kept = async () => {
      const { connections, lessons, reports } = world.collections
      const rows = [
        await connections.findOne({ _id: made.connectionId }),
        await lessons.findOne(of),
        await reports.findOne(of),
      ]
      return JSON.stringify(rows, (key, value) => (key === 'outbox' ? undefined : value))
    }
    expect(await kept()).toContain('Adam')
    return { ...made, kept }
  }

  it('of a child without an account, with its last guardian, removes the texts about it', async () => {
    const { id, teacher, parent, kept } = await texts()
    await world.kafka.account.deletionRequested({
      userId: parent.userId,
      role: 'parent',
      at: clock.now.toISOString(),
      by: parent.userId,
      fullName: 'Leila',
    })
    await world.kafka.published('user.erased', parent.userId, 1)
    expect(await kept()).not.toContain('Adam')
    expect(await kept()).not.toContain(report.topics)
    expect((await post(teacher, `/sessions/${id}/report`, report)).body['code']).toBe('SESSION_STATE')
  })

  it('of a child without an account, whose last guardian keeps the own account, removes the texts about it', async () => {
    const { id, teacher, parent, childId, kept } = await texts()
    await world.kafka.publish('users', childId, 1, {
      type: 'guardian.left',
      data: { childId, guardianId: parent.userId, guardianIds: [], at: clock.now.toISOString() },
      personal: { childName: 'Adam', guardianName: 'Leila', guardians: [] },
    })
    await eventually(async () => !(await kept()).includes('Adam'), 15_000)
    await eventually(async () => (await world.call('GET /sessions', { as: parent })).body['total'] === 0)
    expect((await post(teacher, `/sessions/${id}/report`, report)).body['code']).toBe('SESSION_STATE')
  })

  it.each([
    ['a child without an account', childOf(2015)],
    ['an account', { birthYear: 2015, minor: true, withGuardian: true }],
  ])(
    'of the link between a guardian and %s ends the access to closed lessons, and not the other guardian’s',
    async (_, learner) => {
      const made = await held(learner)
      const { id, connectionId, teacher, parent, childId, publishChange } = made
      const other = someone('parent')
      const guardians = [parent.userId, other.userId]
      await post(teacher, `/sessions/${id}/report`, report)
      // the events of an account's connection name its child too
      await publishChange('ended', 'ended', { guardians, childId })
      const statusFor = async (as: Identity) =>
        (await world.call(`GET /reports/${id}/report.pdf`, { as })).status
      await eventually(async () => (await statusFor(other)) === 200)
      await world.kafka.publish('users', childId, 1, {
        type: 'guardian.left',
        data: {
          ...{ childId, ...('withGuardian' in learner && { accountId: made.student.userId }) },
          ...{ guardianId: parent.userId, guardianIds: [other.userId], at: clock.now.toISOString() },
        },
        personal: { childName: 'Adam', guardianName: 'Leila', guardians: [] },
      })
      await eventually(async () => (await world.call('GET /sessions', { as: parent })).body['total'] === 0)
      expect(await statusFor(parent)).toBe(404)
      expect(await statusFor(other)).toBe(200)
      expect((await lessonFor(other, id)).report).toMatchObject({ topics: report.topics })
      const row = await world.collections.connections.findOne({ _id: connectionId })
      expect(row?.guardianIds).toEqual([other.userId])
    },
  )

  it('is not the take-over of a child by its own account: the texts stay, whichever topic comes first', async () => {
    const { id, student, parent, childId, publishChange, kept } = await texts()
    await takenOver({ childId, student, parent })
    await publishChange('ended', 'changed', { guardians: [], accountId: student.userId })
    await eventually(async () => (await lessonFor(student, id)).report !== null)
    expect(await kept()).toContain('Home of Adam')
    expect(await kept()).toContain(report.topics)
  })

  it('is not the take-over of a closed connection that users has removed: the learner reads it, the guardian does not', async () => {
    const { id, student, parent, childId, kept } = await texts()
    await takenOver({ childId, student, parent })
    await eventually(async () => (await lessonFor(student, id))?.report)
    expect((await world.call(`GET /sessions/${id}`, { as: parent })).status).toBe(404)
    expect(await kept()).toContain(report.topics)
  })

  it('of a learner ends the wait for reports, and no new one is accepted', async () => {
    const { id, student, teacher, connectionId } = await held({ birthYear: 2014, minor: true })
    const begun = firstOf(
      await book(world, student, { connectionId, date: '2026-12-07', durationMinutes: 45 }),
    )
    clock.now = new Date('2026-12-07T08:30:00Z')
    expect(await overview(teacher)).toMatchObject({ reportsDue: 1 })
    await world.kafka.account.deletionRequested({
      userId: student.userId,
      at: clock.now.toISOString(),
      fullName: 'Amina',
    })
    await world.kafka.published('user.erased', student.userId, 1)
    expect(await lessonFor(teacher, id)).toMatchObject({ reportDueAt: null, canReport: false })
    expect((await post(teacher, `/sessions/${begun.id}/complete`)).status).toBe(200)
    expect(await lessonFor(teacher, begun.id)).toMatchObject({ reportDueAt: null, canReport: false })
    expect((await post(teacher, `/sessions/${id}/report`, report)).body['code']).toBe('SESSION_STATE')
    expect(await overview(teacher)).toMatchObject({ reportsDue: 0 })
  })

  it('of a child without an account ends the wait for reports', async () => {
    const { id, teacher, publishChange } = await held(childOf(2016))
    expect(await overview(teacher)).toMatchObject({ reportsDue: 1 })
    await publishChange('ended', 'changed', { guardians: [] })
    await eventually(async () => (await overview(teacher))['reportsDue'] === 0, 15_000)
    expect(await lessonFor(teacher, id)).toMatchObject({ reportDueAt: null, canReport: false })
  })

  it('removes names, texts, the feed and future lessons; the other parties keep their data', async () => {
    const learner = { birthYear: 2010, minor: true, withGuardian: true }
    const { id, student, parent, teacher, connectionId } = await held(learner)
    await post(student, `/sessions/${id}/review`, {
      tookPlace: true,
      rating: 5,
      comment: 'I am Amina from Sfax',
    })
    await post(teacher, `/sessions/${id}/report`, { ...report, note: 'Amina works hard' })
    const next = firstOf(
      await book(world, parent, {
        connectionId,
        date: '2026-12-07',
        type: 'faceToFace',
        place: 'Home of Amina',
      }),
    )
    const { body } = await world.call('GET /me/calendar', { as: student })
    expect(body['success']).toBe(true)
    await world.kafka.account.deletionRequested({
      userId: student.userId,
      at: clock.now.toISOString(),
      fullName: 'Amina',
    })
    await world.kafka.published('user.erased', student.userId, 1)
    const all = await Promise.all(
      Object.values(world.collections).map(({ collectionName }) =>
        world.connection.collection(collectionName).find({}).toArray(),
      ),
    )
    // events in an outbox are sealed, and leave with their topic
    const kept = JSON.stringify(all, (key, value) => (key === 'outbox' ? undefined : value))
    for (const trace of ['Amina', `${student.userId}@example.tn`]) expect(kept).not.toContain(trace)
    expect(await lessonFor(teacher, next.id)).toMatchObject({
      status: 'cancelled',
      reason: 'An account that took part was deleted.',
      student: { name: '' },
    })
    expect((await lessonFor(teacher, id)).review).toMatchObject({ rating: 5, comment: '' })
    await eventually(async () => (await world.call('GET /sessions', { as: student })).body['total'] === 0)
  })
})
