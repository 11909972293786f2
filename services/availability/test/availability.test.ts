import { randomUUID } from 'node:crypto'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { deletionOf } from '@darsi/kit/testing/account-events.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { worldOfFile } from './world.ts'

const { world: availability, clock } = await worldOfFile()

type Who = ReturnType<typeof someone>
type Cell = { day: number; hour: number; isAvailable: boolean; isLunchBreak: boolean }

const save = (as: Who, slots: readonly (readonly [day: number, hour: number])[], week = 0) =>
  availability.call('POST /availability/save', {
    as,
    body: {
      week_offset: week,
      availability: slots.map(([day, hour]) => ({ day_of_week: day, hour, is_available: true })),
    },
  })
const grid = async (as: Who, week?: number) => {
  const query = week === undefined ? '' : `?week=${week}`
  const { body } = await availability.call(`GET /availability/teacher${query}`, { as })
  const cells = dataOf<Cell[]>({ body })
  const free = cells.filter((cell) => cell.isAvailable).map(({ day, hour }) => day * 100 + hour)
  const { savedAt, monday, weeklyPercentage: percentage } = body
  return { cells, free, savedAt, monday, percentage }
}

describe('the own grid', () => {
  it('has 72 cells, nothing free and no saved time before the first save', async () => {
    const { cells, free, savedAt, percentage } = await grid(someone('teacher'))
    expect(cells).toHaveLength(72)
    expect(cells.filter((cell) => cell.isLunchBreak).map(({ hour }) => hour)).toEqual(
      Array.from({ length: 6 }, () => [13, 14]).flat(),
    )
    expect({ free, savedAt, percentage }).toEqual({ free: [], savedAt: null, percentage: 0 })
  })

  it.each(['teacher', 'student'] as const)(
    'is saved and read back by a %s, with time and percentage',
    async (role) => {
      const as = someone(role)
      const answer = await save(as, [
        [1, 8],
        [6, 19],
        [3, 12],
      ])
      expect(answer).toMatchObject({
        status: 200,
        body: {
          success: true,
          message: 'Availability saved',
          data: { savedAt: clock.now.toISOString(), weeklyPercentage: 5 },
        },
      })
      expect(await grid(as)).toMatchObject({
        free: [108, 312, 619],
        savedAt: clock.now.toISOString(),
        percentage: 5,
      })
    },
  )

  it('is replaced by the next save, also by an empty one', async () => {
    const as = someone('teacher')
    await save(as, [[1, 8]])
    await save(as, [[2, 9]])
    expect((await grid(as)).free).toEqual([209])
    await save(as, [])
    expect((await grid(as)).free).toEqual([])
  })

  it('is emptied once when the owner of the address takes the account over; later changes are kept', async () => {
    const as = someone('teacher')
    await save(as, [[1, 8]])
    const feed = async () => (await availability.call('GET /me/calendar', { as })).body['data']
    const before = await feed()
    const reclaimed: EventInput = {
      type: 'user.reclaimed',
      data: { userId: as.userId, role: 'teacher', verifiedAt: clock.now.toISOString() },
      personal: { email: 'amal@example.tn', fullName: 'Amal', language: 'en' },
    }
    await availability.kafka.publish('auth', as.userId, 3, reclaimed)
    await eventually(async () => (await grid(as)).free.length === 0)
    const renewed = await feed()
    expect(renewed).not.toEqual(before)
    await save(as, [[2, 9]])
    await availability.kafka.publish('auth', as.userId, 3, reclaimed)
    const other = someone('teacher')
    await save(other, [[1, 8]])
    await availability.kafka.publish('auth', other.userId, 3, {
      ...reclaimed,
      data: { ...reclaimed.data, userId: other.userId },
    })
    await eventually(async () => (await grid(other)).free.length === 0)
    expect((await grid(as)).free).toEqual([209])
    expect(await feed()).toEqual(renewed)
  })

  it('is published with each save', async () => {
    const as = someone('teacher')
    await save(as, [
      [2, 9],
      [1, 8],
    ])
    await save(as, [[5, 15]], 2)
    const events = await availability.kafka.published('availability.saved', as.userId, 2)
    expect(events.map(({ sequence, data }) => ({ sequence, ...data }))).toEqual([
      { sequence: 1, userId: as.userId, role: 'teacher', weekOffset: 0, slots: [108, 209] },
      { sequence: 2, userId: as.userId, role: 'teacher', weekOffset: 2, slots: [515], monday: '2026-11-30' },
    ])
  })

  it.each<[string, readonly [number, number], string]>([
    ['13:00', [1, 13], 'Lunch hours (13:00-15:00) cannot be selected'],
    ['14:00', [6, 14], 'Lunch hours (13:00-15:00) cannot be selected'],
    ['7:00', [1, 7], 'Availability runs Monday to Saturday, 8:00-20:00'],
    ['20:00', [1, 20], 'Availability runs Monday to Saturday, 8:00-20:00'],
    ['Sunday', [7, 10], 'Availability runs Monday to Saturday, 8:00-20:00'],
    ['day 0', [0, 10], 'Availability runs Monday to Saturday, 8:00-20:00'],
  ])('refuses %s and keeps what was saved', async (_name, slot, error) => {
    const as = someone('teacher')
    await save(as, [[1, 8]])
    const answer = await save(as, [[2, 8], slot])
    expect(answer).toMatchObject({ status: 400, body: { success: false, error } })
    expect(answer.body['errors']).toMatchObject([{ path: 'availability.1' }])
    expect((await grid(as)).free).toEqual([108])
  })

  it.each([
    ['a ninth week', { week_offset: 9, availability: [] }],
    ['a week before', { week_offset: -1, availability: [] }],
    ['half a week', { week_offset: 0.5, availability: [] }],
    ['no list', { week_offset: 0 }],
    [
      '73 cells',
      {
        week_offset: 0,
        availability: Array.from({ length: 73 }, () => ({ day_of_week: 1, hour: 8, is_available: true })),
      },
    ],
    ['an unknown field', { week_offset: 0, availability: [], userId: 'x' }],
    [
      'a fraction of an hour',
      { week_offset: 0, availability: [{ day_of_week: 1, hour: 8.5, is_available: true }] },
    ],
  ])('refuses %s', async (_name, body) => {
    const answer = await availability.call('POST /availability/save', { as: someone('teacher'), body })
    expect(answer.status).toBe(400)
  })

  it.each(['parent', 'admin', 'super-admin'] as const)('does not exist for a %s', async (role) => {
    expect((await availability.call('GET /availability/teacher', { as: someone(role) })).status).toBe(403)
    expect((await save(someone(role), [])).status).toBe(403)
  })
})

