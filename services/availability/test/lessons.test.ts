import { randomUUID } from 'node:crypto'
import type { Lesson } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { addDays, instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { rounds } from '@darsi/kit/testing/rounds.ts'
import { dataOf, eventually, someone, type TestAnswer } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it, jest } from '@jest/globals'
import { bookingOf } from '../src/bookings/booking.ts'
import { cancelInterrupted, cancelLesson } from '../src/lessons/cancel.ts'
import { changeInterrupted, changeLessonDetails } from '../src/lessons/change-details.ts'
import {
  book,
  childOf,
  connect,
  firstOf,
  leaveOpen,
  lessonOf,
  lessonsOf,
  offer,
  publishListed,
  viewLesson,
  worldOfFile,
} from './world.ts'

const monday = '2026-11-23'
const { world, clock } = await worldOfFile()

const move = (as: Identity, id: string, body: object) =>
  world.call(`POST /sessions/${id}/reschedule`, { as, body })
const cancel = (as: Identity, id: string, body: object = { reason: 'Ill' }) =>
  world.call(`POST /sessions/${id}/cancel`, { as, body })
const listed = async (as: Identity, query = '') =>
  lessonsOf(await world.call(`GET /sessions${query}`, { as }))
const conflicts = async (as: Identity, week = '') => {
  const cells = dataOf<{ day: number; hour: number; hasConflict: boolean }[]>(
    await world.call(`GET /availability/teacher${week}`, { as }),
  )
  return cells.filter(({ hasConflict }) => hasConflict).map(({ day, hour }) => day * 100 + hour)
}

async function pair(learner: Parameters<typeof connect>[1] = {}) {
  const made = await connect(world, learner)
  await offer(world, made.teacher)
  return made
}

describe('the data export', () => {
  it('has a person’s hours, lessons, reports and reviews', async () => {
    const { teacher, student, connectionId } = await pair()
    const body = { connectionId, date: monday, hour: 9, durationMinutes: 60, type: 'online' }
    const lesson = firstOf(await book(world, student, body))
    for (const as of [teacher, student]) {
      const part = await world.call('GET /me/export/lessons', { as })
      expect(part.body).toMatchObject({
        lessons: [{ id: lesson.id, status: 'upcoming' }],
        calendarFeed: false,
      })
      expect(JSON.stringify(part.body)).not.toContain('outbox')
    }
    const { body: nobodys } = await world.call('GET /me/export/lessons', { as: someone('student') })
    expect(nobodys).toMatchObject({
      lessons: [],
      progressReports: [],
      reviewsWritten: [],
      reviewsReceived: [],
    })
  })
})

describe('booking', () => {
  it('an offered hour makes an upcoming lesson for both sides, in Tunisian time', async () => {
    const { connectionId, student, teacher } = await pair()
    const answer = await book(world, student, {
      connectionId,
      date: monday,
      meetingLink: 'https://meet.jit.si/a',
    })
    expect(answer).toMatchObject({ status: 201, body: { success: true, message: 'The lesson is booked.' } })
    expect(firstOf(answer)).toMatchObject({
      connectionId,
      seriesId: null,
      teacher: { id: teacher.userId, name: 'Teacher Example' },
      student: { id: student.userId, name: 'Student Example' },
      subject: 'mathematics',
      date: monday,
      hour: 9,
      durationMinutes: 60,
      startsAt: '2026-11-23T08:00:00.000Z',
      endsAt: '2026-11-23T09:00:00.000Z',
      status: 'upcoming',
      canReschedule: true,
      canCancel: true,
      canComplete: false,
      canReview: false,
      canReport: false,
      version: 0,
    })
    expect((await listed(teacher)).map(({ id }) => id)).toEqual([firstOf(answer).id])
    const [event] = await world.kafka.published('session.booked', firstOf(answer).id, 1)
    expect(event?.data).toMatchObject({
      startsAt: '2026-11-23T08:00:00.000Z',
      by: student.userId,
      revision: 0,
    })
    expect(event?.personal.teacher?.email).toBe(`${teacher.userId}@example.tn`)
  })

  it('a series takes every week or none', async () => {
    const { connectionId, student, teacher } = await pair()
    const other = await connect(world, {}, teacher)
    await book(world, other.student, { connectionId: other.connectionId, date: '2026-12-07' })
    const refused = await book(world, student, { connectionId, date: monday, weeks: 4 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } })
    expect(await listed(student)).toEqual([])
    const answer = await book(world, student, { connectionId, date: monday, hour: 10, weeks: 4 })
    expect(lessonsOf(answer).map(({ date }) => date)).toEqual([
      '2026-11-23',
      '2026-11-30',
      '2026-12-07',
      '2026-12-14',
    ])
    expect(new Set(lessonsOf(answer).map(({ seriesId }) => seriesId)).size).toBe(1)
    // one mail for all of them
    const announced = await Promise.all(
      lessonsOf(answer).map(
        async ({ id }) => (await world.kafka.published('session.booked', id, 1))[0]?.data.announces,
      ),
    )
    expect(announced.map((list) => list?.length)).toEqual([4, 0, 0, 0])
  })

  it.each([
    ['lunch', { hour: 13 }, 409, 'SLOT_NOT_OFFERED'],
    ['Sunday', { date: '2026-11-22' }, 409, 'SLOT_NOT_OFFERED'],
    ['two hours from 12, over lunch', { hour: 12, durationMinutes: 90 }, 409, 'SLOT_NOT_OFFERED'],
    ['two hours from 19, after closing', { hour: 19, durationMinutes: 120 }, 409, 'SLOT_NOT_OFFERED'],
    ['an hour that has begun', { date: '2026-11-19', hour: 11 }, 400, 'SLOT_PAST'],
    ['a day far away', { date: '2027-11-22' }, 409, 'SLOT_NOT_OFFERED'],
    ['face-to-face without a place', { type: 'faceToFace' }, 400, 'PLACE_REQUIRED'],
    ['a link that is none', { meetingLink: 'javascript:alert(1)' }, 400, 'MEETING_LINK_INVALID'],
    ['a date that is none', { date: '2026-02-30' }, 400, 'BODY_INVALID'],
  ])('%s is refused', async (_name, wish, status, code) => {
    const { connectionId, student } = await pair()
    expect(await book(world, student, { connectionId, date: monday, ...wish })).toMatchObject({
      status,
      body: { code },
    })
    expect(await listed(student)).toEqual([])
  })

  it('an hour that is not free in a week of its own is not offered in that week', async () => {
    const { connectionId, student, teacher } = await pair()
    await world.call('POST /availability/save', { as: teacher, body: { week_offset: 1, availability: [] } })
    expect((await book(world, student, { connectionId, date: monday })).status).toBe(409)
    expect((await book(world, student, { connectionId, date: '2026-11-30' })).status).toBe(201)
  })

  it('a learner is not at two lessons at once', async () => {
    const { connectionId, student } = await pair()
    await book(world, student, { connectionId, date: monday })
    // another teacher, the same child
    const again = await connect(world)
    await offer(world, again.teacher)
    await world.collections.connections.updateOne(
      { _id: again.connectionId },
      { $set: { studentId: student.userId, partyIds: [again.teacher.userId, student.userId] } },
    )
    const answer = await book(world, student, { connectionId: again.connectionId, date: monday })
    expect(answer).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } })
  })

  it('90 minutes take two hours of the teacher', async () => {
    const { connectionId, student, teacher } = await pair()
    await book(world, student, { connectionId, date: monday, durationMinutes: 90 })
    const other = await connect(world, {}, teacher)
    const next = await book(world, other.student, {
      connectionId: other.connectionId,
      date: monday,
      hour: 10,
    })
    expect(next.status).toBe(409)
  })

  it('only a party of an approved connection books', async () => {
    const { connectionId, publishChange, student } = await pair()
    expect((await book(world, someone('student'), { connectionId, date: monday })).status).toBe(404)
    await publishChange('ended', 'ended')
    expect(await book(world, student, { connectionId, date: monday })).toMatchObject({
      status: 409,
      body: { code: 'CONNECTION_STATE' },
    })
  })
})

