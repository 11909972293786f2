import type { Lesson } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { rounds } from '@darsi/kit/testing/rounds.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { refuseUnanswered } from '../src/bookings/answer.ts'
import { feedOf } from '../src/calendar/feed.ts'
import {
  book,
  connect,
  firstOf,
  leaveOpen,
  lessonOf,
  lessonsOf,
  offer,
  pair,
  viewLesson,
  worldOfFile,
} from './world.ts'

const nextDay = new Date('2026-11-20T10:00:00Z')
const monday = '2026-11-23'
const { world, clock } = await worldOfFile()

const lessonFor = (as: Identity, lesson: Lesson) => viewLesson(world, as, lesson)
const listed = async (as: Identity, status: string) =>
  lessonsOf(await world.call(`GET /sessions?status=${status}`, { as }))
const answer = (as: Identity, { id }: Lesson, body: object) =>
  world.call(`POST /sessions/${id}/answer`, { as, body })
const reminderOf = async ({ id }: Lesson) => (await world.parts.lessons.find(id))?.remindAt
const yes = { agreed: true, parentPresent: true }
const refusedWith = (status: number, code: string) => ({ status, body: { code } })
/** Ten years old, with two guardians. */
async function family({ birthYear = 2016, isChild = true } = {}) {
  const made = await connect(world, { birthYear, minor: true, isChild, withGuardian: true })
  const other = someone('parent')
  const guardians = [made.parent.userId, other.userId]
  await made.publishChange('approved', 'changed', { guardians })
  await offer(world, made.teacher)
  const wish = { connectionId: made.connectionId, durationMinutes: 30, date: monday }
  return { ...made, other, guardians, wish }
}
async function proposal(more: object = {}, learner: Parameters<typeof family>[0] = {}) {
  const made = await family(learner)
  const lessons = lessonsOf(await book(world, made.teacher, { ...made.wish, ...more }))
  const [lesson] = lessons
  if (!lesson) throw new Error('nothing was proposed')
  return { ...made, lesson, lessons }
}
const free = async ({ teacher, wish }: Pick<Awaited<ReturnType<typeof family>>, 'teacher' | 'wish'>) => {
  const path = `GET /availability/teachers/${teacher.userId}?week=1`
  const { free: hours } = dataOf<{ free: { date: string; hour: number }[] }>(
    await world.call(path, { as: teacher }),
  )
  return hours.some(({ date, hour }) => date === wish.date && hour === 9)
}

describe('the presence of a parent', () => {
  it('cannot be declared by a teacher or a learner', async () => {
    const { teacher, student, wish } = await family({ isChild: false })
    for (const as of [teacher, student])
      expect(await book(world, as, { ...wish, parentPresent: true })).toMatchObject(
        refusedWith(403, 'PRESENCE_BY_GUARDIAN'),
      )
    expect(await listed(teacher, 'upcoming')).toEqual([])
  })

  it('is part of a guardian’s answer up to ten years', async () => {
    const { parent, teacher, lesson } = await proposal()
    expect(await answer(parent, lesson, { agreed: true })).toMatchObject(refusedWith(400, 'PARENT_PRESENCE'))
    expect((await lessonFor(parent, lesson)).status).toBe('proposed')
    expect(await answer(parent, lesson, yes)).toMatchObject({
      status: 200,
      body: { data: { status: 'upcoming', parentPresent: true } },
    })
    expect((await lessonFor(teacher, lesson)).parentPresent).toBe(true)
  })

  it('waits for a guardian also when a learner of ten books alone; one of eleven books without', async () => {
    const ten = await family({ isChild: false })
    expect(firstOf(await book(world, ten.student, ten.wish))).toMatchObject({
      ...{ status: 'proposed', presenceNeeded: true, canAnswer: false, canCancel: true },
    })
    const eleven = await family({ isChild: false, birthYear: 2015 })
    expect(firstOf(await book(world, eleven.student, eleven.wish)).status).toBe('upcoming')
  })
})