describe('a week of its own', () => {
  it('differs from the template for that week only, and stays when the calendar moves on', async () => {
    const as = someone('teacher')
    await save(as, [[1, 8]])
    await save(as, [[2, 9]], 1)
    expect((await grid(as)).free).toEqual([108])
    expect((await grid(as, 1)).free).toEqual([209])
    expect((await grid(as, 2)).free).toEqual([108])
    clock.now = new Date(clock.now.getTime() - 7 * 86_400_000)
    expect((await grid(as, 1)).free).toEqual([108])
    expect((await grid(as, 2)).free).toEqual([209])
  })

  it('is not saved into another week when a new week begins after it was loaded', async () => {
    const as = someone('teacher')
    // a Sunday, 23:30 in Tunis
    clock.now = new Date('2026-11-22T22:30:00Z')
    await save(as, [[2, 9]], 1)
    const { monday } = await grid(as, 1)
    expect([monday, (await grid(as)).monday]).toEqual(['2026-11-23', null])
    const saveSeen = (week_offset: number) =>
      availability.call('POST /availability/save', { as, body: { week_offset, monday, availability: [] } })
    clock.now = new Date('2026-11-22T23:00:00Z')
    expect(await saveSeen(1)).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } })
    expect((await grid(as, 0)).free).toEqual([])
    expect((await availability.parts.grids.find(as.userId)).exceptions).toMatchObject([
      { monday, slots: [209] },
    ])
    clock.now = new Date('2026-11-22T22:30:00Z')
    expect((await saveSeen(1)).status).toBe(200)
  })

  it('may be saved before the template', async () => {
    const as = someone('student')
    await save(as, [[2, 9]], 8)
    expect(await grid(as, 8)).toMatchObject({ free: [209], percentage: 2 })
    expect(await grid(as)).toMatchObject({ free: [], savedAt: null })
  })
})

describe('at once', () => {
  it('40 first saves end with one of them, whole, and each publishes an event', async () => {
    const as = someone('teacher')
    const hours = [8, 9, 10, 11, 12, 15, 16, 17, 18, 19]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const day = (index % 6) + 1
        return save(
          as,
          hours.slice(0, (index % 10) + 1).map((hour) => [day, hour] as const),
        )
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
    const events = await availability.kafka.published('availability.saved', as.userId, 40)
    expect(events.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    )
    expect(events.at(-1)?.data.slots).toEqual((await grid(as)).free)
  })

  it('a week and the template do not overwrite each other', async () => {
    const as = someone('teacher')
    await Promise.all([save(as, [[1, 8]]), save(as, [[2, 9]], 1), save(as, [[3, 10]], 2)])
    expect([(await grid(as)).free, (await grid(as, 1)).free, (await grid(as, 2)).free]).toEqual([
      [108],
      [209],
      [310],
    ])
  })
})

describe('erasure', () => {
  const deletion = (userId: string): EventInput =>
    deletionOf({ userId, role: 'teacher', fullName: 'Amal', language: 'ar' })

  it('leaves a tombstone and publishes one event; a late save does not bring the grid back', async () => {
    const as = someone('teacher')
    await save(as, [[1, 8]])
    for (let i = 1; i <= 2; i++) await availability.kafka.publish('admin', as.userId, i, deletion(as.userId))
    const erased = await availability.kafka.published('user.erased', as.userId, 1)
    expect(erased.map(({ data }) => data.service)).toEqual(['availability'])
    expect((await save(as, [[1, 9]])).status).toBe(404)
    expect((await grid(as)).free).toEqual([])
    const { grids } = availability.collections
    expect(Object.keys((await grids.findOne({ _id: as.userId })) ?? {})).not.toContain('template')
  })

  it('is confirmed for an account that never saved anything', async () => {
    const userId = randomUUID()
    await availability.kafka.publish('admin', userId, 1, deletion(userId))
    const { grids } = availability.collections
    await eventually(async () => (await grids.findOne({ _id: userId }))?.erasedAt)
    expect(await availability.kafka.published('user.erased', userId, 1)).toHaveLength(1)
  })
})

it('nobody reads a grid without signing in', async () => {
  expect((await availability.call('GET /availability/teacher')).status).toBe(401)
})
