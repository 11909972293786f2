import type { Lesson } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { expect, it } from '@jest/globals'
import { feedOf } from '../src/calendar/feed.ts'
import { cancelBegunOnHold, sendReminders } from '../src/flows/lesson-clock.ts'
import { book, childOf, firstOf, pair, viewLesson, worldOfFile } from './world.ts'

const monday = '2026-11-23'
const link = 'https://meet.jit.si/room'
const { world, clock } = await worldOfFile()

const paused = { status: 409, body: { code: 'CONNECTION_PAUSED' } }
const lessonFor = (as: Identity, lesson: Lesson) => viewLesson(world, as, lesson)
const post = (as: Identity, path: string, body?: object) =>
  world.call(`POST ${path}`, { as, ...(body && { body }) })
const family = async () => {
  const made = await pair(world, childOf(2012))
  const wish = { connectionId: made.connectionId, durationMinutes: 45, meetingLink: link }
  const lessons = [
    firstOf(await book(world, made.parent, { ...wish, date: monday, hour: 9 })),
    firstOf(await book(world, made.parent, { ...wish, date: '2026-11-24', hour: 9 })),
  ] as const
  return { ...made, wish, lessons }
}
const held = async (as: Identity, lesson: Lesson, onHold = true) =>
  eventually(async () => (await lessonFor(as, lesson)).onHold === onHold)

it('lessons of a paused connection are on hold: no link, change, booking, report or reminder until it is open again', async () => {
  const { teacher, parent, publishChange, wish, lessons } = await family()
  const past = firstOf(await book(world, parent, { ...wish, date: '2026-11-20', hour: 9 }))
  clock.now = new Date('2026-11-20T10:00:00Z')
  await post(teacher, `/sessions/${past.id}/complete`)
  await publishChange('suspended', 'suspended')
  const [lesson, later] = lessons
  for (const one of lessons) await held(teacher, one)
  for (const as of [teacher, parent]) {
    expect(await lessonFor(as, lesson)).toMatchObject({
      ...{ status: 'upcoming', onHold: true, meetingLink: '', canReschedule: false, canCancel: false },
    })
    const everything = [
      (await world.call('GET /sessions?status=upcoming', { as })).body,
      (await world.call('GET /sessions/overview', { as })).body,
      (await world.call('GET /me/export/lessons', { as })).body['lessons'],
      await feedOf(world.parts, as.userId),
    ]
    // a lesson that is over keeps its link
    expect(JSON.stringify(everything).split(link).length - 1).toBeLessThanOrEqual(4)
    expect(JSON.stringify(everything[0])).not.toContain(link)
    expect(await book(world, as, { ...wish, date: monday, hour: 11 })).toMatchObject(paused)
    expect(
      await post(as, `/sessions/${lesson.id}/reschedule`, { date: '2026-11-25', hour: 9 }),
    ).toMatchObject(paused)
    expect(await post(as, `/sessions/${lesson.id}/cancel`, { reason: 'x' })).toMatchObject(paused)
  }
  expect(await lessonFor(teacher, past)).toMatchObject({ canReport: false })
  expect(await post(teacher, `/sessions/${past.id}/report`, { topics: 'x', effort: 3 })).toMatchObject(paused)
  expect(
    await post(parent, `/sessions/${past.id}/review`, { tookPlace: true, rating: 1, comment: 'x' }),
  ).toMatchObject(paused)
  clock.now = new Date('2026-11-22T20:00:00Z')
  expect(await sendReminders(world.parts)).toBe(0)
  const [event] = await world.kafka.published('session.held', lesson.id, 1)
  expect(event?.personal.meetingLink).toBe('')
  // the event of the pause is repeated
  await publishChange('suspended', 'changed')
  expect(await world.kafka.published('session.held', lesson.id, 1)).toHaveLength(1)

  await publishChange('approved', 'reopened')
  await held(parent, later, false)
  expect(await lessonFor(parent, lesson)).toMatchObject({
    status: 'upcoming',
    meetingLink: link,
    onHold: false,
  })
  expect(await sendReminders(world.parts)).toBe(1)
  expect((await post(teacher, `/sessions/${past.id}/report`, { topics: 'x', effort: 3 })).status).toBe(200)
})

it('nobody reports a no-show to the other side of a paused connection, also of a lesson that was over before', async () => {
  const { teacher, parent, publishChange, lessons } = await family()
  const [lesson, later] = lessons
  clock.now = new Date('2026-11-23T09:00:00Z')
  await publishChange('suspended', 'suspended')
  await held(teacher, later)
  expect(await lessonFor(teacher, lesson)).toMatchObject({ status: 'upcoming', onHold: false })
  for (const as of [teacher, parent])
    expect(await post(as, `/sessions/${lesson.id}/no-show`, { reason: 'You told them' })).toMatchObject(
      paused,
    )
  expect(await world.kafka.published('session.no-show', lesson.id)).toEqual([])
  await publishChange('approved', 'reopened')
  expect((await post(parent, `/sessions/${lesson.id}/no-show`, { reason: 'Nobody came' })).status).toBe(200)
})

it('a lesson whose hour comes while it is on hold is cancelled with a neutral reason, once by several processes', async () => {
  const { parent, publishChange, lessons } = await family()
  const [lesson, later] = lessons
  await publishChange('suspended', 'suspended')
  for (const one of lessons) await held(parent, one)
  clock.now = new Date('2026-11-23T07:59:00Z')
  await cancelBegunOnHold(world.parts)
  expect((await lessonFor(parent, lesson)).status).toBe('upcoming')
  clock.now = new Date('2026-11-23T08:00:00Z')
  await Promise.all([world.parts, world.another()].map(cancelBegunOnHold))
  expect(await lessonFor(parent, lesson)).toMatchObject({
    ...{ status: 'cancelled', onHold: false, reason: 'The connection was paused at that hour.' },
  })
  const cancelled = await world.kafka.published('session.cancelled', lesson.id, 1)
  expect(cancelled.map(({ data }) => data.cause)).toEqual(['connection-paused'])
  await publishChange('approved', 'reopened')
  await held(parent, later, false)
  expect((await lessonFor(parent, lesson)).status).toBe('cancelled')
})

it('a connection that ends while it is paused cancels its lessons', async () => {
  const { parent, publishChange, lessons } = await family()
  await publishChange('suspended', 'suspended')
  await held(parent, lessons[0])
  await publishChange('ended', 'ended')
  for (const lesson of lessons)
    await eventually(async () => (await lessonFor(parent, lesson)).status === 'cancelled')
})

it('lessons that are booked or moved at the moment of the pause are on hold too', async () => {
  const { parent, publishChange, wish, lessons } = await family()
  const [lesson] = lessons
  await Promise.all([
    publishChange('suspended', 'suspended'),
    ...[10, 11, 12, 15, 16].map((hour) => book(world, parent, { ...wish, date: monday, hour })),
    post(parent, `/sessions/${lesson.id}/reschedule`, { date: '2026-11-25', hour: 9 }),
  ])
  await eventually(async () => {
    const { body } = await world.call('GET /sessions?status=upcoming', { as: parent })
    const upcoming = body['data'] as Lesson[]
    return upcoming.every(({ onHold, meetingLink }) => onHold && meetingLink === '')
  })
})
