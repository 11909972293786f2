import { availabilityApi } from '@darsi/contracts/calls/availability/availability-api.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { freeTextsOf } from '@darsi/contracts/rules/texts/free-text.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { problemOf } from '@darsi/kit/testing/testing.ts'
import { expect, it } from '@jest/globals'
import { book, childOf, connect, firstOf, offer, viewLesson, worldOfFile } from './world.ts'

const { world, clock } = await worldOfFile()
const monday = '2026-11-23'
const words = 'You cannot hide from me'

it('between people who blocked each other no words of the contract arrive: refused, or left out of what stays possible', async () => {
  const made = await connect(world)
  const { teacher, student, connectionId } = made
  await offer(world, teacher)
  const lessonAt = async (hour: number) =>
    firstOf(await book(world, student, { connectionId, date: monday, hour }))
  const [past, missed, ahead] = [await lessonAt(9), await lessonAt(10), await lessonAt(16)]
  const call = (as: Identity, key: string, body: object) => world.call(key, { as, body })
  clock.now = new Date(Date.parse(past.startsAt) + hourMs)
  expect((await call(teacher, `POST /sessions/${past.id}/complete`, {})).status).toBe(200)
  const review = { rating: 1, comment: 'Shouted at me', tookPlace: true }
  await made.publishChange('approved', 'changed', { blockedBy: [student.userId] })

  // a block keeps nobody from reviewing a lesson
  expect((await call(student, `POST /sessions/${past.id}/review`, review)).status).toBe(200)
  const wish = { connectionId, date: monday, hour: 17, notes: words }
  const refused: Record<string, () => ReturnType<typeof call>> = {
    'POST /sessions': () => book(world, teacher, wish),
    'POST /sessions/:id/details': () =>
      call(teacher, `POST /sessions/${ahead.id}/details`, { version: ahead.version, notes: words }),
    'POST /sessions/:id/report': () =>
      call(teacher, `POST /sessions/${past.id}/report`, { topics: words, effort: 3 }),
    'POST /sessions/:id/review-answer': () =>
      call(teacher, `POST /sessions/${past.id}/review-answer`, { answer: words }),
  }
  for (const [key, tried] of Object.entries(refused))
    expect([key, problemOf(await tried())]).toEqual([key, 'thread-blocked'])
  // nor is it offered
  expect(await viewLesson(world, teacher, past)).toMatchObject({
    ...{ canReport: false, reportDueAt: null },
    review: { canAnswer: false },
  })

  clock.now = new Date(Date.parse(missed.startsAt) + hourMs / 2)
  const leftOut: Record<string, () => ReturnType<typeof call>> = {
    'POST /sessions/:id/cancel': () => call(teacher, `POST /sessions/${ahead.id}/cancel`, { reason: words }),
    'POST /sessions/:id/no-show': () =>
      call(teacher, `POST /sessions/${missed.id}/no-show`, { reason: words }),
  }
  expect(problemOf(await call(teacher, `POST /sessions/${ahead.id}/cancel`, { reason: ' ' }))).toBe(
    'reason-required',
  )
  for (const [key, made] of Object.entries(leftOut)) expect([key, (await made()).status]).toEqual([key, 200])
  for (const lesson of [ahead, missed]) {
    const seen = await viewLesson(world, student, lesson)
    expect([seen.status, JSON.stringify(seen).includes(words)]).toEqual([
      expect.stringMatching(/cancelled|no-show/),
      false,
    ])
  }

  const carrying = Object.entries(availabilityApi).flatMap(([key, endpoint]) => {
    const texts = 'body' in endpoint ? freeTextsOf(endpoint.body) : []
    return texts.some(({ by }) => by === 'connection' || by === 'held') ? [key] : []
  })
  const tried = [...Object.keys(refused), ...Object.keys(leftOut)]
  expect(carrying.filter((key) => !tried.includes(key))).toEqual([])
})

it('a report is due, and asked for, only while nobody is blocked', async () => {
  const one = await connect(world, childOf(2010))
  const { teacher, parent, connectionId } = one
  await offer(world, teacher)
  const wish = { connectionId, date: monday, hour: 9, durationMinutes: 45 }
  const held = firstOf(await book(world, parent, wish))
  clock.now = new Date(Date.parse(held.startsAt) + hourMs)
  expect((await world.call(`POST /sessions/${held.id}/complete`, { as: teacher, body: {} })).status).toBe(200)
  clock.now = new Date(clock.now.getTime() + 40 * 24 * hourMs)
  const shown = async () => {
    const { data } = (await world.call('GET /sessions/overview', { as: teacher })).body as {
      data: { reportsDue: number }
    }
    const { canReport, reportDueAt } = await viewLesson(world, teacher, held)
    return [data.reportsDue, canReport, reportDueAt !== null]
  }
  expect(await shown()).toEqual([1, true, true])
  await one.publishChange('approved', 'changed', { blockedBy: [parent.userId] })
  expect(await shown()).toEqual([0, false, false])
  for (const as of [teacher, parent])
    expect(problemOf(await book(world, as, { ...wish, date: '2027-01-11', notes: words }))).toBe(
      'thread-blocked',
    )
  await one.publishChange('approved', 'changed')
  expect(await shown()).toEqual([1, true, true])
})