describe('children', () => {
  it('of ten have lessons of half an hour with a parent present', async () => {
    const { connectionId, parent, childId } = await pair(childOf(2016))
    const wish = { connectionId, date: monday, durationMinutes: 30 }
    expect((await book(world, parent, wish)).body['code']).toBe('PARENT_PRESENCE')
    const long = await book(world, parent, { ...wish, durationMinutes: 31, parentPresent: true })
    expect(long.body).toMatchObject({
      code: 'LESSON_TOO_LONG',
      error: 'For this age a lesson lasts at most 30 minutes',
    })
    const answer = await book(world, parent, { ...wish, parentPresent: true })
    expect(firstOf(answer)).toMatchObject({ student: { childId, name: 'Adam' }, parentPresent: true })
    expect((await listed(parent, `?childId=${childId}`)).length).toBe(1)
    expect((await listed(parent, '?childId=another')).length).toBe(0)
  })

  it('with an over-long booking attempt publish one event a day', async () => {
    const { connectionId, parent } = await pair(childOf(2014))
    for (let i = 0; i < 3; i++) await book(world, parent, { connectionId, date: monday, durationMinutes: 60 })
    const published = await world.kafka.published(
      'session.over-long-attempted',
      `${connectionId}.2026-11-19`,
      1,
    )
    expect(published.map(({ data }) => [data.durationMinutes, data.maxMinutes])).toEqual([[60, 45]])
  })

  it('of a new guardian show their lessons to this guardian, and no longer to the former one', async () => {
    const { connectionId, parent, publishChange } = await pair(childOf(2014))
    await book(world, parent, { connectionId, date: monday, durationMinutes: 45 })
    const other = someone('parent')
    await publishChange('approved', 'changed', { guardians: [other.userId] })
    await eventually(async () => (await listed(other)).length === 1)
    await eventually(async () => (await listed(parent)).length === 0)
  })
})

describe('the consent to video', () => {
  const bothKinds = async () => {
    const made = await pair(childOf(2010))
    const { connectionId, parent } = made
    const online = firstOf(await book(world, parent, { connectionId, date: monday, hour: 9 }))
    const faceToFace = { connectionId, type: 'faceToFace', place: 'Library of Sfax' }
    const place = firstOf(await book(world, parent, { ...faceToFace, date: monday, hour: 10 }))
    const past = firstOf(await book(world, parent, { connectionId, date: '2026-11-20', hour: 9 }))
    clock.now = new Date('2026-11-20T10:00:00Z')
    return { ...made, online, place, past, faceToFace }
  }
  const statusOf = async (as: Identity, { id }: Lesson) =>
    lessonOf(await world.call(`GET /sessions/${id}`, { as })).status

  it('when withdrawn, cancels the online lessons ahead, and no new one can be booked', async () => {
    const { connectionId, parent, publishChange, online, place, past, faceToFace } = await bothKinds()
    await publishChange('approved', 'changed', { videoWithdrawn: true })
    await eventually(async () => (await statusOf(parent, online)) === 'cancelled')
    expect(lessonOf(await world.call(`GET /sessions/${online.id}`, { as: parent })).reason).toBe(
      'A parent or guardian has withdrawn the consent to online lessons.',
    )
    const [event] = await world.kafka.published('session.cancelled', online.id, 1)
    expect(event?.data).toMatchObject({ cause: 'consent-withdrawn' })
    expect(await statusOf(parent, place)).toBe('upcoming')
    expect(await statusOf(parent, past)).toBe('upcoming')
    expect(await book(world, parent, { connectionId, date: monday, hour: 11 })).toMatchObject({
      status: 403,
      body: { code: 'VIDEO_CONSENT_MISSING' },
    })
    expect((await book(world, parent, { ...faceToFace, date: monday, hour: 11 })).status).toBe(201)
    // after a new consent online lessons can be booked again, and the cancelled ones stay cancelled
    await publishChange('approved', 'changed')
    expect((await book(world, parent, { connectionId, date: monday, hour: 12 })).status).toBe(201)
    expect(await statusOf(parent, online)).toBe('cancelled')
  })

  it('when withdrawn while an online lesson is booked, leaves no online lesson', async () => {
    const { connectionId, parent, publishChange } = await pair(childOf(2010))
    const hours = [8, 9, 10, 11, 12, 15, 16, 17]
    await Promise.all([
      publishChange('approved', 'changed', { videoWithdrawn: true }),
      ...hours.map((hour) => book(world, parent, { connectionId, date: monday, hour })),
    ])
    await eventually(async () => (await listed(parent, '?status=upcoming')).length === 0)
  })
})

