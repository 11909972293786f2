import { addDays } from '@darsi/contracts/reference/tunis-time.ts'
import { dataOf, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { addInitialPeriods } from '../src/periods/initial-periods.ts'
import {
  book,
  childOf,
  connect,
  firstOf,
  offer,
  pair,
  publishListed,
  viewLesson,
  worldOfFile,
} from './world.ts'

const { world, clock } = await worldOfFile()
const admin = someone('admin')
const names = { en: 'Youth Day', fr: 'Fête de la jeunesse', ar: 'عيد الشباب' }
// the Wednesday after the tests' Thursday
const wednesday = '2026-11-25'
const fields = { kind: 'holiday', names, from: wednesday, to: wednesday, hours: null }

const add = async (change: object = {}) => {
  const answer = await world.call('POST /availability/periods', { as: admin, body: { ...fields, ...change } })
  expect(answer.status).toBe(201)
  return dataOf<{ id: string }>(answer).id
}
const remove = (id: string) => world.call(`DELETE /availability/periods/${id}`, { as: admin })
type Week = { free: { date: string; hour: number }[]; periods: { names: { en: string } }[] }
const free = async (as: ReturnType<typeof someone>, teacherId: string, week = 1) =>
  dataOf<Week>(await world.call(`GET /availability/teachers/${teacherId}?week=${week}`, { as }))
const hoursOn = ({ free: hours }: Week, date: string) =>
  hours.filter((each) => each.date === date).map(({ hour }) => hour)

describe('a holiday', () => {
  it('removes its hours from the offered ones with the reason; booked lessons stay', async () => {
    const { teacher, student, connectionId } = await connect(world)
    await publishListed(world, teacher)
    await offer(world, teacher)
    const lesson = firstOf(await book(world, student, { connectionId, date: wednesday }))
    const id = await add()
    const week = await free(student, teacher.userId)
    expect(hoursOn(week, wednesday)).toEqual([])
    expect(hoursOn(week, addDays(wednesday, 1))).toHaveLength(10)
    expect(week.periods.map((period) => period.names.en)).toEqual(['Youth Day'])
    expect(await viewLesson(world, student, lesson)).toMatchObject({ status: 'upcoming', date: wednesday })

    const refused = await book(world, student, { connectionId, date: wednesday, hour: 10 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'SLOT_CLOSED' } })
    expect(String(refused.body['error'])).toContain('25/11/2026')
    // one date of a series is enough
    const series = { connectionId, date: addDays(wednesday, -7 + 14), hour: 11, weeks: 2 }
    expect((await book(world, student, series)).status).toBe(201)
    const over = await add({ from: '2026-12-23', to: '2026-12-23' })
    const later = await add({ from: '2026-12-30', to: '2026-12-31' })
    const long = { ...series, hour: 12, weeks: 5 }
    const named = await book(world, student, long)
    expect(named).toMatchObject({ status: 409, body: { closed: ['2026-12-23', '2026-12-30'] } })
    expect(String(named.body['error'])).toContain('23/12/2026 · 30/12/2026')
    const without = await book(world, student, { ...long, leaveOut: ['2026-12-23', '2026-12-30'] })
    expect(dataOf<{ date: string }[]>(without).map(({ date }) => date)).toEqual([
      ...['2026-12-02', '2026-12-09', '2026-12-16'],
    ])
    const none = { ...series, hour: 14, weeks: 1, leaveOut: [series.date] }
    expect((await book(world, student, none)).status).toBe(409)
    const moved = await world.call(`POST /sessions/${lesson.id}/reschedule`, {
      as: student,
      body: { date: wednesday, hour: 11 },
    })
    expect(moved).toMatchObject({ status: 409, body: { code: 'SLOT_CLOSED' } })

    for (const each of [id, over, later]) expect((await remove(each)).status).toBe(200)
    expect(hoursOn(await free(student, teacher.userId), wednesday)).toHaveLength(9)
  })

  it('does not count for a week that the teacher saves after it was set', async () => {
    const { teacher, student, connectionId } = await connect(world)
    await publishListed(world, teacher)
    await offer(world, teacher)
    const id = await add()
    clock.now = new Date(clock.now.getTime() + 60_000)
    const availability = [{ day_of_week: 3, hour: 10, is_available: true }]
    await world.call('POST /availability/save', { as: teacher, body: { week_offset: 1, availability } })
    expect(hoursOn(await free(student, teacher.userId), wednesday)).toEqual([10])
    expect((await book(world, student, { connectionId, date: wednesday, hour: 10 })).status).toBe(201)
    const own = dataOf<{ exceptions: { kind: string }[]; free: object[]; periods: object[] }>(
      await world.call(`GET /availability/week?date=${wednesday}`, { as: teacher }),
    )
    // the one hour is booked now; the 59 others of the template are removed in this week
    expect(own.free).toEqual([])
    expect(own.periods).toHaveLength(1)
    expect(own.exceptions.filter(({ kind }) => kind === 'removed')).toHaveLength(59)
    await remove(id)
  })
})

