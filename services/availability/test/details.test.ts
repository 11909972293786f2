import type { Identity } from '@darsi/kit/identity/identity.ts'
import { dataOf, problemOf, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { refuseUnanswered } from '../src/bookings/answer.ts'
import { book, type connect, firstOf, lessonOf, lessonsOf, pair, publicUrl, worldOfFile } from './world.ts'

const monday = '2026-11-23'
const { world, clock } = await worldOfFile()

const change = (as: Identity, { id }: { id: string }, body: object) =>
  world.call(`POST /sessions/${id}/details`, { as, body: { version: 0, ...body } })

async function lessonWith(learner: Parameters<typeof connect>[1] & { by?: 'parent' }, wish: object = {}) {
  const made = await pair(world, learner)
  const by = learner?.isChild || learner?.by ? made.parent : made.student
  const answer = await book(world, by, { connectionId: made.connectionId, date: monday, ...wish })
  return { ...made, lesson: firstOf(answer), lessons: lessonsOf(answer) }
}
const feedOf = async (as: Identity) => {
  const { url } = dataOf<{ url: string }>(await world.call('GET /me/calendar', { as }))
  const feed = await world.call(`GET ${new URL(url).pathname.replace('/api', '')}`, { as: null })
  return String(feed.body['text'])
}

describe('the details of a lesson', () => {
  it('are changed by both adults: card, event and calendar say the same', async () => {
    const { teacher, student, lesson } = await lessonWith({}, { notes: 'Chapter two' })
    expect(lesson).toMatchObject({ notes: 'Chapter two', canChange: true, canChangePlace: true })
    const meetingLink = 'https://meet.jit.si/maths-monday'
    const changed = await change(student, lesson, { meetingLink, notes: 'Chapter three' })
    expect(changed.status).toBe(200)
    expect(lessonOf(changed)).toMatchObject({ meetingLink, notes: 'Chapter three', version: 1 })
    const [event] = await world.kafka.published('session.changed', lesson.id, 1)
    expect(event).toMatchObject({
      data: { revision: 1, by: student.userId, announces: [{ sessionId: lesson.id, revision: 1 }] },
      personal: { meetingLink, notes: 'Chapter three' },
    })
    const feed = (await feedOf(teacher)).replace(/\r\n /g, '')
    expect(feed).toContain(`DESCRIPTION:Chapter three\\n${meetingLink}`)
    expect(feed).toContain('SEQUENCE:1')
    // without a link it is held in the classroom again
    const back = await change(teacher, lesson, { version: 1, meetingLink: '' })
    expect(lessonOf(back).meetingLink).toBe(`${publicUrl}/classroom/${lesson.id}`)
  })

  it('that change nothing make no event, and those of an older tab are refused', async () => {
    const { teacher, lesson } = await lessonWith({})
    expect(lessonOf(await change(teacher, lesson, { notes: ' ' })).version).toBe(0)
    expect(lessonOf(await change(teacher, lesson, { notes: 'a' })).version).toBe(1)
    const stale = await change(teacher, lesson, { notes: 'b' })
    expect([stale.status, problemOf(stale)]).toEqual([409, 'stale-version'])
  })

  it('change for all that follow in a series, with one event that names them', async () => {
    const { teacher, lessons } = await lessonWith({}, { weeks: 3 })
    const [, second, third] = lessons
    if (!second || !third) throw new Error('no series')
    expect((await change(teacher, second, { notes: 'Bring the book', series: true })).status).toBe(200)
    const seen = lessonsOf(await world.call('GET /sessions?status=upcoming', { as: teacher }))
    expect(seen.map(({ notes }) => notes)).toEqual(['', 'Bring the book', 'Bring the book'])
    const [event] = await world.kafka.published('session.changed', second.id, 1)
    expect(event?.data.announces.map(({ sessionId }) => sessionId)).toEqual([second.id, third.id])
    const [other] = await world.kafka.published('session.changed', third.id, 1)
    expect(other?.data.announces).toEqual([])
  })

  it('cannot be changed after the lesson has begun, nor by other people', async () => {
    const { teacher, lesson } = await lessonWith({})
    expect((await change(someone('teacher'), lesson, { notes: 'x' })).status).toBe(404)
    clock.now = new Date(lesson.startsAt)
    const late = await change(teacher, lesson, { notes: 'x' })
    expect([late.status, problemOf(late)]).toEqual([409, 'session-state'])
  })

  it('of an online lesson need an allowed host, and have no place', async () => {
    const { teacher, lesson } = await lessonWith({})
    const other = await change(teacher, lesson, { meetingLink: 'https://evil.example/room' })
    expect([other.status, problemOf(other)]).toEqual([400, 'meeting-link-invalid'])
    expect((await change(teacher, lesson, { place: 'Library' })).status).toBe(400)
  })
})

describe('the details of a minor’s lesson', () => {
  const child = { birthYear: 2013, minor: true, withGuardian: true }

  it('a guardian changes the place, the teacher does not; all change the notes, without contact details', async () => {
    const place = { type: 'faceToFace', place: 'Library of La Marsa', durationMinutes: 45 }
    const { teacher, student, parent, lesson } = await lessonWith({ ...child, by: 'parent' }, place)
    for (const as of [teacher, student]) {
      const refused = await change(as, lesson, { place: 'My flat' })
      expect([refused.status, problemOf(refused)]).toEqual([403, 'details-by-guardian'])
    }
    expect((await change(parent, lesson, { place: '' })).status).toBe(400)
    expect(lessonOf(await change(parent, lesson, { place: 'At home' })).place).toBe('At home')
    const hidden = await change(teacher, lesson, { version: 1, notes: 'Call me: 20 123 456' })
    expect([hidden.status, problemOf(hidden)]).toEqual([400, 'contact-details-refused'])
    const noted = lessonOf(await change(student, lesson, { version: 1, notes: 'Exercise 4' }))
    expect(noted).toMatchObject({ notes: 'Exercise 4', canChange: true, canChangePlace: false })
  })

  const meetingLink = 'https://meet.jit.si/maths-monday'
  const answer = (as: Identity, { id }: { id: string }, agreed: boolean) =>
    world.call(`POST /sessions/${id}/answer`, { as, body: { agreed } })

  it('a guardian changes the link; what the teacher gives waits for a guardian; the minor gives none', async () => {
    const { teacher, student, parent, lesson } = await lessonWith(child, { durationMinutes: 45 })
    expect((await change(student, lesson, { meetingLink })).status).toBe(403)
    expect(lessonOf(await change(parent, lesson, { meetingLink })).status).toBe('upcoming')
    // the classroom needs no agreement, and the agreed link no second one
    expect(lessonOf(await change(teacher, lesson, { version: 1, meetingLink: '' })).status).toBe('upcoming')
    expect(lessonOf(await change(teacher, lesson, { version: 2, meetingLink })).status).toBe('upcoming')
    const other = { version: 3, meetingLink: `${meetingLink}-b` }
    expect(lessonOf(await change(teacher, lesson, other)).status).toBe('proposed')
    const [event] = await world.kafka.published('session.proposed', lesson.id, 1)
    expect(event?.personal.meetingLink).toBe(other.meetingLink)
    expect(lessonOf(await answer(parent, lesson, true))).toMatchObject({
      ...{ status: 'upcoming', meetingLink: other.meetingLink },
    })
    const stored = await world.parts.lessons.find(lesson.id)
    expect(stored?.agreedVenue).toEqual({ by: parent.userId, place: '', meetingLink: other.meetingLink })
  })

  it('one answer counts for a link that the teacher gave to a series, also after an interruption', async () => {
    const { teacher, parent, lesson, lessons } = await lessonWith(child, { durationMinutes: 45, weeks: 3 })
    expect((await change(teacher, lesson, { meetingLink, series: true })).status).toBe(200)
    const statuses = async () =>
      lessonsOf(await world.call('GET /sessions?status=upcoming', { as: parent })).map(({ status }) => status)
    expect(await statuses()).toEqual(['proposed', 'proposed', 'proposed'])
    expect((await answer(parent, lesson, true)).status).toBe(200)
    expect(await statuses()).toEqual(['upcoming', 'upcoming', 'upcoming'])
    // the last lesson gets its change after the answer
    const last = String(lessons[2]?.id)
    const proposedUntil = new Date(clock.now.getTime() + 1000)
    await world.collections.lessons.updateOne({ _id: last }, { $set: { status: 'proposed', proposedUntil } })
    clock.now = new Date(clock.now.getTime() + 2000)
    await refuseUnanswered(world.parts)
    expect(await statuses()).toEqual(['upcoming', 'upcoming', 'upcoming'])
  })

  it('a link of the teacher is refused when no guardian could answer in time', async () => {
    const { teacher, parent, lesson } = await lessonWith(child, { durationMinutes: 45 })
    clock.now = new Date(new Date(lesson.startsAt).getTime() - 3600_000)
    const late = await change(teacher, lesson, { meetingLink })
    expect([late.status, problemOf(late)]).toEqual([403, 'details-by-guardian'])
    expect(lessonOf(await change(parent, lesson, { meetingLink })).status).toBe('upcoming')
  })
})
