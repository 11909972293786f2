import { randomUUID } from 'node:crypto'
import type {
  Analytics,
  AnalyticsCharts,
  TeachingReport,
} from '@darsi/contracts/calls/admin/analytics-api.ts'
import { addDays, hourMs, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { lessonsAt } from '../src/analytics/lesson-store.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const as = someone('admin')
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

type Account = { status?: 'approved' | 'pending'; verifiedAt?: string | null }

async function registered(
  role: 'student' | 'teacher',
  governorateId: number,
  { status = 'approved', verifiedAt = at(-hourMs) }: Account = {},
): Promise<string> {
  const userId = randomUUID()
  await admin.kafka.account.registered({
    userId,
    role,
    status,
    governorateId,
    createdAt: at(-hourMs),
    ...(verifiedAt !== null && role === 'student' && { verifiedAt }),
    language: 'en',
  })
  await admin.kafka.account.profileChanged({ userId, role, governorateId })
  return userId
}

type Kind = 'session.booked' | 'session.completed' | 'session.cancelled'

type Of = { connectionId: string; studentId: string; subject: string }

async function lesson(
  teacherId: string,
  startsIn: number,
  { connectionId = 'c1', studentId = 's1', subject = 'mathematics' }: Partial<Of> = {},
  ...later: Kind[]
): Promise<string> {
  const sessionId = randomUUID()
  const statuses = {
    'session.booked': 'upcoming',
    'session.completed': 'completed',
    'session.cancelled': 'cancelled',
  } as const
  for (const [index, type] of (['session.booked', ...later] as const).entries()) {
    const data = {
      sessionId,
      ...{ connectionId, teacherId, studentId, subject },
      guardianIds: [],
      minor: false,
      status: statuses[type],
      startsAt: at(startsIn),
      endsAt: at(startsIn + hourMs),
      durationMinutes: 60,
      type: 'online' as const,
      revision: index,
      announces: [],
      at: at(0),
    }
    const personal = { guardians: [], place: '', meetingLink: '', notes: '', reason: '' }
    if (type === 'session.cancelled')
      await admin.kafka.publish('availability', sessionId, index + 1, {
        type,
        data: { ...data, cause: 'party' },
        personal,
      })
    else await admin.kafka.publish('availability', sessionId, index + 1, { type, data, personal })
  }
  return sessionId
}
const requested = (connectionId: string, teacherId: string, studentId: string) =>
  connectionOf('connection.requested', {
    ...{ connectionId, teacherId, studentId, status: 'pending', at: at(0) },
    ...{ learnerBirthYear: 2000, learnerLevel: 'secondary' },
  })

async function read<T>(path: string): Promise<T> {
  return dataOf<T>(await admin.call(`GET ${path}`, { as }))
}
const figures = () => read<Analytics>('/admin/analytics')
const charts = (query = '') => read<AnalyticsCharts>(`/admin/analytics/charts${query}`)
const sum = (line: readonly number[] | null) => line?.reduce((total, count) => total + count, 0) ?? null

it('lessons in progress are those of the last two hours, which is the longest lesson', async () => {
  const now = new Date('2020-01-06T10:00:00Z')
  const lessons = admin.connection.collection<{ _id: string }>('lessons')
  const rows = [
    {
      _id: 'last minute',
      startsAt: new Date('2020-01-06T08:01:00Z'),
      endsAt: new Date('2020-01-06T10:01:00Z'),
    },
    // no lesson is this long: only a read of all past lessons finds it
    { _id: 'too long', startsAt: new Date('2020-01-06T07:00:00Z'), endsAt: new Date('2020-01-06T10:01:00Z') },
  ]
  await lessons.insertMany(rows)
  const found = await lessons.find(lessonsAt(now)).toArray()
  await lessons.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } })
  expect(found.map(({ _id }) => _id)).toEqual(['last minute'])
})

