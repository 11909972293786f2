import { randomUUID } from 'node:crypto'
import type { Alert, SafetyRecord } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { asDocument } from '@darsi/kit/mongo/collection.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import type { ConnectionRow } from '../src/connections/connection-row.ts'
import type { UserRow } from '../src/people/user-row.ts'
import { escalateOverdue } from '../src/rounds.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const root = someone('admin')
const call = (as: Identity, key: string, body?: unknown) =>
  admin.call(key, { as, ...(body !== undefined && { body }) })

async function reported(severity: 'medium' | 'high', guardianId: string, times = 1): Promise<string> {
  const reportId = randomUUID()
  for (let time = 0; time < times; time++)
    await admin.report(
      reportId,
      {
        ...{ reason: 'contact-details', severity, aboutUserId: 't1', threadId: 'c1', studentId: 's1' },
        ...{ reported: { kind: 'message', id: 'c1.2' }, guardianIds: [guardianId] },
      },
      { quoted: 'Call me on 20 123 456' },
    )
  await eventually(() => admin.alerts.collection.findOne({ _id: reportId }))
  return reportId
}
/** An alert that names only these ids. */
async function concerning(
  named: { childId?: string; aboutUserId?: string; by?: string; connectionId?: string; at?: string },
  guardianIds: string[],
): Promise<string> {
  const reportId = randomUUID()
  const about = {
    severity: 'medium',
    connectionId: randomUUID(),
    teacherId: 't3',
    guardianIds,
    ...named,
  } as const
  await admin.report(reportId, { reason: 'contact-details', ...about }, { text: 'He asked for the number' })
  await eventually(() => admin.alerts.collection.findOne({ _id: reportId }))
  return reportId
}
const guardianMoves = (
  type: 'guardian.joined' | 'guardian.left',
  sequence: number,
  about: { childId: string; accountId?: string; guardianId: string },
  guardianIds: string[],
) =>
  admin.kafka.publish('users', about.childId, sequence, {
    type,
    data: { ...about, guardianIds, at: new Date().toISOString() },
    personal: { childName: 'Amina', guardianName: 'Sami', guardians: [] },
  })
const lessonAt = '2026-11-24T09:00:00.000Z'
const lessonOfMinor = () => ({
  ...{
    sessionId: randomUUID(),
    connectionId: randomUUID(),
    teacherId: 't9',
    guardianIds: ['p9'],
    minor: true,
  },
  ...{ subject: 'mathematics', durationMinutes: 60, type: 'online' as const, startsAt: lessonAt },
  ...{ endsAt: '2026-11-24T10:00:00.000Z', revision: 1, announces: [], at: new Date().toISOString() },
})
const noDetails = { guardians: [], place: '', meetingLink: '', notes: '', reason: '' }
async function alertsOf(as: Identity, path = '/admin/alerts') {
  return dataOf<Alert[]>(await call(as, `GET ${path}`))
}