describe('a move', () => {
  it('obeys the age rules of the new day', async () => {
    const { connectionId, parent, teacher } = await pair(childOf(2012))
    // fifteen years old from January on
    const lesson = firstOf(await book(world, parent, { connectionId, date: '2027-01-04', hour: 9 }))
    for (const as of [parent, teacher])
      expect(await move(as, lesson.id, { date: '2026-12-28', hour: 9 })).toMatchObject({
        status: 400,
        body: { code: 'LESSON_TOO_LONG', error: 'For this age a lesson lasts at most 45 minutes' },
      })
    expect((await move(parent, lesson.id, { date: '2027-01-05', hour: 9 })).status).toBe(200)
  })
})

describe('a corrected birth year', () => {
  it('cancels the lessons ahead that the age forbids, and keeps the others', async () => {
    const { connectionId, parent, publishChange } = await pair(childOf(2012))
    // fourteen until January, fifteen after
    const [short, long, later] = [
      firstOf(await book(world, parent, { connectionId, date: monday, hour: 9, durationMinutes: 30 })),
      firstOf(await book(world, parent, { connectionId, date: monday, hour: 10, durationMinutes: 45 })),
      firstOf(await book(world, parent, { connectionId, date: '2027-01-04', hour: 9, durationMinutes: 60 })),
    ]
    const present = { durationMinutes: 30, parentPresent: true }
    const watched = firstOf(await book(world, parent, { connectionId, date: monday, hour: 11, ...present }))
    const statuses = () =>
      Promise.all(
        [short, long, later, watched].map(async ({ id }) => (await viewLesson(world, parent, { id })).status),
      )
    await publishChange('approved', 'changed', { learnerBirthYear: 2013 })
    await eventually(async () => (await statuses())[2] === 'cancelled')
    expect(await statuses()).toEqual(['upcoming', 'upcoming', 'cancelled', 'upcoming'])
    await publishChange('approved', 'changed', { learnerBirthYear: 2017 })
    await eventually(async () => (await statuses())[1] === 'cancelled')
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled', 'upcoming'])
    // one event names all that fall away together
    const [event] = await world.kafka.published('session.cancelled', short.id, 1)
    expect(event?.data).toMatchObject({ cause: 'age-rule' })
    expect((await viewLesson(world, parent, short)).reason).toMatch(
      /too long, or a parent or guardian has to be present/,
    )
  })

  it('counts while lessons are booked at the same time', async () => {
    const { connectionId, parent, publishChange } = await pair(childOf(2010))
    await Promise.all([
      publishChange('approved', 'changed', { learnerBirthYear: 2017 }),
      ...[8, 9, 10, 11, 12, 15, 16, 17].map((hour) =>
        book(world, parent, { connectionId, date: monday, hour }),
      ),
    ])
    await eventually(async () => (await listed(parent, '?status=upcoming')).length === 0)
    expect((await book(world, parent, { connectionId, date: monday, hour: 11 })).body['code']).toBe(
      'LESSON_TOO_LONG',
    )
    const short = { connectionId, date: monday, hour: 11, durationMinutes: 30 }
    expect((await book(world, parent, short)).body['code']).toBe('PARENT_PRESENCE')
  })
})

describe('at once', () => {
  it('50 bookings of one hour give exactly one lesson, through the service', async () => {
    const teacher = someone('teacher')
    await offer(world, teacher)
    const pairs = await Promise.all(Array.from({ length: 10 }, () => connect(world, {}, teacher)))
    const others = pairs.map(({ connectionId, student }) => ({ connectionId, student }))
    for (let round = 0; round < 5; round++) {
      const date = '2026-11-30'
      const hour = [8, 9, 10, 11, 12, 15, 16, 17, 18, 19][round % 10] ?? 8
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const other = others[index % others.length] ?? pairs[0]
          if (!other) throw new Error('no pair')
          return book(world, other.student, { connectionId: other.connectionId, date, hour })
        }),
      )
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)])
    }
    expect(await listed(teacher, '?limit=100')).toHaveLength(5)
  }, 300_000)

  it('50 bookings of one hour on two processes give exactly one lesson, time after time', async () => {
    const { connectionId, student, teacher } = await pair()
    const booked = await book(world, student, { connectionId, date: monday, hour: 8 })
    const model = await world.parts.lessons.find(firstOf(booked).id)
    if (!model) throw new Error('not booked')
    const processes = [world.parts, world.another()] as const
    for (let round = 0; round < rounds; round++) {
      const startsAt = instantOf(addDays('2026-11-24', round), 9)
      const endsAt = new Date(startsAt.getTime() + 3_600_000)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) => {
          const [_id, token, learner] = [randomUUID(), randomUUID(), randomUUID()]
          // each lesson has its own connection: one connection may have at most 20 future lessons
          const lesson = { ...model, _id, token, connectionId: learner, studentId: learner, startsAt, endsAt }
          const booking = bookingOf([lesson], { token, by: learner, at: clock.now })
          return processes[index % 2 === 0 ? 0 : 1].bookings.commit(booking)
        }),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
    const count = await world.collections.lessons.countDocuments({ teacherId: teacher.userId })
    expect(count).toBe(1 + rounds)
  }, 300_000)

  it('of series that overlap exactly one is booked per hour, and at least one succeeds', async () => {
    const teacher = someone('teacher')
    await offer(world, teacher)
    const pairs = await Promise.all(Array.from({ length: 6 }, () => connect(world, {}, teacher)))
    const dates = ['2026-11-23', '2026-11-30', '2026-12-07']
    const answers = await Promise.all(
      pairs.map(({ connectionId, student }, index) =>
        book(world, student, { connectionId, date: dates[index % 3] ?? monday, hour: 9, weeks: 4 }),
      ),
    )
    const won = answers.filter(({ status }) => status === 201)
    expect(won.length).toBeGreaterThanOrEqual(1)
    const all = await listed(teacher, '?limit=100')
    expect(all).toHaveLength(won.length * 4)
    expect(new Set(all.map(({ startsAt }) => startsAt)).size).toBe(all.length)
  })

  it('of two moves of one lesson one succeeds, and the hours of the other are free', async () => {
    const { connectionId, student, teacher } = await pair()
    const { id } = firstOf(await book(world, student, { connectionId, date: monday }))
    await Promise.all([
      move(student, id, { date: monday, hour: 10 }),
      move(teacher, id, { date: monday, hour: 11 }),
    ])
    const { hour } = lessonOf(await world.call(`GET /sessions/${id}`, { as: student }))
    const other = await connect(world, {}, teacher)
    for (const free of [9, 10, 11].filter((one) => one !== hour))
      expect(
        (await book(world, other.student, { connectionId: other.connectionId, date: monday, hour: free }))
          .status,
      ).toBe(201)
    const taken = await book(world, other.student, { connectionId: other.connectionId, date: monday, hour })
    expect(taken.status).toBe(409)
  })
})