describe('a changed holiday', () => {
  it('closes hours that the teacher opened before when its days change, not when its name does', async () => {
    const { teacher, student, connectionId } = await connect(world)
    const id = await add()
    const later = () => {
      clock.now = new Date(clock.now.getTime() + 60_000)
    }
    later()
    const availability = [10, 11].map((hour) => ({ day_of_week: 3, hour, is_available: true }))
    await world.call('POST /availability/save', { as: teacher, body: { week_offset: 1, availability } })
    later()
    const change = (more: object) =>
      world.call(`PUT /availability/periods/${id}`, { as: admin, body: { ...fields, ...more } })
    expect((await change({ names: { ...names, en: 'Day of Youth' } })).status).toBe(200)
    expect((await book(world, student, { connectionId, date: wednesday, hour: 10 })).status).toBe(201)
    expect((await change({ to: addDays(wednesday, 1) })).status).toBe(200)
    const refused = await book(world, student, { connectionId, date: wednesday, hour: 11 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'SLOT_CLOSED' } })
    await remove(id)
  })
})

describe('special hours', () => {
  it('limit a day to them, and the own week shows the same', async () => {
    const { teacher, student } = await connect(world)
    await publishListed(world, teacher)
    await offer(world, teacher)
    const id = await add({ kind: 'ramadan', to: '2026-11-27', hours: { from: 9, to: 16 } })
    expect(hoursOn(await free(student, teacher.userId), '2026-11-27')).toEqual([9, 10, 11, 12, 15])
    const own = dataOf<Week>(await world.call('GET /availability/week?date=2026-11-29', { as: teacher }))
    expect(hoursOn(own, wednesday)).toEqual([9, 10, 11, 12, 15])
    expect(hoursOn(own, '2026-11-28')).toHaveLength(10)
    const parent = await world.call('GET /availability/week', { as: someone('parent') })
    expect(dataOf<Week>(parent).free).toEqual([])
    await remove(id)
  })
})

describe('administrators', () => {
  it('add, change and remove them, each with an event for the audit log', async () => {
    const id = await add()
    const change = { ...fields, to: '2026-11-26' }
    const changed = await world.call(`PUT /availability/periods/${id}`, { as: admin, body: change })
    expect(changed).toMatchObject({ status: 200, body: { data: { id, to: '2026-11-26' } } })
    expect((await remove(id)).status).toBe(200)
    expect((await remove(id)).status).toBe(404)
    const again = await world.call(`PUT /availability/periods/${id}`, { as: admin, body: change })
    expect(again.status).toBe(404)
    const saved = await world.kafka.published('period.saved', id, 2)
    expect(saved.map(({ data }) => data)).toMatchObject([{ by: admin.userId }, { to: '2026-11-26' }])
    await world.kafka.published('period.removed', id, 1)
  })

  it('name the wrong field', async () => {
    const body = { ...fields, names: { ...names, fr: '' }, to: '2026-11-24' }
    const refused = await world.call('POST /availability/periods', { as: admin, body })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'names.fr' }, { path: 'to', code: 'PERIOD_DATES' }] },
    })
  })

  it('remove a public holiday for good: the next start does not add it again', async () => {
    const list = async () =>
      dataOf<{ id: string }[]>(await world.call('GET /availability/periods', { as: admin })).map(
        ({ id }) => id,
      )
    await addInitialPeriods(world.parts.periods, { at: clock.now, demo: true })
    expect(await list()).toEqual(expect.arrayContaining(['holiday-2026-12-17', 'demo-ramadan-2027']))
    expect((await remove('holiday-2026-12-17')).status).toBe(200)
    await addInitialPeriods(world.parts.periods, { at: clock.now, demo: true })
    expect(await list()).not.toContain('holiday-2026-12-17')
    expect(await list()).toContain('holiday-2027-12-17')
  })
})

describe('the lessons of a week', () => {
  it('are those from Monday to Sunday in Tunisia, in all states, soonest first', async () => {
    const { teacher, student, connectionId } = await pair(world)
    for (const date of ['2026-11-23', '2026-11-28', '2026-11-30'])
      expect((await book(world, student, { connectionId, date, hour: 8 })).status).toBe(201)
    const of = async (week: string) =>
      dataOf<{ date: string; moveNeedsAnswer: boolean }[]>(
        await world.call(`GET /sessions?week=${week}`, { as: teacher }),
      )
    expect((await of('2026-11-29')).map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-28'])
    expect((await of('2026-11-30')).map(({ date }) => date)).toEqual(['2026-11-30'])
    expect((await of('2026-11-30')).map((lesson) => lesson.moveNeedsAnswer)).toEqual([false])
  })

  it('say that a guardian agrees to a move by the teacher of a minor', async () => {
    const child = await pair(world, childOf(2013))
    const { connectionId, parent, teacher } = child
    const wish = { connectionId, date: wednesday, durationMinutes: 45 }
    const lesson = firstOf(await book(world, parent, wish))
    expect(await viewLesson(world, teacher, lesson)).toMatchObject({ moveNeedsAnswer: true })
    expect(await viewLesson(world, parent, lesson)).toMatchObject({ moveNeedsAnswer: false })
  })
})