describe('a safety alert', () => {
  it('is raised once per report, with its deadline and text, for administrators and the child’s guardian', async () => {
    const parent = someone('parent')
    const id = await reported('medium', parent.userId, 2)
    for (const list of [await alertsOf(root), await alertsOf(parent, '/safety/alerts')]) {
      const mine = list.filter((alert) => alert.id === id)
      expect(mine).toHaveLength(1)
      expect(mine[0]).toMatchObject({
        status: 'open',
        severity: 'medium',
        quoted: 'Call me on 20 123 456',
        mayResolve: true,
      })
    }
    const [alert] = (await alertsOf(root)).filter((alert) => alert.id === id)
    expect(Date.parse(alert?.dueAt ?? '') - Date.parse(alert?.createdAt ?? '')).toBe(2 * 3600 * 1000)
    expect(await alertsOf(someone('parent'), '/safety/alerts')).toEqual([])
    const kept = await admin.alerts.collection.findOne({ _id: id })
    expect(JSON.stringify(kept)).not.toContain('20 123 456')
    expect(await admin.kafka.published('alert.opened', id, 1)).toHaveLength(1)
  })

  it('of high severity orders the pause in the same write, with ids only, and every administrator is notified', async () => {
    const [grave, mild] = [await reported('high', randomUUID()), await reported('medium', randomUUID())]
    const [event] = await admin.kafka.published('alert.opened', grave, 1)
    expect(event?.data.stops).toEqual({ connectionId: 'c1', aboutUserId: 't1', at: expect.any(String) })
    expect(event?.personal.admins).toEqual(expect.any(Array))
    const [other] = await admin.kafka.published('alert.opened', mild, 1)
    expect(other?.data).not.toHaveProperty('stops')
    const parent = someone('parent')
    await guardianMoves('guardian.joined', 1, { childId: 'k9', guardianId: parent.userId }, [parent.userId])
    await eventually(async () => (await admin.guardianships.guardiansOf(['k9'])).length === 1)
    const body = { reason: 'danger', text: 'Help', childId: 'k9' }
    expect((await call(parent, 'POST /safety/reports', body)).status).toBe(201)
    const stored = await admin.alerts.collection.findOne({ childId: 'k9' })
    const [own] = await admin.kafka.published('alert.opened', String(stored?._id), 1)
    expect(own?.data.stops).toMatchObject({ childId: 'k9', by: parent.userId })
  })

  it('by a stranger or an unproven account is listed, pauses nothing, and is mailed once an hour per reporter', async () => {
    const [childId, parent] = [randomUUID(), someone('parent')]
    await guardianMoves('guardian.joined', 1, { childId, guardianId: parent.userId }, [parent.userId])
    await eventually(async () => (await admin.guardianships.guardiansOf([childId])).length === 1)
    const report = async (by: Identity, reason: string) => {
      const body = { reason, text: randomUUID(), childId }
      expect((await call(by, 'POST /safety/reports', body)).status).toBe(201)
      const [row] = await admin.alerts.collection
        .find({ by: by.userId }, { sort: { createdAt: -1 }, limit: 1 })
        .toArray()
      const [event] = await admin.kafka.published('alert.opened', String(row?._id), 1)
      const [listed] = await alertsOf(root, `/admin/alerts?id=${row?._id}`)
      const { data, personal } = event ?? {}
      return [
        listed?.reporter,
        data?.stops !== undefined,
        personal?.admins !== undefined,
        row?.escalateAt != null,
      ]
    }
    const stranger = someone('teacher')
    expect(await report(stranger, 'other')).toEqual(['stranger', false, false, true])
    expect(await report(stranger, 'other')).toEqual(['stranger', false, false, false])
    expect(await report(stranger, 'danger')).toEqual(['stranger', false, true, true])
    expect(await report(stranger, 'danger')).toEqual(['stranger', false, false, false])
    // the limit is each reporter's own
    expect(await report(someone('student'), 'danger')).toEqual(['stranger', false, true, true])
    expect(await report(parent, 'danger')).toEqual(['known', true, true, true])
    expect(await report(parent, 'danger')).toEqual(['known', true, true, true])
    const unproven = {
      ...{ _id: parent.userId, role: 'parent', status: 'approved', createdAt: new Date() },
      ...{ erasure: null, erasedAt: null, emailVerifiedAt: null, fullName: 'P' },
      ...{ email: `${parent.userId}@example.tn`, language: 'fr' },
    }
    await admin.users.collection.insertOne(asDocument<UserRow>(unproven))
    expect(await report(parent, 'danger')).toEqual(['unproven', false, true, true])
  })

  it('of high severity comes before older ones of lower severity, on every page, and the list has filters', async () => {
    const mild = [await reported('medium', randomUUID()), await reported('medium', randomUUID())]
    const grave = await reported('high', randomUUID())
    const first = await call(root, 'GET /admin/alerts?limit=1')
    expect(dataOf<Alert[]>(first)[0]?.severity).toBe('high')
    const rest = await alertsOf(root, `/admin/alerts?limit=200&cursor=${first.body['nextCursor']}`)
    const order = rest.map(({ severity }) => ['high', 'medium', 'low'].indexOf(severity))
    expect(order).toEqual(order.toSorted())
    const ids = (await alertsOf(root, '/admin/alerts?limit=200')).map(({ id }) => id)
    for (const id of mild) expect(ids.indexOf(grave)).toBeLessThan(ids.indexOf(id))

    const me = someone('admin')
    await call(me, `POST /admin/alerts/${grave}/answer`)
    expect(await alertsOf(me, '/admin/alerts?takenBy=me')).toMatchObject([{ id: grave }])
    expect(await alertsOf(me, '/admin/alerts?takenBy=me&reason=danger')).toEqual([])
    const medium = await alertsOf(root, '/admin/alerts?severity=medium&limit=200')
    expect(new Set(medium.map(({ severity }) => severity))).toEqual(new Set(['medium']))
  })

  it('is resolved once, by two administrators at once too', async () => {
    const id = await reported('high', randomUUID())
    expect((await call(root, `POST /admin/alerts/${id}/resolve`, {})).body).toMatchObject({
      code: 'REASON_REQUIRED',
    })
    const answers = await Promise.all(
      [1, 2].map(() => call(root, `POST /admin/alerts/${id}/resolve`, { note: 'Talked to both' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const resolved = await alertsOf(root, '/admin/alerts?status=resolved')
    expect(resolved.find((alert) => alert.id === id)).toMatchObject({
      note: 'Talked to both',
      mayResolve: false,
    })
    expect(await alertsOf(root, `/admin/alerts?id=${id}`)).toMatchObject([{ id, status: 'resolved' }])
    expect(await alertsOf(someone('parent'), `/safety/alerts?id=${id}`)).toEqual([])
  })

  it('is resolved by a guardian for the own child, unless it has high severity', async () => {
    const parent = someone('parent')
    const [mild, grave] = [await reported('medium', parent.userId), await reported('high', parent.userId)]
    expect((await call(parent, `POST /safety/alerts/${grave}/resolve`, {})).status).toBe(403)
    expect((await call(someone('parent'), `POST /safety/alerts/${mild}/resolve`, {})).status).toBe(404)
    expect((await call(parent, `POST /safety/alerts/${mild}/resolve`, {})).body['data']).toMatchObject({
      status: 'resolved',
    })
  })

  it('about a guardian is hidden from the whole family, pauses nothing, and every administrator is notified', async () => {
    const [accused, other, minor] = [someone('parent'), someone('parent'), someone('student')]
    const [t1, connectionId] = ['t1', randomUUID()]
    await admin.connections.collection.insertOne(
      asDocument<ConnectionRow>({
        ...{ _id: connectionId, teacherId: t1, studentId: minor.userId, studentName: 'Amina', minor: true },
        ...{ guardianIds: [accused.userId, other.userId], status: 'approved', requestedAt: new Date() },
      }),
    )
    const tell = async (as: Identity, body: object) => {
      const text = randomUUID()
      const sent = await call(as, 'POST /safety/reports', { reason: 'danger', text, ...body })
      expect(sent.status).toBe(201)
      return (await alertsOf(root, '/admin/alerts?limit=200')).find((alert) => alert.text === text)?.id ?? ''
    }
    const ids = [
      await tell(minor, { aboutUserId: accused.userId }),
      await tell(minor, {}),
      await tell(someone('teacher', t1), { aboutUserId: minor.userId }),
    ]
    for (const id of ids) {
      const [event] = await admin.kafka.published('alert.opened', id, 1)
      expect(event?.data).toMatchObject({ guardianIds: [] })
      expect(event?.data).not.toHaveProperty('stops')
      expect(event?.personal).toEqual({ guardians: [], admins: expect.any(Array) })
    }
    for (const parent of [accused, other]) {
      expect(await alertsOf(parent, '/safety/alerts')).toEqual([])
      for (const id of ids)
        expect((await call(parent, `POST /safety/alerts/${id}/resolve`, {})).status).toBe(404)
    }
    const [first = ''] = ids
    await call(root, `POST /admin/alerts/${first}/resolve`, { note: 'Talked to Mr. Jaziri' })
    expect(await alertsOf(other, '/safety/alerts?status=resolved')).toEqual([])
    await admin.alerts.erase(accused.userId)
    const kept = await admin.alerts.collection.findOne({ _id: first })
    expect(kept).toMatchObject({ note: '', sealed: '' })
  })

  it('about the teacher is told to the family, which does not read who reported', async () => {
    const [guardian, minor] = [someone('parent'), someone('student')]
    const reportId = randomUUID()
    const by = { by: minor.userId, studentId: minor.userId, guardianIds: [guardian.userId] }
    await admin.report(reportId, { ...by, aboutUserId: 't1', threadId: 'c1' }, { text: 'He shouts at me' })
    await eventually(() => admin.alerts.collection.findOne({ _id: reportId }))
    expect(await alertsOf(guardian, '/safety/alerts')).toMatchObject([{ by: null, text: 'He shouts at me' }])
    expect((await alertsOf(root, '/admin/alerts?limit=200')).find(({ id }) => id === reportId)).toMatchObject(
      {
        by: { id: minor.userId },
      },
    )
    const [event] = await admin.kafka.published('alert.opened', reportId, 1)
    expect(event?.data.stops).toMatchObject({ connectionId: 'c1' })
  })

  it('is hidden from a guardian who left the child, and not resolved by that guardian', async () => {
    const [gone, stays] = [someone('parent'), someone('parent')]
    const [childId, accountId, connectionId] = [randomUUID(), randomUUID(), randomUUID()]
    const both = [gone.userId, stays.userId]
    await admin.connections.collection.insertOne(
      asDocument<ConnectionRow>({
        ...{ _id: connectionId, teacherId: 't3', studentId: accountId, studentName: 'Amina', minor: true },
        ...{ guardianIds: both, status: 'approved', requestedAt: new Date() },
      }),
    )
    const byMinor = { by: accountId, aboutUserId: 't3' }
    const named = [{ childId }, { aboutUserId: accountId }, byMinor, { connectionId }]
    const ids = await Promise.all(named.map((one) => concerning(one, both)))
    const other = await concerning({ childId: randomUUID() }, both)
    const escalateAt = (await admin.alerts.collection.findOne({ _id: ids[0] ?? '' }))?.escalateAt
    await guardianMoves('guardian.left', 1, { childId, accountId, guardianId: gone.userId }, [stays.userId])
    await eventually(async () => (await alertsOf(gone, '/safety/alerts')).length === 1)
    expect((await alertsOf(gone, '/safety/alerts')).map(({ id }) => id)).toEqual([other])
    expect(await alertsOf(stays, '/safety/alerts')).toHaveLength(named.length + 1)
    for (const id of ids) expect((await call(gone, `POST /safety/alerts/${id}/resolve`, {})).status).toBe(404)
    const kept = await admin.alerts.collection.findOne({ _id: ids[0] ?? '' })
    expect(kept).toMatchObject({ status: 'open', escalateAt })
  })

  it('that is raised late does not name a guardian who left, unless the child has that guardian again', async () => {
    const [gone, stays, third] = [someone('parent'), someone('parent'), someone('parent')]
    const [childId, accountId] = [randomUUID(), randomUUID()]
    const both = [gone.userId, stays.userId]
    const child = { childId, accountId, guardianId: gone.userId }
    const guardiansOf = async (id: string) =>
      (await admin.alerts.collection.findOne({ _id: id }))?.guardianIds
    const linked = (count: number) =>
      eventually(async () => (await admin.guardianships.linkedTo(accountId)).length === count)
    const early = await concerning({ childId }, both)
    await guardianMoves('guardian.left', 2, { childId, guardianId: gone.userId }, [stays.userId])
    await eventually(async () => (await guardiansOf(early))?.length === 1)
    const late = await concerning({ childId }, both)
    expect(await guardiansOf(late)).toEqual([stays.userId])
    const [opened] = await admin.kafka.published('alert.opened', late, 1)
    expect(opened?.data.guardianIds).toEqual([stays.userId])

    await guardianMoves('guardian.joined', 3, child, both)
    await linked(2)
    const again = await concerning({ childId }, both)
    await guardianMoves('guardian.left', 2, child, [stays.userId])
    await guardianMoves('guardian.joined', 4, { ...child, guardianId: third.userId }, [...both, third.userId])
    await linked(3)
    expect(await guardiansOf(again)).toEqual(both)

    // after the last guardian the child is erased; the account gets a new child with its next guardian
    await guardianMoves('guardian.left', 5, child, [])
    await eventually(async () => (await guardiansOf(again))?.length === 1)
    await guardianMoves('guardian.joined', 1, { ...child, childId: randomUUID() }, [gone.userId])
    await linked(1)
    expect(await guardiansOf(await concerning({ aboutUserId: accountId }, both))).toContain(gone.userId)
  })

  it('does not name a guardian who left when the guardianship was rebuilt from its state', async () => {
    const [gone, stays] = [someone('parent').userId, someone('parent').userId]
    const childId = randomUUID()
    const data = { childId, guardianIds: [stays], formerIds: [gone], at: new Date().toISOString() }
    await admin.kafka.publish('users', childId, 1, { type: 'guardian.known', data })
    await eventually(async () => (await admin.guardianships.formerOf([childId])).length === 1)
    const id = await concerning({ childId }, [gone, stays])
    expect((await admin.alerts.collection.findOne({ _id: id }))?.guardianIds).toEqual([stays])
  })

  it('names child, teacher and lesson only for administrators', async () => {
    const parent = someone('parent')
    const [connectionId, sessionId, childId] = [randomUUID(), randomUUID(), randomUUID()]
    const people = { teacherId: 't9', childId, guardianIds: [parent.userId], minor: true }
    await admin.kafka.publish(
      'users',
      connectionId,
      1,
      connectionOf('connection.approved', { ...people, connectionId, learnerBirthYear: 2015 }),
    )
    await admin.kafka.publish('availability', sessionId, 1, {
      type: 'session.no-show',
      data: { ...lessonOfMinor(), ...people, sessionId, connectionId, status: 'no-show', by: parent.userId },
      personal: noDetails,
    })
    await call(parent, 'POST /safety/reports', { reason: 'behaviour', text: 'Always late', childId })
    const ofChild = async (as: Identity, path: string) =>
      (await alertsOf(as, path)).filter((alert) => alert.childId === childId)
    const [missed, reported] = await eventually(async () => {
      const rows = await ofChild(root, '/admin/alerts?limit=200')
      const concerned = (reason: Alert['reason']) => rows.find((row) => row.reason === reason)?.concerned
      const both = [concerned('session-missed'), concerned('behaviour')]
      return both.every((one) => one?.learner) && both
    })
    const learner = { name: 'Amina', accountId: null }
    const teacher = { id: 't9', name: 'Karim Jaziri' }
    const pausable = [{ connectionId, teacher: 'Karim Jaziri', learner: 'Amina' }]
    const none = { paused: [], people: [], pausable }
    expect(missed).toEqual({ learner, teacher, subject: 'mathematics', lessonAt, ...none })
    expect(reported).toEqual({ learner, teacher: null, subject: null, lessonAt: null, ...none })
    const own = await ofChild(parent, '/safety/alerts')
    expect(own.map(({ concerned }) => concerned)).toEqual([null, null])
  })

  it('is raised once when a lesson of a minor is missed, and not for adults', async () => {
    const missed = (lesson = lessonOfMinor()) => ({
      type: 'session.no-show' as const,
      data: { ...lesson, status: 'no-show' as const },
      personal: noDetails,
    })
    const lesson = lessonOfMinor()
    const happened = [missed(lesson), missed(lesson), missed({ ...lessonOfMinor(), minor: false }), missed()]
    // events with the same key are consumed in order
    for (const [index, event] of happened.entries())
      await admin.kafka.publish('availability', lesson.sessionId, index + 1, event)
    const ids = happened.map(({ data }) => data.sessionId)
    await eventually(() => admin.alerts.collection.findOne({ sessionId: ids.at(-1) }))
    const raised = await admin.alerts.collection.find({ sessionId: { $in: ids } }).toArray()
    expect(raised.map(({ reason, severity }) => [reason, severity])).toEqual([
      ['session-missed', 'medium'],
      ['session-missed', 'medium'],
    ])
  })

  it('of cancelled lessons is raised by a pattern of the teacher alone, for administrators alone', async () => {
    const key = randomUUID()
    let number = 0
    /** Hours between the cancellation and the lesson, which is at noon. */
    const cancel = async (more: {
      teacherId: string
      by?: string
      minor?: boolean
      day?: number
      hoursBefore?: number
      reason?: string
      cause?: 'party' | 'connection-paused'
      isFollowing?: boolean
    }) => {
      const { day = 1, hoursBefore = 48, reason = '', isFollowing = false, ...rest } = more
      const startsAt = Date.parse(`2026-11-${String(day).padStart(2, '0')}T11:00:00.000Z`)
      const lesson = lessonOfMinor()
      const announced = { sessionId: lesson.sessionId, revision: 1, startsAt: '', endsAt: '' }
      number += 1
      await admin.kafka.publish('availability', key, number, {
        type: 'session.cancelled',
        data: {
          ...{
            ...lesson,
            by: rest.teacherId,
            cause: 'party' as const,
            status: 'cancelled' as const,
            ...rest,
          },
          announces: isFollowing ? [] : [{ ...lesson, ...announced }],
          startsAt: new Date(startsAt).toISOString(),
          at: new Date(startsAt - hoursBefore * 3_600_000).toISOString(),
        },
        personal: { ...noDetails, reason },
      })
      await eventually(() => admin.lessons.collection.findOne({ _id: lesson.sessionId }))
      return lesson.sessionId
    }
    const raisedOf = async (teacherId: string) => {
      // handled after everything before it with the same key
      const last = await cancel({ teacherId: `last-${teacherId}`, hoursBefore: 6 })
      await eventually(() => admin.alerts.collection.findOne({ sessionId: last }))
      return admin.alerts.collection.find({ aboutUserId: teacherId }).toArray()
    }
    const [honest, series, often, slow, today] = ['honest', 'series', 'often', 'slow', 'today'].map(
      (name) => `${name}-${key}`,
    )
    const of = (teacherId: string | undefined = '') => teacherId
    // a family cancels as often as it wants, also on the day; so do adults, and pauses
    for (const day of [10, 11, 12, 13]) {
      await cancel({ teacherId: of(honest), by: 'p9', day, hoursBefore: 2 })
      await cancel({ teacherId: of(honest), minor: false, day, hoursBefore: 6 })
      await cancel({ teacherId: of(honest), cause: 'connection-paused', day, hoursBefore: 1 })
    }
    // twice, one of them with all that follows; on the day with a reason
    await cancel({ teacherId: of(series), day: 10 })
    await cancel({ teacherId: of(series), day: 11, hoursBefore: 5, reason: 'Ill' })
    for (const day of [17, 18, 24]) await cancel({ teacherId: of(series), day, isFollowing: true })
    for (const day of [10, 11, 20]) await cancel({ teacherId: of(often), day })
    for (const day of [4, 15, 20]) await cancel({ teacherId: of(slow), day })
    await cancel({ teacherId: of(today), day: 10, hoursBefore: 6, reason: ' - ' })
    expect(await raisedOf(of(honest))).toEqual([])
    expect(await raisedOf(of(series))).toEqual([])
    expect(await raisedOf(of(slow))).toEqual([])
    for (const teacher of [often, today])
      expect(await raisedOf(of(teacher))).toMatchObject([
        { reason: 'session-cancelled', severity: 'low', guardianIds: [], by: null, escalateAt: null },
      ])
  })

  it('is raised for administrators when a learner names unknown guardians again', async () => {
    const [student, first, second] = [someone('student'), randomUUID(), randomUUID()]
    for (const [earlier, invitationId] of [first, second].entries())
      await admin.kafka.publish('users', invitationId, 2, {
        type: 'guardian.declined',
        data: { invitationId, studentId: student.userId, earlier, at: new Date().toISOString() },
      })
    const raised = await eventually(() => admin.alerts.collection.findOne({ _id: `declined.${second}` }))
    expect(raised).toMatchObject({
      ...{ reason: 'guardian-declined', severity: 'medium', aboutUserId: student.userId },
      guardianIds: [],
    })
    expect(await admin.alerts.collection.countDocuments({ aboutUserId: student.userId })).toBe(1)
  })

  it('a parent sees their own reports as reported by themselves', async () => {
    const parent = someone('parent')
    const tell = { reason: 'behaviour', text: 'Late at night', childId: randomUUID() }
    await call(parent, 'POST /safety/reports', tell)
    const [alert] = await alertsOf(parent, '/safety/alerts')
    expect(alert).toMatchObject({ by: { id: parent.userId }, text: 'Late at night' })
  })

  it('that is raised after the erasure of its reporter names nobody and has no text', async () => {
    const [reporter, guardian] = [someone('student'), someone('parent')]
    for (const { userId, role } of [reporter, guardian])
      await admin.users.collection.insertOne(
        asDocument<UserRow>({
          ...{ _id: userId, role, status: 'approved', createdAt: new Date(), erasure: null, erasedAt: null },
          ...{ email: `${userId}@example.tn`, fullName: 'Amal', language: 'fr' },
        }),
      )
    const before = new Date().toISOString()
    for (const { userId } of [reporter, guardian]) {
      await admin.erasures.request(userId, someone('super-admin'))
      await eventually(async () => {
        const row = await admin.users.collection.findOne({ _id: userId })
        return row?.erasure?.pending.includes('admin') === false
      })
    }
    const body = { reason: 'other', text: 'From the open session', childId: randomUUID() }
    expect((await call(reporter, 'POST /safety/reports', body)).status).toBe(201)
    const own = await admin.alerts.collection.findOne({ childId: body.childId })
    expect(own).toMatchObject({ by: null, sealed: '' })
    const late = await concerning({ by: reporter.userId }, [guardian.userId])
    const about = await concerning({ aboutUserId: reporter.userId, at: before }, [])
    await eventually(async () => (await admin.alerts.collection.findOne({ _id: about }))?.sealed === '')
    expect(await admin.alerts.collection.findOne({ _id: late })).toMatchObject({
      ...{ by: null, sealed: '', guardianIds: [] },
    })

    // an account that closes must not silence a later report about it
    const child = someone('student')
    const tell = { reason: 'behaviour', text: 'He wrote to me', aboutUserId: reporter.userId }
    await call(child, 'POST /safety/reports', tell)
    await concerning({ aboutUserId: reporter.userId, at: before }, [])
    const told = (await alertsOf(root, '/admin/alerts?limit=200')).find(({ by }) => by?.id === child.userId)
    expect(told).toMatchObject({ text: 'He wrote to me' })
  })

  it('of the report form answers the same for known and unknown ids', async () => {
    const [reporter, stranger] = [someone('parent'), someone('parent')]
    const [teacherId, studentId, connectionId] = [randomUUID(), randomUUID(), randomUUID()]
    const known = [
      { _id: stranger.userId, role: 'parent', governorateId: 15 },
      { _id: teacherId, role: 'teacher', governorateId: 8 },
      { _id: studentId, role: 'student', governorateId: 15 },
      { _id: reporter.userId, role: 'parent', governorateId: 3 },
    ]
    for (const row of known)
      await admin.users.collection.insertOne(
        asDocument<UserRow>({
          ...{ status: 'approved', createdAt: new Date(), erasure: null, erasedAt: null, ...row },
          ...{ email: `${row._id}@example.tn`, fullName: 'Karim Jaziri', language: 'fr' },
        }),
      )
    await admin.connections.collection.insertOne(
      asDocument<ConnectionRow>({
        ...{ _id: connectionId, teacherId, teacherName: 'Karim Jaziri', studentId, studentName: 'Amina' },
        ...{ guardianIds: [stranger.userId], minor: true, status: 'approved', requestedAt: new Date() },
      }),
    )
    const unknown = () => ({ aboutUserId: randomUUID(), childId: randomUUID() })
    const bodies = [
      { aboutUserId: teacherId, childId: studentId },
      { aboutUserId: studentId, childId: stranger.userId },
      unknown(),
    ]
    for (const body of bodies) {
      const tell = { reason: 'danger', text: 'Worried', ...body }
      const answer = await call(reporter, 'POST /safety/reports', tell)
      expect(answer).toMatchObject({ status: 201, body: { success: true } })
      expect(Object.keys(answer.body)).toEqual(['success'])
    }
    const mine = await alertsOf(reporter, '/safety/alerts')
    expect(mine).toHaveLength(3)
    const withoutIds = mine.map(({ id: _, createdAt, dueAt, investigateBy, about, childId, ...rest }) => {
      expect(bodies).toContainEqual({ aboutUserId: about?.id, childId })
      return { ...rest, name: about?.name }
    })
    expect(new Set(withoutIds.map((rest) => JSON.stringify(rest))).size).toBe(1)
    expect(withoutIds[0]).toMatchObject({ name: '', governorateId: 3, minor: true, concerned: null })
    // the stranger gets no data, the administrators get all of it
    expect(await alertsOf(stranger, '/safety/alerts')).toEqual([])
    const rows = (await alertsOf(root, '/admin/alerts?severity=high&limit=200')).filter(
      ({ by }) => by?.id === reporter.userId,
    )
    const aboutTeacher = rows.find(({ about }) => about?.id === teacherId)
    expect(aboutTeacher).toMatchObject({ about: { name: 'Karim Jaziri' }, governorateId: 15, minor: true })
  })

  it('has the same severity with only a child or only a text as with an account', async () => {
    const [pupil, guardianId] = [someone('student'), randomUUID()]
    await admin.connections.collection.insertOne(
      asDocument<ConnectionRow>({
        ...{ _id: randomUUID(), teacherId: 't7', studentId: pupil.userId, studentName: 'Amina', minor: true },
        ...{ guardianIds: [guardianId], status: 'approved', requestedAt: new Date() },
      }),
    )
    for (const named of [{ aboutUserId: 't7' }, { childId: pupil.userId }, {}])
      await call(pupil, 'POST /safety/reports', { reason: 'danger', text: 'He waits outside', ...named })
    const mine = (await alertsOf(root, '/admin/alerts?severity=high&limit=200')).filter(
      ({ by }) => by?.id === pupil.userId,
    )
    const clockOf = ({ dueAt, investigateBy, createdAt }: Alert) =>
      [dueAt, investigateBy].map((time) => Date.parse(time) - Date.parse(createdAt))
    expect(mine.map((alert) => [alert.minor, ...clockOf(alert)])).toEqual(
      Array.from({ length: 3 }, () => [true, 2 * 3_600_000, 24 * 3_600_000]),
    )
  })

  it('can be raised by any account, ten times an hour', async () => {
    const student = someone('student')
    const report = (text: string) => call(student, 'POST /safety/reports', { reason: 'danger', text })
    expect((await report('')).body).toMatchObject({ code: 'REASON_REQUIRED' })
    const answers = await Promise.all(Array.from({ length: 11 }, () => report('He followed me')))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      429,
    ])
    const mine = (await alertsOf(root, '/admin/alerts?severity=high&limit=200')).filter(
      ({ by }) => by?.id === student.userId,
    )
    expect(mine).toHaveLength(10)
    expect(mine[0]?.text).toBe('He followed me')
  })

  it('is raised once, however often the same call is repeated', async () => {
    const [parent, other] = [someone('parent'), someone('parent')]
    const headers = { 'idempotency-key': randomUUID() }
    const body = { reason: 'danger', text: 'Help', childId: randomUUID() }
    for (const as of [parent, parent, other])
      expect((await admin.call('POST /safety/reports', { as, body, headers })).status).toBe(201)
    const raised = await admin.alerts.collection.find({ childId: body.childId }).toArray()
    expect(raised.map(({ by }) => by).sort()).toEqual([parent.userId, other.userId].sort())
  })

  it('is answered once, and the reporter is notified; every administrator is notified when the deadline passes', async () => {
    const [boss, parent] = [someone('admin'), someone('parent')]
    const rows = [
      { ...boss, role: 'admin' },
      { ...parent, role: 'parent', governorateId: 12 },
    ]
    for (const { userId, ...row } of rows)
      await admin.users.collection.insertOne(
        asDocument<UserRow>({
          ...{ _id: userId, status: 'approved', createdAt: new Date(), erasure: null, erasedAt: null },
          ...{ email: `${userId}@example.tn`, fullName: 'Someone', language: 'ar', ...row },
        }),
      )
    const childId = randomUUID()
    const tell = { reason: 'behaviour', text: 'Late at night', childId }
    expect((await call(parent, 'POST /safety/reports', tell)).status).toBe(201)
    const [alert] = (await alertsOf(root, '/admin/alerts?limit=200')).filter((one) => one.childId === childId)
    const id = alert?.id ?? ''
    expect(alert).toMatchObject({ governorateId: 12, answeredAt: null })

    await escalateOverdue(admin, new Date(Date.now() + 1.9 * 3_600_000))
    await Promise.all([1, 2].map(() => escalateOverdue(admin, new Date(Date.now() + 2.1 * 3_600_000))))
    const escalated = await admin.kafka.published('alert.escalated', id, 1)
    expect(escalated).toHaveLength(1)
    expect(escalated[0]?.data).toMatchObject({ stage: 'answer', governorateId: 12 })
    expect(escalated[0]?.personal.admins.map(({ userId }) => userId)).toContain(boss.userId)

    for (let time = 0; time < 2; time++)
      expect((await call(boss, `POST /admin/alerts/${id}/answer`)).body['data']).toMatchObject({
        answeredBy: { id: boss.userId },
        status: 'open',
      })
    expect((await call(root, `POST /admin/alerts/${id}/answer`)).body).toMatchObject({
      code: 'ALERT_TAKEN',
      error: 'Someone already handles this alert',
    })
    const [answered] = await admin.kafka.published('alert.answered', id, 1)
    expect(answered?.personal.reporter?.userId).toBe(parent.userId)
    await call(boss, `POST /admin/alerts/${id}/resolve`, { note: 'Talked to both' })
    const [resolved] = await admin.kafka.published('alert.resolved', id, 1)
    expect(resolved?.data.reporterId).toBe(parent.userId)
    await escalateOverdue(admin, new Date(Date.now() + 30 * 3_600_000))
    expect(await admin.kafka.published('alert.escalated', id, 1)).toHaveLength(1)
  })

  it('of an administrator who is suspended or erased is open to the others, with its first deadline', async () => {
    for (const change of ['suspended', 'erased'] as const) {
      const [former, other] = [await administrator(), someone('admin')]
      const [released, taken] = [await reported('high', randomUUID()), await reported('high', randomUUID())]
      for (const id of [released, taken]) await call(former, `POST /admin/alerts/${id}/answer`)
      const status = change === 'suspended' ? 'suspended' : 'approved'
      const erasure = change === 'erased' ? { pending: ['admin'], at: new Date(), by: 'root' } : null
      await admin.users.collection.updateOne({ _id: former.userId }, { $set: { status, erasure } })
      // also before the event arrives
      expect((await call(other, `POST /admin/alerts/${taken}/answer`)).body).toMatchObject({
        data: { answeredBy: { id: other.userId } },
      })

      const { suspended, deletionRequested } = admin.kafka.account
      const publish = change === 'suspended' ? suspended : deletionRequested
      await publish({
        ...{ userId: former.userId, role: 'admin', by: 'root' },
        ...{ email: 'a@example.tn', fullName: 'Someone', language: 'ar' },
      })
      const row = await eventually(() => admin.alerts.collection.findOne({ _id: released, answeredBy: null }))
      expect(row).toMatchObject({ answeredAt: null, escalateAt: row.dueAt })
      const kept = await admin.alerts.collection.findOne({ _id: taken })
      expect(kept).toMatchObject({ answeredBy: other.userId, escalateAt: kept?.investigateBy })
    }
  })
})

async function administrator(): Promise<Identity> {
  const identity = someone('admin')
  const row = {
    _id: identity.userId,
    role: 'admin',
    status: 'approved',
    fullName: 'Someone',
    language: 'ar',
  }
  const since = { createdAt: new Date(), erasure: null, erasedAt: null, email: 'a@example.tn' }
  await admin.users.collection.insertOne(asDocument<UserRow>({ ...row, ...since }))
  return identity
}

describe('before a decision', () => {
  const records = async (query: string) =>
    dataOf<SafetyRecord[]>(await call(root, `GET /admin/safety-records?${query}`))
  const known = async (role: UserRow['role'], fullName: string) => {
    const _id = randomUUID()
    const createdAt = new Date()
    await admin.users.collection.insertOne(asDocument<UserRow>({ _id, role, fullName, createdAt }))
    return _id
  }

  it('administrators read the alerts of three years about the teacher and the guardians, with their outcome', async () => {
    const [teacherId, guardianId] = [await known('teacher', 'Karim'), await known('parent', 'Salma')]
    const [childId, connectionId, old] = [randomUUID(), randomUUID(), new Date('2023-01-01')]
    await guardianMoves('guardian.joined', 1, { childId, guardianId }, [guardianId])
    const row = { _id: connectionId, teacherId, studentId: childId, guardianIds: [guardianId] }
    await admin.connections.collection.insertOne(asDocument<ConnectionRow>(row))
    const alertId = await concerning({ aboutUserId: teacherId, childId }, [])
    const named = await concerning({ connectionId, by: guardianId }, [])
    const before = await concerning({ aboutUserId: teacherId }, [])
    await admin.alerts.collection.updateOne({ _id: before }, { $set: { createdAt: old } })
    await call(root, `POST /admin/alerts/${alertId}/resolve`, { note: 'Confirmed, warned' })
    const [teacher, guardian] = await eventually(async () => {
      const found = await records(`connectionId=${connectionId}`)
      return found[1]?.children === 1 && found
    })
    expect(teacher).toMatchObject({ id: teacherId, name: 'Karim', connections: 0 })
    const outcomes = teacher?.alerts.map(({ id, status, outcome }) => [id, status, outcome])
    expect(new Set(outcomes)).toEqual(
      new Set([
        [alertId, 'resolved', 'Confirmed, warned'],
        [named, 'open', ''],
      ]),
    )
    expect(guardian).toMatchObject({ id: guardianId, role: 'parent', alerts: [] })
    expect((await records(`userId=${teacherId}`)).map(({ id }) => id)).toEqual([teacherId])
    expect(await records(`userId=${randomUUID()}`)).toEqual([])
  })
})
