import { randomUUID } from 'node:crypto'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import { asDocument } from '@darsi/kit/mongo/collection.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import type { Alert } from '../src/alerts/alert.ts'
import type { LessonRow } from '../src/analytics/lesson-store.ts'
import type { ConnectionRow } from '../src/connections/connection-row.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const inDays = (days: number) => new Date(Date.now() + days * dayMs)

const account = (role: Role = 'student', status: 'approved' | 'pending' = 'approved') =>
  admin.account({ role, status })
async function logsIn(id: string, at: Date, sequence = 2) {
  await admin.kafka.account.loggedIn({ userId: id, at: at.toISOString(), sequence })
  await eventually(async () => (await admin.users.byId(id))?.lastLoginAt.getTime() === at.getTime())
}
const rowOf = (id: string) => admin.users.collection.findOne({ _id: id })
const erasureOf = async (id: string) => (await rowOf(id))?.erasure?.reason ?? null
const inactive = (days: number) => admin.removals['inactive-accounts'](inDays(days))
const warnings = async (id: string) =>
  ((await rowOf(id))?.outbox ?? []).length +
  (await admin.kafka.published('user.inactivity-warned', id)).length
const alert = (aboutUserId: string, more: object = {}) => ({
  _id: randomUUID(),
  ...{ reason: 'other', severity: 'low', status: 'open', minor: false, aboutUserId, guardianIds: [] },
  ...{ createdAt: new Date(), dueAt: new Date(), investigateBy: new Date(), v: 1, outbox: [], ...more },
})

describe('an account that nobody signs in to', () => {
  it('is warned after 23 months and erased after 24, with the reason in event and ledger', async () => {
    const id = await account()
    await inactive(699)
    expect((await rowOf(id))?.inactiveWarnedAt).toBeNull()
    await inactive(701)
    // the next replica, an hour later
    await inactive(701)
    const [warned] = await admin.kafka.published('user.inactivity-warned', id, 1)
    expect(Math.round((Date.parse(warned?.data.eraseAt ?? '') - Date.now()) / dayMs)).toBe(731)
    expect(warned?.personal).toMatchObject({ email: `${id}@example.tn`, language: 'fr' })
    await inactive(729)
    expect(await erasureOf(id)).toBeNull()
    await inactive(732)
    expect(await erasureOf(id)).toBe('inactive')
    const [event] = await admin.kafka.published('user.deletion-requested', id, 1)
    expect(event?.data).toMatchObject({ by: 'admin', reason: 'inactive' })
  })

  it('is kept after a login that follows the warning', async () => {
    const id = await account()
    await inactive(701)
    await logsIn(id, inDays(710))
    await inactive(760)
    expect(await erasureOf(id)).toBeNull()
  })

  it('is kept while a lesson is booked, a guardian signs in, or an alert is open', async () => {
    const [teacher, child, guardian, suspect] = [
      await account('teacher'),
      await account(),
      await account('parent'),
      await account(),
    ]
    await admin.lessons.collection.insertOne(
      asDocument<LessonRow>({
        ...{ _id: randomUUID(), teacherId: teacher, learnerId: 'x', status: 'upcoming' },
        startsAt: inDays(900),
      }),
    )
    await admin.connections.collection.insertOne(
      asDocument<ConnectionRow>({
        ...{ _id: randomUUID(), teacherId: 'gone', studentId: child, guardianIds: [guardian] },
        status: 'approved',
      }),
    )
    await admin.alerts.collection.insertOne(asDocument<Alert & Outboxed>(alert(suspect)))
    await logsIn(guardian, inDays(720))
    await inactive(701)
    await inactive(740)
    for (const id of [teacher, child, guardian, suspect]) {
      expect((await rowOf(id))?.inactiveWarnedAt).toBeNull()
      expect(await erasureOf(id)).toBeNull()
    }
    await admin.alerts.collection.updateMany({ aboutUserId: suspect }, { $set: { status: 'resolved' } })
    await inactive(740)
    expect((await rowOf(suspect))?.inactiveWarnedAt).toBeInstanceOf(Date)
  })

  it('stays while a guardian of it signs in, or the minor whom it guards, also without any connection', async () => {
    const at = new Date().toISOString()
    const guarded = async (
      sequence: number,
      accountId: string,
      guardianIds: string[],
      childId = randomUUID(),
    ) => {
      await admin.kafka.publish('users', childId, sequence, {
        type: 'guardian.known',
        data: { childId, accountId, guardianIds, formerIds: [], at },
      })
      await eventually(
        async () =>
          String((await admin.guardianships.linkedTo(accountId)).toSorted()) ===
          String(guardianIds.toSorted()),
      )
      return childId
    }
    const [minor, guardian, left] = [await account(), await account('parent'), await account('parent')]
    const [user, unused] = [await account(), await account('parent')]
    const childId = await guarded(1, minor, [guardian, left])
    await guarded(2, minor, [guardian], childId)
    await guarded(1, user, [unused])
    await logsIn(guardian, inDays(720))
    await logsIn(user, inDays(720))
    await inactive(701)
    for (const id of [minor, guardian, user, unused]) expect((await rowOf(id))?.inactiveWarnedAt).toBeNull()
    expect((await rowOf(left))?.inactiveWarnedAt).toBeInstanceOf(Date)
    // none of them signed in for two years
    await inactive(1451)
    for (const id of [minor, guardian, user, unused])
      expect((await rowOf(id))?.inactiveWarnedAt).toBeInstanceOf(Date)
  })

  it('of a learner who came of age does not depend on guardians any more', async () => {
    const [minor, guardian] = [await account(), await account('parent')]
    const childId = randomUUID()
    const at = new Date().toISOString()
    const known = {
      type: 'guardian.known' as const,
      data: { childId, accountId: minor, guardianIds: [guardian], formerIds: [], at },
    }
    await admin.kafka.publish('users', childId, 1, known)
    await eventually(async () => (await admin.guardianships.linkedTo(minor)).length === 1)
    await admin.kafka.publish('users', `of-age-${childId}`, 1, {
      type: 'learner.came-of-age',
      data: { childId, studentId: minor, guardianIds: [guardian], at },
      personal: { studentName: 'Amal', guardians: [] },
    })
    await eventually(async () => (await admin.guardianships.linkedTo(minor)).length === 0)
    // a late event from before
    await admin.guardianships.project({
      ...known,
      ...{ id: 'late', producer: 'users', subject: childId, sequence: 2, time: at, personal: undefined },
    })
    expect(await admin.guardianships.linkedTo(minor)).toEqual([])
  })

  it('is never a super-admin’s', async () => {
    const id = await account('super-admin')
    await inactive(800)
    await inactive(900)
    expect(await warnings(id)).toBe(0)
    expect(await erasureOf(id)).toBeNull()
  })
})