describe('after a crash', () => {
  const steal = async (connectionId: string, at: Date, token: string) => {
    const connection = await world.parts.parties.connection(connectionId)
    await world.collections.claims.insertOne({
      _id: `2026-11-23T08:00:00.000Z.t.${connection?.teacherId}`,
      lessonId: 'never-made',
      token,
      hourAt: new Date('2026-11-23T08:00:00Z'),
      at,
      openAt: at,
    })
  }

  it('between claim and booking, the hour is free again after a minute', async () => {
    const { connectionId, student } = await pair()
    await steal(connectionId, clock.now, 'crashed-1')
    expect((await book(world, student, { connectionId, date: monday })).status).toBe(409)
    clock.now = new Date(clock.now.getTime() + 61_000)
    expect((await book(world, student, { connectionId, date: monday })).status).toBe(201)
  })

  it('a process that was too slow can no longer commit', async () => {
    const { connectionId, student } = await pair()
    await steal(connectionId, clock.now, 'crashed-2')
    clock.now = new Date(clock.now.getTime() + 61_000)
    await world.another().bookings.sweep()
    const late = world.collections.bookings.insertOne({ _id: 'crashed-2', kind: 'book', at: clock.now })
    await expect(late).rejects.toThrow(/E11000/)
    expect((await book(world, student, { connectionId, date: monday })).status).toBe(201)
  })

  it('after the commit, another process writes the lessons, with one event each', async () => {
    const { connectionId, student } = await pair()
    const wish = { connectionId, date: monday }
    const lesson = firstOf(await leaveOpen(world, () => book(world, student, wish)))
    // simulates a process that died right after its decision
    await world.collections.lessons.deleteOne({ _id: lesson.id })
    clock.now = new Date(clock.now.getTime() + 61_000)
    await Promise.all([world.another(), world.another()].map(({ bookings }) => bookings.sweep()))
    expect((await listed(student)).map(({ id }) => id)).toEqual([lesson.id])
  })

  /** A process that is killed after its first update of a lesson. */
  const dying = () => {
    const parts = world.another()
    let left = 1
    const update: typeof parts.lessons.update = async (...change) => {
      if (left-- === 0) throw new Error('killed')
      return parts.lessons.update(...change)
    }
    return { ...parts, lessons: { ...parts.lessons, update } }
  }

  it('of a cancellation, another process cancels the rest of the announced series, without a second mail', async () => {
    const { connectionId, student } = await pair()
    const [first, second] = lessonsOf(await book(world, student, { connectionId, date: monday, weeks: 3 }))
    const wish = { by: student.userId, reason: 'Ill', series: true }
    await expect(cancelLesson(dying(), String(first?.id), wish)).rejects.toThrow('killed')
    await Promise.all([world.another(), world.another()].map(cancelInterrupted))
    expect(await listed(student, '?status=upcoming')).toEqual([])
    const [event] = await world.kafka.published('session.cancelled', String(second?.id), 1)
    expect(event?.data).toMatchObject({ announces: [] })
    expect(await world.parts.lessons.cancelling()).toEqual([])
  })

  it('of a changed place, another process changes the rest of the announced series, without a second mail', async () => {
    const { connectionId, student } = await pair()
    const series = { connectionId, date: monday, weeks: 3, type: 'faceToFace', place: 'Library' }
    const [first, second] = lessonsOf(await book(world, student, series))
    const wish = { by: student.userId, version: 0, place: 'At home', series: true }
    await expect(changeLessonDetails(dying(), String(first?.id), wish)).rejects.toThrow('killed')
    await Promise.all([world.another(), world.another()].map(changeInterrupted))
    const places = (await listed(student, '?status=upcoming')).map(({ place }) => place)
    expect(places).toEqual(['At home', 'At home', 'At home'])
    const [event] = await world.kafka.published('session.changed', String(second?.id), 1)
    expect(event?.data).toMatchObject({ announces: [] })
    const [announcing] = await world.kafka.published('session.changed', String(first?.id), 1)
    expect(announcing?.data.announces).toHaveLength(3)
    expect(await world.parts.lessons.changing()).toEqual([])
  })

  it('after the commit, the lesson is seen by those who are its parties when it is written', async () => {
    const { connectionId, parent, publishChange } = await pair(childOf(2012))
    const wish = { connectionId, date: monday, durationMinutes: 45 }
    const { id } = firstOf(await leaveOpen(world, () => book(world, parent, wish)))
    // simulates a process that died right after its decision
    await world.collections.lessons.deleteOne({ _id: id })
    const other = someone('parent')
    await publishChange('approved', 'changed', { guardians: [other.userId] })
    clock.now = new Date(clock.now.getTime() + 61_000)
    await world.another().bookings.sweep()
    expect(await listed(parent)).toEqual([])
    expect((await listed(other)).map((one) => one.id)).toEqual([id])
  })

  it('of a move, another process leaves the hours to the lesson that a later move keeps', async () => {
    const { connectionId, student, teacher } = await pair()
    const wish = { connectionId, date: monday, durationMinutes: 120 }
    const { id } = firstOf(await book(world, student, wish))
    await leaveOpen(world, () => move(student, id, { date: monday, hour: 10 }))
    expect((await move(student, id, { date: monday, hour: 11 })).status).toBe(200)
    clock.now = new Date(clock.now.getTime() + 61_000)
    await Promise.all([world.another(), world.another()].map(({ bookings }) => bookings.sweep()))
    const other = await connect(world, {}, teacher)
    const statuses: number[] = []
    for (const hour of [9, 10, 11, 12])
      statuses.push(
        (await book(world, other.student, { connectionId: other.connectionId, date: monday, hour })).status,
      )
    expect(statuses).toEqual([201, 201, 409, 409])
  })

  it('after the commit, a lesson of a teacher who was erased meanwhile is written without its texts', async () => {
    const { connectionId, student, teacher } = await pair()
    const wish = { connectionId, date: monday, type: 'faceToFace', place: 'Home of Amina' } as const
    const { id } = firstOf(await leaveOpen(world, () => book(world, student, wish)))
    const { lessons } = world.collections
    await lessons.deleteOne({ _id: id })
    await world.parts.parties.erase(teacher.userId, clock.now)
    clock.now = new Date(clock.now.getTime() + 61_000)
    await world.another().bookings.sweep()
    expect(await lessons.findOne({ _id: id })).toMatchObject({ place: '', partyIds: [student.userId] })
  })
})