describe('platform analytics', () => {
  it('show no figure below five samples', async () => {
    const shown = await figures()
    expect([shown.growth.percent, shown.utilisation.percent, shown.satisfaction.mean]).toEqual([
      null,
      null,
      null,
    ])
    const { registrations, subjects } = await charts()
    expect(registrations).toEqual({ student: null, teacher: null, parent: null })
    expect(subjects).toEqual([])
  })

  it('count registrations, lessons, offered hours and reviews from events', async () => {
    const teacherId = await registered('teacher', 15)
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => registered('student', 1)))
    others.push(await registered('student', 1, { verifiedAt: null }))
    const waiting = await registered('teacher', 15, { status: 'pending' })
    await admin.kafka.publish('availability', teacherId, 1, {
      type: 'availability.saved',
      data: { userId: teacherId, role: 'teacher', weekOffset: 0, slots: [108, 109, 110, 111, 112, 115] },
    })
    await admin.kafka.publish('availability', others[0] ?? '', 1, {
      type: 'availability.saved',
      data: { userId: others[0] ?? '', role: 'student', weekOffset: 0, slots: [108] },
    })
    await lesson(teacherId, -hourMs / 2)
    await lesson(waiting, -hourMs / 2)
    await lesson(teacherId, -2 * hourMs, {}, 'session.completed')
    await lesson(teacherId, -hourMs, {}, 'session.cancelled')
    for (const rating of [5, 4, 5, 4, 5])
      await admin.kafka.publish('availability', randomUUID(), 1, {
        type: 'review.written',
        data: {
          reviewId: randomUUID(),
          term: '2026-1',
          rating,
          by: 's1',
          sessionId: 'l1',
          connectionId: 'c1',
          teacherId,
          studentId: 's1',
          guardianIds: [],
          at: at(0),
        },
        personal: { guardians: [] },
      })

    const shown = await eventually(async () => {
      const found = await figures()
      return found.satisfaction.reviews === 5 && found.utilisation.booked === 2 && found
    }, 20_000)
    expect(shown.satisfaction.mean).toBe(4.6)
    // the template started this week; both lessons are in it, or in the week before when the week has just begun.
    // Teachers without approval are not counted
    expect(shown.utilisation.offered).toBe(6)
    // five students with a confirmed address, and two teachers
    expect(shown.growth).toEqual({ current: 7, previous: 0, percent: null })
    expect((await read<{ activeSessions: number }>('/admin/stats')).activeSessions).toBe(2)

    const all = await eventually(async () => {
      const found = await charts('?span=30d')
      return sum(found.registrations.student) === 6 && found
    }, 20_000)
    expect([all.step, all.from.length, sum(all.registrations.teacher)]).toEqual(['day', 30, 2])
    expect(all.lessons).toEqual({ booked: null, completed: null, cancelled: null })
    expect(all.places.find(({ governorateId }) => governorateId === 1)?.registrations).toBe(6)
    expect(all.places.find(({ governorateId }) => governorateId === 15)?.registrations).toBeNull()
  })

  it('can be limited to one governorate', async () => {
    expect(sum((await charts('?span=30d&governorate=1')).registrations.student)).toBe(6)
    expect((await charts('?span=30d&governorate=15')).registrations.student).toBeNull()
    expect((await admin.call('GET /admin/analytics/charts?governorate=25', { as })).status).toBe(400)
  })

  it('every lesson is in the sessions’ file, with people by id', async () => {
    const { status, body, headers } = await admin.call('GET /superadmin/exports/sessions.csv', {
      as: someone('super-admin'),
    })
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="darsi-sessions-${tunisDay(new Date())}.csv"`,
    ])
    const lines = String(body['text']).trim().split('\r\n')
    expect(lines[0]).toContain('ID,Connection ID,Teacher ID,Student ID,Subject,Status,Type')
    expect(lines).toHaveLength(5)
    expect(lines.filter((line) => line.includes(',cancelled,online,'))).toHaveLength(1)
  })

  it('the report for the ministry counts lessons that took place, and is available to super-admins only', async () => {
    const teacherId = await registered('teacher', 17)
    const today = tunisDay(new Date())
    const from = addDays(today, -40)
    for (const [index, learnerId] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      const connectionId = randomUUID()
      await admin.kafka.publish('users', connectionId, 1, requested(connectionId, teacherId, learnerId))
      await lesson(
        teacherId,
        -(index + 30) * 24 * hourMs,
        { connectionId, studentId: learnerId },
        'session.completed',
      )
    }
    const superAdmin = someone('super-admin')
    const report = async (query: string) => {
      const { status, body } = await admin.call(`GET /superadmin/analytics/report?${query}`, {
        as: superAdmin,
      })
      return { status, data: dataOf<TeachingReport>({ body }) }
    }
    const kasserine = await eventually(async () => {
      const { data } = await report(`from=${from}&to=${today}&level=secondary`)
      const entry = data.entries.find(({ key }) => key === '17')
      return entry?.figures?.learners === 5 && { entry, total: data.total }
    }, 20_000)
    expect(kasserine.entry).toEqual({
      ...{ key: '17', population: 439_243 },
      figures: { learners: 5, minors: 0, teachers: null, lessons: 5, hours: 5 },
    })
    expect(kasserine.total).toEqual(kasserine.entry.figures)
    const bySubject = await report(`from=${from}&to=${today}&rows=subject&governorate=17`)
    expect(bySubject.data.entries.map(({ key }) => key)).toEqual(['mathematics'])
    expect((await report(`from=${from}&to=${today}&level=primary`)).data.total?.learners).toBe(0)
    // the days after the newest of the five lessons
    expect((await report(`from=${addDays(today, -20)}&to=${today}&governorate=17`)).data.total?.lessons).toBe(
      0,
    )
    for (const wrong of [
      '',
      `from=${today}&to=${from}`,
      `from=2020-01-01&to=${today}`,
      `from=${from}&to=2099-01-01`,
    ])
      expect((await report(wrong)).status).toBe(400)
    expect(
      (await admin.call(`GET /superadmin/analytics/report?from=${from}&to=${today}`, { as })).status,
    ).toBe(403)
  })
})