describe('a teacher’s booking for a minor', () => {
  it('takes its hour and waits: no booking event, reminder or calendar entry, and only an answer or a withdrawal is possible', async () => {
    const made = await family({ birthYear: 2010 })
    const { teacher, parent, wish } = made
    const booked = await book(world, teacher, wish)
    expect(booked.body['message']).toBe(
      'The hour is reserved. The lesson takes place once a parent or guardian agrees.',
    )
    const lesson = firstOf(booked)
    expect(lesson).toMatchObject({
      ...{ status: 'proposed', answerUntil: nextDay.toISOString(), parentPresent: false },
      ...{
        canAnswer: false,
        canReschedule: false,
        canCancel: true,
        canComplete: false,
        presenceNeeded: false,
      },
    })
    expect(await lessonFor(parent, lesson)).toMatchObject({ canAnswer: true, canCancel: false })
    const [event] = await world.kafka.published('session.proposed', lesson.id, 1)
    expect(event?.data).toMatchObject({ by: teacher.userId, proposedUntil: nextDay.toISOString() })
    expect(event?.personal.guardians).toHaveLength(2)
    expect(await world.kafka.published('session.booked', lesson.id, 0)).toEqual([])
    expect((await listed(parent, 'upcoming')).map(({ id }) => id)).toEqual([lesson.id])
    expect((await listed(parent, 'proposed')).map(({ id }) => id)).toEqual([lesson.id])
    const overview = await world.call('GET /sessions/overview', { as: parent })
    expect(overview.body['data']).toMatchObject({ upcoming: 0, next: [{ id: lesson.id }] })
    expect(await feedOf(world.parts, parent.userId)).not.toContain(lesson.id)
    expect(await free(made)).toBe(false)
    expect(await book(world, parent, wish)).toMatchObject(refusedWith(409, 'SLOT_TAKEN'))
    const to = { date: monday, hour: 10 }
    expect(
      await world.call(`POST /sessions/${lesson.id}/reschedule`, { as: teacher, body: to }),
    ).toMatchObject(refusedWith(409, 'SESSION_STATE'))
    expect(await reminderOf(lesson)).toBeNull()
  })

  it('is booked by one guardian’s yes, for its whole series', async () => {
    const { other, parent, lessons, lesson } = await proposal({ weeks: 3 }, { birthYear: 2010 })
    const [, second] = lessons
    expect((await answer(other, second ?? lesson, { agreed: true })).status).toBe(200)
    const upcoming = await listed(parent, 'upcoming')
    expect(upcoming.map(({ status, canReschedule }) => `${status} ${canReschedule}`)).toEqual(
      Array.from({ length: 3 }, () => 'upcoming true'),
    )
    const [event] = await world.kafka.published('session.booked', lesson.id, 1)
    expect(event?.data).toMatchObject({ by: other.userId, status: 'upcoming', revision: 1 })
    expect(event?.data.announces.map(({ revision }) => revision)).toEqual([1, 1, 1])
    expect(await answer(parent, lesson, { agreed: false })).toMatchObject(refusedWith(409, 'SESSION_STATE'))
    expect(await reminderOf(lesson)).toEqual(new Date('2026-11-22T08:00:00Z'))
  })

  it('frees its hour after one guardian’s no, with a neutral reason', async () => {
    const made = await proposal({ weeks: 2 })
    const { parent, other, teacher, lesson, lessons } = made
    expect((await answer(parent, lesson, { agreed: false })).status).toBe(200)
    for (const one of lessons)
      expect(await lessonFor(teacher, one)).toMatchObject({
        ...{ status: 'cancelled', reason: 'No parent or guardian has confirmed this lesson.' },
      })
    expect(await answer(other, lesson, yes)).toMatchObject(refusedWith(409, 'SESSION_STATE'))
    const [event] = await world.kafka.published('session.cancelled', lesson.id, 1)
    expect(event?.data).toMatchObject({ cause: 'not-confirmed' })
    expect(event?.data.announces).toHaveLength(2)
    expect(await free(made)).toBe(true)
  })

  it('is answered by guardians alone', async () => {
    const { teacher, lesson } = await proposal()
    expect((await answer(teacher, lesson, yes)).status).toBe(403)
    expect((await answer(someone('student'), lesson, yes)).status).toBe(403)
    expect((await answer(someone('parent'), lesson, yes)).status).toBe(404)
  })

  it('has one answer when two guardians answer at once', async () => {
    for (let round = 0; round < rounds; round++) {
      const { parent, other, teacher, lesson, lessons } = await proposal({ weeks: 2 })
      const answers = await Promise.all([
        answer(parent, lesson, yes),
        answer(other, lessons[1] ?? lesson, { agreed: false }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const status = answers[0].status === 200 ? 'upcoming' : 'cancelled'
      await eventually(async () => {
        const all = await Promise.all(lessons.map((one) => lessonFor(teacher, one)))
        return all.every((one) => one.status === status)
      })
    }
  })

  it('frees its hour after 24 hours, once by several processes', async () => {
    const made = await proposal({ weeks: 2 })
    const { parent, teacher, lesson } = made
    clock.now = new Date(nextDay.getTime() - 1)
    await refuseUnanswered(world.parts)
    expect((await lessonFor(teacher, lesson)).status).toBe('proposed')
    clock.now = nextDay
    expect(await lessonFor(parent, lesson)).toMatchObject({ canAnswer: false })
    expect(await answer(parent, lesson, yes)).toMatchObject(refusedWith(409, 'SESSION_STATE'))
    await Promise.all([world.parts, world.another()].map(refuseUnanswered))
    await eventually(async () => (await listed(teacher, 'cancelled')).length === 2)
    const published = await world.kafka.published('session.cancelled', lesson.id, 1)
    expect(published.map(({ data }) => [data.cause, data.announces.length])).toEqual([['not-confirmed', 2]])
    expect(await free(made)).toBe(true)
  })

  it('is refused when no guardian could answer in time, or there is no guardian', async () => {
    const { teacher, wish } = await family()
    const soon = { ...wish, date: '2026-11-19', hour: 15 }
    expect(await book(world, teacher, soon)).toMatchObject(refusedWith(409, 'GUARDIAN_ANSWER_TOO_LATE'))
    const later = firstOf(await book(world, teacher, { ...soon, hour: 16 }))
    expect(later.answerUntil).toBe('2026-11-19T11:00:00.000Z')
    const alone = await pair(world, { birthYear: 2010, minor: true })
    const booking = { ...wish, connectionId: alone.connectionId }
    expect(await book(world, alone.teacher, booking)).toMatchObject(
      refusedWith(409, 'GUARDIAN_ANSWER_MISSING'),
    )
  })

  it('can be withdrawn by the teacher, and not answered afterwards', async () => {
    const made = await proposal()
    const { teacher, parent, lesson } = made
    const cancelled = await world.call(`POST /sessions/${lesson.id}/cancel`, {
      as: teacher,
      body: { reason: 'Ill' },
    })
    expect(cancelled.status).toBe(200)
    expect(await answer(parent, lesson, yes)).toMatchObject(refusedWith(409, 'SESSION_STATE'))
    expect(await free(made)).toBe(true)
  })

  it('is carried out by another process when the first one stops between two lessons', async () => {
    const { parent, lesson, lessons } = await leaveOpen(world, () => proposal({ weeks: 2 }))
    const second = lessons[1]
    const { collections, parts } = world
    const stored = await parts.lessons.find(lesson.id)
    const token = String(stored?.token)
    // stopped before the second lesson was written
    await collections.lessons.deleteOne({ _id: String(second?.id) })
    expect((await answer(parent, lesson, yes)).status).toBe(200)
    expect((await listed(parent, 'upcoming')).map(({ status }) => status)).toEqual(['upcoming', 'upcoming'])
    // stopped before the answer was carried out
    await collections.lessons.updateOne({ _id: String(second?.id) }, { $set: { status: 'proposed' } })
    await collections.bookings.updateOne({ _id: `${token}.answer` }, { $set: { openAt: clock.now } })
    clock.now = new Date(clock.now.getTime() + 61_000)
    await world.another().bookings.sweep()
    expect((await listed(parent, 'upcoming')).map(({ status }) => status)).toEqual(['upcoming', 'upcoming'])
  })
})

describe('a move', () => {
  const confirmed = async () => {
    const made = await family()
    const lesson = firstOf(await book(world, made.parent, { ...made.wish, parentPresent: true }))
    return { ...made, lesson }
  }
  const move = (as: Identity, { id }: Lesson, hour: number) =>
    world.call(`POST /sessions/${id}/reschedule`, { as, body: { date: monday, hour } })

  it('by the teacher waits for the guardian at the new hour; the old one is free', async () => {
    const made = await confirmed()
    const { teacher, parent, lesson } = made
    const moved = await move(teacher, lesson, 11)
    expect(moved).toMatchObject({ status: 200, body: { data: { status: 'proposed', parentPresent: false } } })
    expect(await free(made)).toBe(true)
    const [event] = await world.kafka.published('session.proposed', lesson.id, 1)
    expect(event?.data).toMatchObject({ previousStartsAt: lesson.startsAt, revision: 1 })
    expect(await reminderOf(lesson)).toBeNull()
    expect(await answer(parent, lesson, { agreed: true })).toMatchObject(refusedWith(400, 'PARENT_PRESENCE'))
    expect((await answer(parent, lesson, yes)).status).toBe(200)
    expect(await lessonFor(teacher, lesson)).toMatchObject({
      status: 'upcoming',
      hour: 11,
      parentPresent: true,
    })
    // and again: each move has its own answer
    expect((await move(teacher, lesson, 12)).status).toBe(200)
    expect((await answer(parent, lesson, { agreed: false })).status).toBe(200)
    expect((await lessonFor(teacher, lesson)).status).toBe('cancelled')
  })

  it('that is sent again after a lost answer changes nothing and mails nobody again', async () => {
    const { teacher, parent, other, lesson } = await confirmed()
    for (let call = 0; call < 2; call++)
      expect(await move(teacher, lesson, 11)).toMatchObject({
        status: 200,
        body: { data: { status: 'proposed' } },
      })
    expect(await world.kafka.published('session.proposed', lesson.id, 1)).toHaveLength(1)
    // another person, another hour, and after the lesson was cancelled
    expect(await move(other, lesson, 11)).toMatchObject(refusedWith(409, 'SESSION_STATE'))
    expect(await move(teacher, lesson, 12)).toMatchObject(refusedWith(409, 'SESSION_STATE'))
    expect((await answer(parent, lesson, { agreed: false })).status).toBe(200)
    expect(await move(teacher, lesson, 11)).toMatchObject(refusedWith(409, 'SESSION_STATE'))
  })

  it('to an hour less than four hours away may be sent again too', async () => {
    const { other, lesson } = await confirmed()
    clock.now = new Date('2026-11-23T03:30:00Z')
    for (let call = 0; call < 2; call++) expect((await move(other, lesson, 8)).status).toBe(200)
    expect(await world.kafka.published('session.moved', lesson.id, 1)).toHaveLength(1)
  })

  it('is not agreed to by the answer of a guardian who read the hour before', async () => {
    const { teacher, parent, other, lesson } = await proposal()
    const { version } = await lessonFor(parent, lesson)
    expect((await answer(other, lesson, { ...yes, version })).status).toBe(200)
    const moved = lessonOf(await move(teacher, lesson, 11))
    for (const stale of [
      { ...yes, version },
      { agreed: false, version },
    ])
      expect(await answer(parent, lesson, stale)).toMatchObject({
        ...{ status: 409, body: { code: 'STALE_VERSION', version: moved.version } },
      })
    expect((await lessonFor(parent, lesson)).status).toBe('proposed')
    expect((await answer(parent, lesson, { ...yes, version: moved.version })).status).toBe(200)
  })

  it('by a guardian needs no other answer', async () => {
    const { other, lesson } = await confirmed()
    expect(lessonOf(await move(other, lesson, 11))).toMatchObject({ status: 'upcoming', parentPresent: true })
  })

  it('by the teacher to an hour too soon for an answer is refused, and the lesson stays', async () => {
    const { teacher, lesson } = await confirmed()
    clock.now = new Date('2026-11-23T03:00:00Z')
    const to = { date: monday, hour: 8 }
    const refused = await world.call(`POST /sessions/${lesson.id}/reschedule`, { as: teacher, body: to })
    expect(refused).toMatchObject(refusedWith(409, 'GUARDIAN_ANSWER_TOO_LATE'))
    expect(await lessonFor(teacher, lesson)).toMatchObject({ status: 'upcoming', hour: 9 })
  })
})

describe('the place of a minor’s lesson, and a link outside the classroom', () => {
  const outside = [
    { type: 'faceToFace', place: 'Library of La Marsa' },
    { type: 'online', meetingLink: 'https://meet.google.com/abc-defg-hij' },
  ]
  const stored = async ({ id }: Lesson) => (await world.parts.lessons.find(id))?.agreedVenue
  const fifteen = { birthYear: 2011, isChild: false }

  it.each(outside)('waits for a guardian when the minor books it: %j', async (venue) => {
    const { student, parent, wish } = await family(fifteen)
    const booked = lessonsOf(await book(world, student, { ...wish, ...venue, weeks: 3 }))
    expect(booked.map(({ status }) => status)).toEqual(['proposed', 'proposed', 'proposed'])
    const [lesson] = booked
    if (!lesson) throw new Error('nothing was booked')
    expect((await answer(student, lesson, yes)).status).toBe(403)
    expect((await answer(parent, lesson, { agreed: true })).status).toBe(200)
    const { place = '', meetingLink = '' } = venue
    for (const one of booked) expect(await stored(one)).toEqual({ by: parent.userId, place, meetingLink })
  })

  it('is agreed to by the guardian who books, and stays agreed after a move by the minor', async () => {
    const { student, parent, wish } = await family(fifteen)
    const lesson = firstOf(await book(world, parent, { ...wish, ...outside[0] }))
    expect(lesson.status).toBe('upcoming')
    const to = { date: monday, hour: 11 }
    const moved = await world.call(`POST /sessions/${lesson.id}/reschedule`, { as: student, body: to })
    expect(lessonOf(moved)).toMatchObject({ status: 'upcoming', place: 'Library of La Marsa' })
    expect(await stored(lesson)).toMatchObject({ by: parent.userId })
  })

  it('is refused without a guardian, or too late for one; a lesson in the classroom is not', async () => {
    const alone = await pair(world, { birthYear: 2011, minor: true })
    const wish = { connectionId: alone.connectionId, date: monday, durationMinutes: 45 }
    const refused = await book(world, alone.student, { ...wish, ...outside[0] })
    expect(refused).toMatchObject(refusedWith(409, 'GUARDIAN_ANSWER_MISSING'))
    expect(firstOf(await book(world, alone.student, wish)).status).toBe('upcoming')
    const { student, wish: other } = await family(fifteen)
    const soon = { ...other, ...outside[0], date: '2026-11-19', hour: 15 }
    expect(await book(world, student, soon)).toMatchObject(refusedWith(409, 'GUARDIAN_ANSWER_TOO_LATE'))
  })

  it('cannot be written without an agreement, whichever call writes the lesson', async () => {
    const { student, wish } = await family(fifteen)
    const lesson = firstOf(await book(world, student, wish))
    const changes = { place: 'A flat', type: 'faceToFace' } as const
    const happened = { type: 'session.changed' } as const
    const written = world.parts.lessons.update({ _id: lesson.id, connectionId: lesson.connectionId }, () => ({
      changes,
      happened,
      by: student.userId,
      announces: [],
    }))
    await expect(written).rejects.toMatchObject({ slug: 'details-by-guardian' })
    const found = await world.parts.lessons.find(lesson.id)
    if (!found) throw new Error('no lesson')
    const token = 'without-agreement'
    const booking = { _id: token, kind: 'book', lessons: [{ ...found, ...changes, _id: token }] } as const
    const committed = world.parts.bookings.commit({
      booking: { ...booking, lessons: [...booking.lessons], by: student.userId, at: clock.now },
      wanted: [],
    })
    await expect(committed).rejects.toMatchObject({ slug: 'details-by-guardian' })
  })

  it('ends a lesson of a learner who turns out to be a minor', async () => {
    const made = await pair(world, { birthYear: 2000, withGuardian: true })
    const { connectionId, student, publishChange } = made
    const booked = await book(world, student, { connectionId, date: monday, ...outside[0] })
    const inClassroom = await book(world, student, { connectionId, date: monday, hour: 11 })
    await publishChange('approved', 'changed', { minor: true, learnerBirthYear: 2009 })
    await eventually(async () => (await lessonFor(student, firstOf(booked))).status === 'cancelled')
    expect((await lessonFor(student, firstOf(inClassroom))).status).toBe('upcoming')
  })

  it('forgets a guardian who closes the account, and the lesson stays', async () => {
    const { parent, wish } = await family(fifteen)
    const lesson = firstOf(await book(world, parent, { ...wish, ...outside[0] }))
    await world.parts.lessons.erase(parent.userId)
    expect(await stored(lesson)).toEqual({ by: '', place: 'Library of La Marsa', meetingLink: '' })
  })

  it('a guardian cancels until the lesson begins, the others until four hours before', async () => {
    const { student, teacher, parent, wish } = await family(fifteen)
    const lesson = firstOf(await book(world, parent, { ...wish, ...outside[0] }))
    clock.now = new Date(new Date(lesson.startsAt).getTime() - 1800_000)
    const cancel = (as: Identity) =>
      world.call(`POST /sessions/${lesson.id}/cancel`, { as, body: { reason: 'Not there' } })
    for (const as of [student, teacher])
      expect(await cancel(as)).toMatchObject(refusedWith(409, 'SESSION_TOO_LATE'))
    expect((await lessonFor(student, lesson)).canCancel).toBe(false)
    expect((await lessonFor(parent, lesson)).canCancel).toBe(true)
    expect((await cancel(parent)).status).toBe(200)
  })
})

describe('while a lesson waits', () => {
  it('is on hold during a pause: nobody can answer, and the deadline of the answer does not move', async () => {
    const { teacher, parent, publishChange, guardians, lesson } = await proposal({
      meetingLink: 'https://meet.jit.si/room',
    })
    await publishChange('suspended', 'suspended', { guardians })
    await eventually(async () => (await lessonFor(teacher, lesson)).onHold)
    expect(await lessonFor(parent, lesson)).toMatchObject({
      meetingLink: '',
      canAnswer: false,
      canCancel: false,
    })
    expect(await answer(parent, lesson, yes)).toMatchObject(refusedWith(409, 'CONNECTION_PAUSED'))
    await publishChange('approved', 'reopened', { guardians })
    await eventually(async () => !(await lessonFor(teacher, lesson)).onHold)
    expect(await lessonFor(parent, lesson)).toMatchObject({ status: 'proposed', canAnswer: true })
    await publishChange('suspended', 'suspended', { guardians })
    await eventually(async () => (await lessonFor(teacher, lesson)).onHold)
    clock.now = nextDay
    await refuseUnanswered(world.parts)
    expect(await lessonFor(teacher, lesson)).toMatchObject({ status: 'cancelled', onHold: false })
  })

  it('an ended connection, a withdrawn consent and the loss of the last guardian free its hour', async () => {
    const ended = await proposal()
    await ended.publishChange('ended', 'ended', { guardians: ended.guardians })
    const withdrawn = await proposal()
    await withdrawn.publishChange('approved', 'changed', {
      guardians: withdrawn.guardians,
      videoWithdrawn: true,
    })
    const alone = await proposal()
    await alone.publishChange('approved', 'changed', { guardians: [] })
    for (const { teacher, lesson } of [ended, withdrawn, alone])
      await eventually(async () => (await lessonFor(teacher, lesson)).status === 'cancelled')
  })

  it('a former guardian cannot answer, a new one can', async () => {
    const { parent, publishChange, lesson } = await proposal()
    const third = someone('parent')
    await publishChange('approved', 'changed', { guardians: [third.userId] })
    await eventually(async () => (await listed(third, 'proposed')).length === 1)
    expect((await answer(parent, lesson, yes)).status).toBe(404)
    expect((await answer(third, lesson, yes)).status).toBe(200)
  })

  it('the newest birth year counts for the answer, and cancels a proposal that it forbids', async () => {
    const short = await proposal({ durationMinutes: 30 }, { birthYear: 2014 })
    await short.publishChange('approved', 'changed', { guardians: short.guardians, learnerBirthYear: 2017 })
    const { parent, lesson } = short
    expect(await answer(parent, lesson, { agreed: true })).toMatchObject(refusedWith(400, 'PARENT_PRESENCE'))
    expect((await answer(parent, lesson, yes)).status).toBe(200)
    const long = await proposal({ durationMinutes: 45 }, { birthYear: 2014 })
    await long.publishChange('approved', 'changed', { guardians: long.guardians, learnerBirthYear: 2017 })
    await eventually(async () => (await lessonFor(long.teacher, long.lesson)).status === 'cancelled')
  })
})