describe('a repetition with the same Idempotency-Key', () => {
  const notPrimary = new Error('not primary')
  const { parts } = world
  const keyed = (wish: object) => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { durationMinutes: 60, type: 'online', hour: 9, date: monday, ...wish }
    return (as: Identity, more: object = {}) =>
      world.call('POST /sessions', { as, headers, body: { ...body, ...more } })
  }

  it.each([
    ['before the booking is stored', () => jest.spyOn(parts.bookingStore, 'commit')],
    ['before the lessons are written', () => jest.spyOn(parts.lessons, 'insert')],
    ['after the lessons are written', () => jest.spyOn(parts.bookingStore, 'close')],
  ])('of a call that failed %s books the series once', async (_, step) => {
    const { connectionId, student } = await pair()
    const call = keyed({ connectionId, weeks: 3 })
    const failing = step().mockRejectedValueOnce(notPrimary)
    expect((await call(student)).status).toBe(500)
    failing.mockRestore()
    const again = await call(student)
    expect(again).toMatchObject({ status: 201, body: { message: '3 weekly lessons are booked.' } })
    const ids = lessonsOf(again).map(({ id }) => id)
    expect(lessonsOf(await call(student)).map(({ id }) => id)).toEqual(ids)
    expect((await listed(student, '?status=upcoming')).map(({ id }) => id)).toEqual(ids)
  })

  it('completes a series of which one lesson is written', async () => {
    const { connectionId, student } = await pair()
    const call = keyed({ connectionId, weeks: 3 })
    const lessons = lessonsOf(await leaveOpen(world, () => call(student)))
    await world.collections.lessons.deleteMany({ _id: { $in: lessons.slice(1).map(({ id }) => id) } })
    expect(lessonsOf(await call(student))).toMatchObject(lessons.map(({ id }) => ({ id })))
  })

  it('is another booking with another body or account', async () => {
    const { connectionId, student, teacher } = await pair()
    const call = keyed({ connectionId })
    expect((await call(student)).status).toBe(201)
    expect(await call(teacher)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } })
    expect((await call(student, { hour: 10 })).status).toBe(201)
    expect(await listed(student)).toHaveLength(2)
  })
})

describe('a repeated move', () => {
  it.each([
    ['before the move is stored', () => jest.spyOn(world.parts.bookingStore, 'commit')],
    ['before the lesson is moved', () => jest.spyOn(world.parts.lessons, 'update')],
  ])('after a failure %s moves the lesson once', async (_, step) => {
    const { connectionId, student } = await pair()
    const { id } = firstOf(await book(world, student, { connectionId, date: monday }))
    const failing = step().mockRejectedValueOnce(new Error('not primary'))
    expect((await move(student, id, { date: monday, hour: 11 })).status).toBe(500)
    failing.mockRestore()
    const again = await move(student, id, { date: monday, hour: 11 })
    expect(again.status).toBe(200)
    expect(lessonOf(again)).toMatchObject({ hour: 11, version: 1 })
    expect((await book(world, student, { connectionId, date: monday })).status).toBe(201)
  })
})

describe('what is kept of a booking', () => {
  const wish = { date: monday, type: 'faceToFace', place: 'Home of Amina' } as const
  const keptOf = async (...people: Identity[]) => {
    const by = { $in: people.map(({ userId }) => userId) }
    return JSON.stringify(await world.collections.bookings.find({ by }).toArray())
  }
  const erase = async ({ userId }: Identity) => {
    await world.kafka.account.deletionRequested({
      userId,
      at: clock.now.toISOString(),
      by: userId,
      reason: 'own',
      fullName: 'Amina',
    })
    await world.kafka.published('user.erased', userId, 1)
  }

  it('has no text about an erased learner, whoever booked', async () => {
    const { connectionId, student, teacher } = await pair()
    for (const [hour, as] of [student, teacher].entries())
      expect((await book(world, as, { ...wish, connectionId, hour: 9 + hour })).status).toBe(201)
    await erase(student)
    expect(await keptOf(student, teacher)).not.toContain('Amina')
  })

  it('has none either when the erasure comes before another process has carried it out', async () => {
    const { connectionId, student } = await pair()
    await leaveOpen(world, () => book(world, student, { ...wish, connectionId }))
    await erase(student)
    expect(await keptOf(student)).toContain('Amina')
    clock.now = new Date(clock.now.getTime() + 61_000)
    await world.another().bookings.sweep()
    expect(await keptOf(student)).not.toContain('Amina')
  })
})