describe('a rejected account', () => {
  const decide = (id: string, status: string) =>
    admin.call(`PUT /admin/users/${id}/status`, {
      as: someone('super-admin'),
      body: { status, notes: 'no diploma' },
    })
  const rejected = (days: number) => admin.removals['rejected-accounts'](inDays(days))

  it('is erased 90 days after the rejection, and not when it was approved after all', async () => {
    const [stays, goes] = [await account('teacher', 'pending'), await account('teacher', 'pending')]
    for (const id of [stays, goes]) await decide(id, 'suspended')
    await rejected(89)
    expect(await erasureOf(goes)).toBeNull()
    await decide(stays, 'approved')
    await rejected(91)
    expect(await erasureOf(goes)).toBe('rejected')
    expect(await erasureOf(stays)).toBeNull()
  })

  it('an account that was approved before its suspension is none', async () => {
    const id = await account('teacher', 'pending')
    await decide(id, 'approved')
    await decide(id, 'suspended')
    await rejected(400)
    await inactive(701)
    await inactive(800)
    expect(await erasureOf(id)).toBeNull()
    // owners who cannot sign in get no warning
    expect((await rowOf(id))?.inactiveWarnedAt).toBeNull()
  })
})

describe('what administrators keep beside the accounts', () => {
  it('contact messages go after twelve months, sign-ups that nobody confirmed after a week', async () => {
    const email = `${randomUUID()}@example.tn`
    const body = { name: 'Amal', email, userType: 'parent', subject: 'technical', message: 'Hello' }
    await admin.call('POST /contact', { body, ip: '198.51.100.1' })
    await admin.call('POST /newsletter', { body: { email }, ip: '198.51.100.2' })
    const left = async () => [
      await admin.tickets.collection.countDocuments({ email }),
      await admin.subscriptions.collection.countDocuments({ email }),
    ]
    await admin.removals.tickets(inDays(364))
    await admin.removals['unconfirmed-subscriptions'](inDays(6))
    expect(await left()).toEqual([1, 1])
    await admin.removals.tickets(inDays(366))
    await admin.removals['unconfirmed-subscriptions'](inDays(8))
    expect(await left()).toEqual([0, 0])
  })

  it('alerts are removed five years after their resolution, closed connections after one year unless an alert is open or they are paused', async () => {
    const ids = { old: randomUUID(), open: randomUUID(), held: randomUUID(), paused: randomUUID() }
    const connection = { status: 'ended', decidedAt: new Date() }
    await admin.connections.collection.insertMany(
      [
        { _id: ids.old, ...connection },
        { _id: ids.held, ...connection },
        { _id: ids.paused, ...connection, stoppedAt: new Date() },
        { _id: ids.open, status: 'approved', decidedAt: new Date() },
      ].map((one) => asDocument<ConnectionRow>(one)),
    )
    const resolved = alert('a', { status: 'resolved', resolvedAt: new Date() })
    const open = alert('b', { connectionId: ids.held })
    await admin.alerts.collection.insertMany([resolved, open].map((one) => asDocument<Alert & Outboxed>(one)))
    await admin.removals['closed-requests'](inDays(366))
    expect([...(await admin.connectionQueries.byIds(Object.values(ids))).keys()].toSorted()).toEqual(
      [ids.open, ids.held, ids.paused].toSorted(),
    )
    await admin.removals.alerts(inDays(1825))
    expect(await admin.alertQueries.byId(resolved._id)).not.toBeNull()
    await admin.removals.alerts(inDays(1827))
    expect(await admin.alertQueries.byId(resolved._id)).toBeNull()
    expect(await admin.alertQueries.byId(open._id)).not.toBeNull()
  })
})