describe('of one connection', () => {
  it('at most 20 lessons lie ahead, also of bookings at once; a cancelled one makes room', async () => {
    const { connectionId, student } = await pair()
    const series = (hour: number, weeks: number) =>
      book(world, student, { connectionId, date: monday, hour, weeks })
    const answers = await Promise.all([9, 10, 11, 15].map((hour) => series(hour, 8)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('LESSONS_AHEAD_FULL')
    expect((await series(17, 5)).body['code']).toBe('LESSONS_AHEAD_FULL')
    expect((await series(17, 4)).status).toBe(201)
    const [first] = await listed(student, '?status=upcoming')
    expect((await series(18, 1)).status).toBe(409)
    await cancel(student, first?.id ?? '')
    expect((await series(18, 1)).status).toBe(201)
  })
})

describe('moving and cancelling', () => {
  it('a lesson moves to another offered hour, and the old one is free', async () => {
    const { connectionId, student, teacher } = await pair()
    const { id } = firstOf(await book(world, student, { connectionId, date: monday }))
    const moved = await move(teacher, id, { date: '2026-11-24', hour: 15 })
    expect(moved.status).toBe(200)
    expect(lessonOf(moved)).toMatchObject({ date: '2026-11-24', hour: 15, version: 1, status: 'upcoming' })
    const [event] = await world.kafka.published('session.moved', id, 1)
    expect(event?.data).toMatchObject({ previousStartsAt: '2026-11-23T08:00:00.000Z', revision: 1 })
    expect((await book(world, student, { connectionId, date: monday })).status).toBe(201)
  })

  it('a long lesson moves by one of its own hours', async () => {
    const { connectionId, student, teacher } = await pair()
    const { id } = firstOf(await book(world, student, { connectionId, date: monday, durationMinutes: 120 }))
    expect((await move(student, id, { date: monday, hour: 10 })).status).toBe(200)
    const other = await connect(world, {}, teacher)
    const statuses: number[] = []
    for (const hour of [9, 10, 11, 12])
      statuses.push(
        (await book(world, other.student, { connectionId: other.connectionId, date: monday, hour })).status,
      )
    expect(statuses).toEqual([201, 409, 409, 201])
  })

  it('a lesson never moves to a taken, closed or past hour', async () => {
    const { connectionId, student } = await pair()
    const { id } = firstOf(await book(world, student, { connectionId, date: monday }))
    await book(world, student, { connectionId, date: monday, hour: 10 })
    expect((await move(student, id, { date: monday, hour: 10 })).body['code']).toBe('SLOT_TAKEN')
    expect((await move(student, id, { date: monday, hour: 13 })).body['code']).toBe('SLOT_NOT_OFFERED')
    expect((await move(student, id, { date: '2026-11-18', hour: 9 })).body['code']).toBe('SLOT_PAST')
  })

  it('a cancelled lesson frees its hour; the reason is required; a second cancellation is 409', async () => {
    const { connectionId, student, teacher } = await pair()
    const { id } = firstOf(await book(world, student, { connectionId, date: monday }))
    expect((await cancel(student, id, { reason: ' ' })).body['code']).toBe('REASON_REQUIRED')
    const cancelled = await cancel(student, id)
    expect(lessonOf(cancelled)).toMatchObject({
      status: 'cancelled',
      reason: 'Ill',
      canCancel: false,
      canReschedule: false,
    })
    expect((await cancel(teacher, id)).body['code']).toBe('SESSION_STATE')
    expect((await book(world, student, { connectionId, date: monday })).status).toBe(201)
  })

  it('a series is cancelled from one lesson on', async () => {
    const { connectionId, student } = await pair()
    const [, second] = lessonsOf(await book(world, student, { connectionId, date: monday, weeks: 4 }))
    await cancel(student, second?.id ?? '', { reason: 'Holidays', series: true })
    expect((await listed(student, '?status=upcoming')).map(({ date }) => date)).toEqual([monday])
    const [event] = await world.kafka.published('session.cancelled', second?.id ?? '', 1)
    expect(event?.data.announces.map(({ revision }) => revision)).toEqual([1, 1, 1])
  })

  it('is possible until four hours before', async () => {
    const { connectionId, student } = await pair()
    const { id } = firstOf(await book(world, student, { connectionId, date: monday }))
    clock.now = new Date('2026-11-23T04:00:00Z')
    expect(lessonOf(await world.call(`GET /sessions/${id}`, { as: student })).canCancel).toBe(true)
    clock.now = new Date('2026-11-23T04:00:01Z')
    expect(lessonOf(await world.call(`GET /sessions/${id}`, { as: student }))).toMatchObject({
      canCancel: false,
      canReschedule: false,
    })
    expect((await cancel(student, id)).body['code']).toBe('SESSION_TOO_LATE')
    expect((await move(student, id, { date: '2026-11-24', hour: 9 })).body['code']).toBe('SESSION_TOO_LATE')
  })

  it('needs the notice that the teacher chose, 12 hours by default, as do bookings and free hours', async () => {
    const { connectionId, student, teacher } = await pair()
    clock.now = new Date('2026-11-19T10:00:00Z')
    const choose = (hours: number, as = teacher) =>
      world.call('PUT /availability/notice', { as, body: { hours } })
    for (const hours of [1, 169, 2.5]) expect((await choose(hours)).status).toBe(400)
    expect((await choose(12, student)).status).toBe(403)
    const own = async (as: Identity) =>
      (await world.call('GET /availability/teacher', { as })).body['noticeHours']
    expect([await own(someone('teacher')), await own(student)]).toEqual([12, null])
    expect((await choose(12)).status).toBe(200)
    expect(await own(teacher)).toBe(12)
    const free = async () => {
      const { body } = await world.call(`GET /availability/teachers/${teacher.userId}?week=0`, {
        as: student,
      })
      return dataOf<{ free: { date: string; hour: number }[] }>({ body }).free[0]
    }
    const today = { connectionId, date: '2026-11-19', hour: 19 }
    for (const as of [student, teacher])
      expect(await book(world, as, today)).toMatchObject({
        status: 409,
        body: { code: 'SLOT_TOO_SOON', message: expect.stringContaining('12 hours') },
      })
    expect(await free()).toMatchObject({ date: '2026-11-20', hour: 8 })
    await choose(48)
    expect(await free()).toMatchObject({ date: '2026-11-21', hour: 11 })
    const { id } = firstOf(await book(world, student, { connectionId, date: monday }))
    const moved = await move(teacher, id, { date: '2026-11-20', hour: 19 })
    expect(moved.body['code']).toBe('SLOT_TOO_SOON')
    await choose(2)
    expect((await book(world, student, today)).status).toBe(201)
  })

  it('of an own booking is possible for 15 minutes, however soon it begins', async () => {
    const { connectionId, student, teacher } = await pair()
    const soon = { connectionId, date: '2026-11-19' }
    clock.now = new Date('2026-11-19T11:00:00Z')
    const { id } = firstOf(await book(world, student, { ...soon, hour: 15 }))
    const undone = firstOf(await book(world, student, { ...soon, hour: 16, durationMinutes: 30 }))
    const of = async (as: Identity) => lessonOf(await world.call(`GET /sessions/${id}`, { as }))
    const until = '2026-11-19T11:15:00.000Z'
    expect(await of(student)).toMatchObject({ canCancel: true, canReschedule: false, undoUntil: until })
    expect(await of(teacher)).toMatchObject({ canCancel: false, canReschedule: false, undoUntil: null })
    expect((await cancel(teacher, id)).body['code']).toBe('SESSION_TOO_LATE')
    expect((await cancel(student, undone.id)).status).toBe(200)
    clock.now = new Date('2026-11-19T11:15:00Z')
    expect(await of(student)).toMatchObject({ canCancel: false, undoUntil: null })
    expect((await cancel(student, id)).body['code']).toBe('SESSION_TOO_LATE')
  })

  it('future lessons are cancelled when the connection ends or an account is suspended', async () => {
    const { connectionId, student, publishChange } = await pair()
    const { id } = firstOf(await book(world, student, { connectionId, date: monday, weeks: 3 }))
    await publishChange('ended', 'ended')
    await eventually(async () => (await listed(student, '?status=upcoming')).length === 0)
    const lesson = lessonOf(await world.call(`GET /sessions/${id}`, { as: student }))
    expect(lesson).toMatchObject({
      status: 'cancelled',
      reason: 'The connection between teacher and student has ended.',
    })

    const other = await pair()
    await book(world, other.student, { connectionId: other.connectionId, date: monday })
    await world.kafka.account.suspended({
      userId: other.teacher.userId,
      role: 'teacher',
      at: clock.now.toISOString(),
    })
    await eventually(async () => (await listed(other.student, '?status=upcoming')).length === 0)
    expect(
      (await book(world, other.student, { connectionId: other.connectionId, date: monday })).status,
    ).toBe(409)
  })
})

describe('a suspended guardian', () => {
  it('has no feed and gets no mail; the other guardian does', async () => {
    const { connectionId, teacher, parent, publishChange } = await pair(childOf(2012))
    const other = someone('parent')
    await publishChange('approved', 'changed', { guardians: [parent.userId, other.userId] })
    const { url } = (await world.call('GET /me/calendar', { as: parent })).body['data'] as { url: string }
    const feed = async () =>
      (await world.call(`GET ${url.replace('https://darsi.example/api', '')}`, { as: null })).status
    expect(await feed()).toBe(200)
    const wish = { connectionId, date: monday, durationMinutes: 45 }
    const { id } = firstOf(await book(world, other, wish))
    const [booked] = await world.kafka.published('session.booked', id, 1)
    expect(booked?.personal.guardians).toHaveLength(2)
    await world.kafka.account.suspended({
      userId: parent.userId,
      role: 'parent',
      at: clock.now.toISOString(),
    })
    await eventually(async () => (await feed()) === 404)
    expect((await cancel(teacher, id)).status).toBe(200)
    const [cancelled] = await world.kafka.published('session.cancelled', id, 1)
    expect(cancelled?.personal.guardians.map(({ userId }) => userId)).toEqual([other.userId])
  })
})

describe('the grid', () => {
  it('shows booked cells, and a save that removes them names them in its answer', async () => {
    const { connectionId, student, teacher } = await pair()
    await book(world, student, { connectionId, date: monday })
    expect(await conflicts(teacher)).toEqual([109])
    expect(await conflicts(teacher, '?week=1')).toEqual([109])
    expect(await conflicts(teacher, '?week=2')).toEqual([])
    expect(await conflicts(student)).toEqual([109])
    const answer = await world.call('POST /availability/save', {
      as: teacher,
      body: { week_offset: 0, availability: [{ day_of_week: 2, hour: 9, is_available: true }] },
    })
    expect(answer.body).toMatchObject({
      message: 'Availability saved. Hours with a booked lesson are kept: Monday 09:00',
      data: { kept: [{ day: 1, hour: 9 }], weeklyPercentage: 3 },
    })
    expect(await conflicts(teacher)).toEqual([109])
  })

  it('shows the free hours of a listed teacher to everybody, and of any teacher to the own learners', async () => {
    const { connectionId, student, teacher } = await pair()
    await book(world, student, { connectionId, date: monday })
    const path = `GET /availability/teachers/${teacher.userId}?week=1`
    const { free, monday: from } = dataOf<{ monday: string; free: { date: string; hour: number }[] }>(
      await world.call(path, { as: student }),
    )
    expect(from).toBe(monday)
    expect(free).toHaveLength(59)
    expect(free.filter(({ date }) => date === monday).map(({ hour }) => hour)).not.toContain(9)
    const stranger = someone('parent')
    expect((await world.call(path, { as: stranger })).status).toBe(404)
    expect((await world.call(`${path}&connectionId=${connectionId}`, { as: stranger })).status).toBe(404)
    await publishListed(world, teacher)
    await eventually(async () => (await world.call(path, { as: stranger })).status === 200)
  })
})

describe('the hours that can be booked', () => {
  it('say which the learner has free too, without those that either has a lesson at', async () => {
    const { connectionId, student, teacher } = await pair()
    const availability = [9, 10, 11].map((hour) => ({ day_of_week: 1, hour, is_available: true }))
    await world.call('POST /availability/save', { as: student, body: { week_offset: 0, availability } })
    await book(world, student, { connectionId, date: monday })
    const path = `GET /availability/teachers/${teacher.userId}?connectionId=${connectionId}`
    for (const as of [student, teacher]) {
      const { free } = dataOf<{ free: { date: string; hour: number; shared: boolean }[] }>(
        await world.call(`${path}&week=1`, { as }),
      )
      const shared = free.filter((each) => each.shared)
      expect(shared.map(({ date, hour }) => [date, hour])).toEqual([
        [monday, 10],
        [monday, 11],
      ])
    }
  })

  it('are those of the first week that has any', async () => {
    const { student, teacher } = await pair()
    const save = (week_offset: number, availability: object[]) =>
      world.call('POST /availability/save', { as: teacher, body: { week_offset, availability } })
    await save(0, [])
    await save(3, [{ day_of_week: 2, hour: 9, is_available: true }])
    const { body } = await world.call(`GET /availability/teachers/${teacher.userId}`, { as: student })
    expect(body['data']).toMatchObject({ week: 3, free: [{ hour: 9, shared: false }] })
  })
})

describe('strangers', () => {
  it('get 404 for a lesson that is not theirs', async () => {
    const { connectionId, student } = await pair()
    const { id } = firstOf(await book(world, student, { connectionId, date: monday }))
    const stranger = someone('teacher')
    for (const call of ['complete', 'no-show', 'reschedule', 'cancel', 'report', 'review-answer']) {
      const body = {
        ...(call === 'reschedule' && { date: monday, hour: 9 }),
        ...(call === 'cancel' && { reason: 'x' }),
        ...(call === 'report' && { topics: 'x', effort: 3 }),
        ...(call === 'review-answer' && { answer: 'x' }),
      }
      expect((await world.call(`POST /sessions/${id}/${call}`, { as: stranger, body })).status).toBe(404)
    }
    expect((await world.call(`GET /sessions/${id}`, { as: stranger })).status).toBe(404)
    expect((await world.call('GET /sessions', { as: someone('admin') })).status).toBe(403)
  })

  it('pages are stable and complete', async () => {
    const { connectionId, student } = await pair()
    await book(world, student, { connectionId, date: monday, weeks: 7 })
    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const answer: TestAnswer = await world.call(
        `GET /sessions?status=upcoming&limit=3${cursor ? `&cursor=${cursor}` : ''}`,
        { as: student },
      )
      seen.push(...lessonsOf(answer).map(({ date }) => date))
      // `as`: the declared answer
      cursor = answer.body['nextCursor'] as string | null
      expect(answer.body['total']).toBe(7)
    } while (cursor)
    expect(seen).toEqual([...seen].sort())
    expect(new Set(seen).size).toBe(7)
    expect((await world.call('GET /sessions?cursor=nonsense', { as: student })).status).toBe(400)
  })
})

it('a learner who comes of age has the lessons of the child, and the guardian none', async () => {
  const { connectionId, teacher, parent, student, publishChange, childId } = await pair({
    isChild: true,
    birthYear: 2010,
  })
  const date = '2026-12-07'
  const lesson = firstOf(await book(world, parent, { connectionId, date, hour: 9, durationMinutes: 45 }))
  await publishChange('approved', 'changed', { guardians: [], accountId: student.userId })
  // the connection has changed before its lessons have
  await eventually(async () => (await listed(student)).length > 0)
  expect(await listed(student)).toMatchObject([{ id: lesson.id, student: { childId } }])
  expect(await listed(parent)).toEqual([])
  // the account has another lesson in that hour, so it cannot have both
  const other = await connect(world, {}, someone('teacher'), student)
  await offer(world, other.teacher)
  const again = await book(world, student, { connectionId: other.connectionId, date, hour: 9 })
  expect(again.status).toBe(409)
  expect((await cancel(student, lesson.id)).status).toBe(200)
  expect(await listed(teacher, '?status=cancelled')).toHaveLength(1)
})

describe('contact details in texts about a lesson', () => {
  const leak = 'Appelle-moi au 20 123 456'
  const refused = { status: 400, body: { code: 'CONTACT_DETAILS_REFUSED' } }

  it('are refused in place and reason for a minor; a stranger does not learn that the learner is one', async () => {
    const { connectionId, parent, teacher } = await pair({
      ...{ minor: true, birthYear: 2010, withGuardian: true },
    })
    const stranger = someone('teacher')
    const wish = { connectionId, date: monday, durationMinutes: 45, type: 'faceToFace' }
    expect(await book(world, teacher, { ...wish, place: leak })).toMatchObject(refused)
    expect(await book(world, stranger, { ...wish, place: leak })).toMatchObject({ status: 404 })
    const lesson = firstOf(await book(world, parent, { ...wish, place: 'Library of Sfax' }))
    const cancel = (as: Identity, reason: string) =>
      world.call(`POST /sessions/${lesson.id}/cancel`, { as, body: { reason } })
    expect(await cancel(teacher, leak)).toMatchObject(refused)
    expect(await cancel(stranger, leak)).toMatchObject({ status: 404 })
    expect((await cancel(teacher, 'Je suis malade, séance du 24/11/2026')).status).toBe(200)
  })

  it('are allowed between adults, except a meeting link to another host', async () => {
    const { connectionId, student } = await pair()
    const wish = { connectionId, date: monday, type: 'faceToFace', place: leak }
    expect((await book(world, student, wish)).status).toBe(201)
    const elsewhere = { connectionId, date: monday, hour: 10, meetingLink: 'https://chat.example.com/room' }
    expect(await book(world, student, elsewhere)).toMatchObject({ body: { code: 'MEETING_LINK_INVALID' } })
  })
})
