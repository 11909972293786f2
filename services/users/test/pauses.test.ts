import { randomUUID } from 'node:crypto'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { dataOf, eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { eraseAccount } from '../src/account-lifecycle.ts'
import { pauseForAlert } from '../src/connections/pauses/pause-connections.ts'
import { reviewConnection } from '../src/requests/connection-commands.ts'
import { createRemovals } from '../src/retention.ts'
import { sweep } from '../src/sweeper.ts'
import { connectionCalls } from './connection-calls.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()
const { teacher, read, act, addChild } = connectionCalls(users)

const apart = { status: 409, body: { code: 'CONNECTION_EXCLUDED' } }
const paused = { status: 409, body: { code: 'CONNECTION_PAUSED' } }
const statusOf = async (id: string) => (await users.connections.find(id))?.status
const ask = (as: Identity, teacher: Identity, childId: string, subject = 'mathematics') =>
  users.call('POST /connections', { as, body: { teacherId: teacher.userId, subject, childId } })
const write = (as: Identity, id: string) =>
  users.call(`POST /threads/${id}/messages`, { as, body: { text: 'Bonjour' } })

let sequence = 1
const decide = async (id: string, decision: 'approved' | 'reopened' | 'ended' | 'lifted', at = new Date()) =>
  users.kafka.publish('admin', id, sequence++, {
    type: 'connection.reviewed',
    data: {
      ...{ connectionId: id, decision, by: 'admin', at: at.toISOString() },
      ...(decision !== 'approved' && { stoppedAt: at.toISOString() }),
    },
    personal: { notes: 'Internal' },
  })
type Stops = { connectionId?: string; childId?: string; aboutUserId?: string; by?: string }
const danger = async (stops: Stops, alertId: string = randomUUID(), at = new Date()) => {
  const time = at.toISOString()
  await users.kafka.publish('admin', alertId, 1, {
    type: 'alert.opened',
    data: {
      ...{
        alertId,
        reason: 'danger',
        severity: 'high',
        minor: true,
        aboutIds: [],
        guardianIds: [],
        governorateId: null,
      },
      ...{ dueAt: time, investigateBy: time, at: time },
      stops: { ...stops, at: time },
    },
    personal: { guardians: [], admins: [] },
  })
  await eventually(() => users.handledAlerts.has(alertId))
  return alertId
}
const family = async () => {
  const [t, p] = await Promise.all([teacher(), users.account('parent', { fullName: 'Salma' })])
  const childId = await addChild(p)
  const connect = async (whom: Identity, subject = 'mathematics') => {
    const { id } = dataOf(await ask(p, whom, childId, subject))
    await act(whom, id, 'accept')
    await decide(id, 'approved')
    await eventually(async () => (await statusOf(id)) === 'approved')
    await eventually(async () => (await write(p, id)).status === 201)
    return id
  }
  return { t, p, childId, connect }
}

describe('an alert about a minor', () => {
  it('pauses the connection with everything between the two: nothing is written, asked or moved; all stays readable', async () => {
    const { t, p, childId, connect } = await family()
    const id = await connect(t)
    const second = dataOf(await ask(p, t, childId, 'physics')).id
    await danger({ connectionId: id, by: p.userId })
    expect([await statusOf(id), await statusOf(second)]).toEqual(['suspended', 'suspended'])
    for (const as of [t, p]) {
      // the thread follows its connection by an event; a message before it is an ordinary one
      await eventually(async () => {
        const { body } = await users.call(`GET /threads/${id}/messages`, { as })
        // `as`: the declared answer
        return (body['thread'] as { paused?: boolean }).paused === true
      })
      expect(await write(as, id)).toMatchObject(paused)
      const page = await users.call(`GET /threads/${id}/messages`, { as })
      expect(page).toMatchObject({
        status: 200,
        body: { data: [{ text: 'Bonjour' }], thread: { open: false, paused: true } },
      })
      expect(await read(as, id)).toMatchObject({
        ...{ status: 'suspended', actions: [], contact: null, lessons: null, threadId: id, note: '' },
      })
      expect(await act(as, id, 'end')).toMatchObject(paused)
    }
    expect(await act(t, second, 'accept')).toMatchObject(paused)
    expect(await act(p, second, 'cancel')).toMatchObject(paused)
    expect(await ask(p, t, childId, 'arabic')).toMatchObject(paused)
    const quota = await users.call('GET /me/quota', { as: t })
    expect(quota.body).toMatchObject({ data: { used: 1 } })
    const [event] = await users.kafka.published('connection.suspended', id, 1)
    expect(event?.data).not.toHaveProperty('by')
    expect(event?.data).toMatchObject({ status: 'suspended', stoppedAt: expect.any(String) })
  })

  it('that no person raised says its cause and day to both sides', async () => {
    const { t, p, connect } = await family()
    const id = await connect(t)
    const at = new Date()
    const alertId = randomUUID()
    const pausedFor = { at: at.toISOString(), found: ['phone' as const] }
    const report = { _id: alertId, threadId: id, at, pausedFor }
    const unpublished = { v: 1, outbox: [] }
    await users.reports.collection.insertOne({ ...report, ...unpublished })
    await danger({ connectionId: id }, alertId, at)
    for (const as of [t, p]) {
      expect(await read(as, id)).toMatchObject({ status: 'suspended', pausedFor })
      await eventually(async () => {
        const { body } = await users.call(`GET /threads/${id}/messages`, { as })
        // `as`: the declared answer
        return (body['thread'] as { pausedFor?: object }).pausedFor !== undefined
      })
    }
    const [event] = await users.kafka.published('connection.suspended', id, 1)
    expect(event?.data).toMatchObject({ pausedFor })
    await decide(id, 'reopened')
    await eventually(async () => (await statusOf(id)) === 'approved')
    expect(await read(t, id)).not.toHaveProperty('pausedFor')
  })

  it('pauses all of the child’s without a connection, and only the teacher’s whom it is about', async () => {
    const { t, p, childId, connect } = await family()
    const other = await teacher()
    const [one, two] = [await connect(t), await connect(other)]
    await danger({ childId, aboutUserId: other.userId, by: p.userId })
    expect([await statusOf(one), await statusOf(two)]).toEqual(['approved', 'suspended'])
    await danger({ childId, by: t.userId })
    expect([await statusOf(one), await statusOf(two)]).toEqual(['suspended', 'suspended'])
  })

  it('pauses nothing until an administrator does; then the pair, once, and again after it was reopened', async () => {
    const { t, p, childId, connect } = await family()
    const [id, other] = [await connect(t), await connect(await teacher())]
    const second = dataOf(await ask(p, t, childId, 'physics')).id
    const alertId = randomUUID()
    const byAdministrator = (number: number, at = new Date()) =>
      users.kafka.publish('admin', alertId, number, {
        type: 'alert.paused',
        data: { alertId, by: 'admin', connectionId: id, at: at.toISOString() },
      })
    await byAdministrator(2)
    await eventually(async () => (await statusOf(second)) === 'suspended')
    expect([await statusOf(id), await statusOf(other)]).toEqual(['suspended', 'approved'])
    const replayed = new Date()
    await decide(id, 'reopened')
    await eventually(async () => (await statusOf(id)) === 'approved')
    await byAdministrator(2, replayed)
    await act(t, second, 'accept')
    expect(await statusOf(id)).toBe('approved')
    await byAdministrator(3)
    await eventually(async () => (await statusOf(id)) === 'suspended')
    await decide(id, 'ended')
    await eventually(async () => (await statusOf(id)) === 'ended')
    await byAdministrator(4)
    await eventually(() => users.handledAlerts.has(`admin.${alertId}.4.alert.paused`))
    expect(await statusOf(id)).toBe('ended')
  })

  it('does not pause adults', async () => {
    const t = await teacher()
    const roleData = { educationLevel: 'university', birthYear: 1999 }
    const s = await users.account('student', { roleData })
    const body = { teacherId: t.userId, subject: 'mathematics' }
    const { id } = dataOf(await users.call('POST /connections', { as: s, body }))
    await danger({ connectionId: id, aboutUserId: t.userId, by: s.userId })
    expect(await statusOf(id)).toBe('pending')
  })

  it('pauses a request of the same moment', async () => {
    const { t, p, childId, connect } = await family()
    const id = await connect(t)
    const subjects = ['physics', 'arabic']
    const [, ...answers] = await Promise.all([
      danger({ connectionId: id }),
      ...subjects.map((subject) => ask(p, t, childId, subject)),
    ])
    for (const answer of answers)
      if (answer.status === 201) expect(await statusOf(dataOf(answer).id)).toBe('suspended')
      // one request of a learner waits for a teacher at a time
      else expect(['CONNECTION_PAUSED', 'CONNECTION_WAITING']).toContain(answer.body['code'])
  })

  it('replayed, late, or cut off in the middle, changes nothing more', async () => {
    const { t, p, childId, connect } = await family()
    const other = await teacher()
    const [one, two] = [await connect(t), await connect(other)]
    const raised = { stoppedAt: new Date(), pausedFor: null }
    // a process that died after the first of two
    const alertId = randomUUID()
    const pause = (alert: string, stop: Stops) => pauseForAlert(users, alert, stop, raised)
    await pause('first-half', { connectionId: one })
    expect([await statusOf(one), await statusOf(two)]).toEqual(['suspended', 'approved'])
    await Promise.all([1, 2, 3].map(() => pause(alertId, { childId, by: p.userId })))
    expect([await statusOf(one), await statusOf(two)]).toEqual(['suspended', 'suspended'])
    expect(await users.kafka.published('connection.suspended', two, 1)).toHaveLength(1)
    await decide(one, 'reopened')
    await eventually(async () => (await statusOf(one)) === 'approved')
    await pause(alertId, { childId, by: p.userId })
    // another alert that was raised before the decision and arrives after it
    await pause(randomUUID(), { childId, by: p.userId })
    expect(await statusOf(one)).toBe('approved')
    expect(await users.handledAlerts.has(alertId)).toBe(true)
    // a decision from before the newest alert
    const before = new Date()
    await danger({ connectionId: one }, randomUUID(), new Date(Date.now() + 1000))
    await reviewConnection(users, one, {
      decision: 'reopened',
      by: 'admin',
      notes: '',
      at: before,
      stoppedAt: before,
    })
    expect(await statusOf(one)).toBe('suspended')
  })
})

describe('a paused connection', () => {
  it('is reopened by an administrator: messages are allowed again, and a request has the rest of its time', async () => {
    const { t, p, childId, connect } = await family()
    const id = await connect(t)
    const second = dataOf(await ask(p, t, childId, 'physics')).id
    await danger({ connectionId: id })
    users.clock.ahead = 80 * hourMs
    await sweep(users, new Date(Date.now() + users.clock.ahead), new Date())
    expect(await statusOf(second)).toBe('suspended')
    for (const each of [id, second]) await decide(each, 'reopened', new Date(Date.now() + users.clock.ahead))
    await eventually(async () => (await statusOf(second)) === 'pending')
    await sweep(users, new Date(Date.now() + users.clock.ahead), new Date())
    expect(await statusOf(second)).toBe('pending')
    await eventually(async () => (await write(t, id)).status === 201)
    expect((await act(t, second, 'accept')).status).toBe(200)
  })

  it('is ended by an administrator, whose note stays internal; the two are kept apart until it is lifted', async () => {
    const { t, p, childId, connect } = await family()
    const id = await connect(t)
    await danger({ connectionId: id })
    await decide(id, 'ended')
    await eventually(async () => (await statusOf(id)) === 'ended')
    expect(await read(p, id)).toMatchObject({ note: '' })
    const [event] = await users.kafka.published('connection.ended', id, 1)
    expect(JSON.stringify(event)).not.toContain('Internal')
    expect(await ask(p, t, childId)).toMatchObject(apart)
    await decide(id, 'lifted')
    await eventually(async () => (await ask(p, t, childId)).status === 201)
  })

  it('whose consent is withdrawn ends; the two stay apart until an administrator decides', async () => {
    const { t, p, childId, connect } = await family()
    const id = await connect(t)
    await danger({ connectionId: id })
    const consents = await users.consents.ofChildren([childId])
    for (const { _id } of consents) await users.call(`DELETE /consents/${_id}`, { as: p })
    expect(await statusOf(id)).toBe('ended')
    expect(await ask(p, t, childId)).toMatchObject(paused)
    await decide(id, 'reopened')
    await decide(id, 'lifted')
    await eventually(async () => !(await users.connections.find(id))?.pause)
    expect((await ask(p, t, childId)).status).toBe(201)
  })

  it('keeps its homework, which the teacher may withdraw once an administrator has decided', async () => {
    const { t, connect } = await family()
    const id = await connect(t)
    const body = { title: 'Exercise 3', dueAt: new Date(Date.now() + 48 * hourMs).toISOString() }
    const homework = dataOf(await users.call(`POST /threads/${id}/homework`, { as: t, body }))
    const withdraw = () => users.call(`DELETE /homework/${homework.id}`, { as: t })
    await danger({ connectionId: id })
    expect(await withdraw()).toMatchObject(paused)
    await decide(id, 'ended')
    await eventually(async () => (await statusOf(id)) === 'ended')
    expect((await withdraw()).status).toBe(200)
  })

  it('ends with the teacher’s account, and reinstating it reopens nothing', async () => {
    const { t, connect } = await family()
    const id = await connect(t)
    await danger({ connectionId: id })
    const account = { userId: t.userId, role: 'teacher' as const, at: new Date().toISOString(), by: 'admin' }
    const personal = { email: 't@example.tn', fullName: 'T', language: 'fr' as const }
    await users.kafka.account.suspended({ ...account, ...personal })
    await eventually(async () => (await statusOf(id)) === 'ended')
    await users.kafka.publish('admin', t.userId, 2, { type: 'user.reinstated', data: account, personal })
    await eventually(async () => (await users.profiles.find(t.userId))?.status === 'approved')
    expect(await statusOf(id)).toBe('ended')
  })
})

describe('a teacher and a learner whom an administrator keeps apart', () => {
  const excluded = async () => {
    const all = await family()
    const id = await all.connect(all.t)
    const second = dataOf(await ask(all.p, all.t, all.childId, 'physics')).id
    await danger({ connectionId: id, by: all.p.userId })
    await decide(id, 'ended')
    await eventually(async () => (await statusOf(second)) === 'declined')
    expect(await statusOf(id)).toBe('ended')
    return { ...all, id }
  }
  /** The register of persons recognises the owner of an earlier account. */
  const recognise = async ({ userId, role }: Identity, former: Identity) => {
    const account = { userId: former.userId, match: 'contact' as const, isSuspended: false, alertIds: [] }
    await users.kafka.publish('auth', userId, 50, {
      type: 'user.recognised',
      data: { userId, role, at: new Date().toISOString() },
      personal: { former: { accounts: [account], age: null, guardianIds: [], hadGuardian: false } },
    })
    await eventually(async () => (await users.profiles.ofPerson(userId)).includes(former.userId))
    const side = role === 'teacher' ? 'teacherIds' : 'guardianIds'
    const { collection } = users.connections.exclusions
    if (await collection.findOne({ [side]: former.userId }))
      await eventually(() => collection.findOne({ [side]: userId }))
  }

  it('have no request of another subject, and no place on a waiting list', async () => {
    const { t, p, childId } = await excluded()
    expect(await ask(p, t, childId, 'arabic')).toMatchObject(apart)
    const body = { teacherId: t.userId, subject: 'arabic', childId }
    expect(await users.call('POST /me/waiting-requests', { as: p, body })).toMatchObject(apart)
  })

  it('stay apart with other accounts, after an erasure, and for the other children of a guardian', async () => {
    const { t, p, childId, id } = await excluded()
    const [again, returned] = await Promise.all([teacher(), users.account('parent', { fullName: 'Salma' })])
    const open = dataOf(await ask(p, again, childId)).id
    await recognise(again, t)
    await eventually(async () => (await statusOf(open)) === 'declined')
    expect(await ask(p, again, childId)).toMatchObject(apart)
    await eraseAccount(users, p.userId, new Date())
    await recognise(returned, p)
    const [sibling, stranger] = [await addChild(returned), await users.account('parent', {})]
    for (const whom of [t, again]) expect(await ask(returned, whom, sibling)).toMatchObject(apart)
    expect((await ask(stranger, t, await addChild(stranger))).status).toBe(201)
    await decide(id, 'lifted')
    await eventually(async () => (await ask(returned, again, sibling)).status === 201)
  })

  it('stay apart when the teacher closed the account before the decision', async () => {
    const { t, p, childId, connect } = await family()
    const id = await connect(t)
    await danger({ connectionId: id })
    await eraseAccount(users, t.userId, new Date())
    await decide(id, 'ended')
    const row = () => users.connections.exclusions.collection.findOne({ teacherIds: t.userId })
    await eventually(async () => (await row())?.erasedAt)
    const again = await teacher()
    await recognise(again, t)
    expect(await ask(p, again, childId)).toMatchObject(apart)
    // the time until its removal begins with the next erasure
    expect((await row())?.erasedAt).toBeUndefined()
  })

  it('stay apart when teacher and guardian had other accounts before the decision', async () => {
    const { t, p, childId, connect } = await family()
    const id = await connect(t)
    await danger({ connectionId: id })
    await eraseAccount(users, t.userId, new Date())
    const [again, other] = [await teacher(), await users.account('parent', { fullName: 'Salma' })]
    await recognise(again, t)
    await recognise(other, p)
    const otherChild = await addChild(other)
    const open = dataOf(await ask(p, again, childId, 'physics')).id
    await decide(id, 'ended')
    await eventually(async () => (await statusOf(open)) === 'declined')
    expect(await ask(p, again, childId)).toMatchObject(apart)
    expect(await ask(other, again, otherChild)).toMatchObject(apart)
    const { collection } = users.connections.exclusions
    expect((await collection.findOne({ teacherIds: t.userId }))?.erasedAt).toBeUndefined()
  })

  it('includes the guardians’ other children, whose requests end', async () => {
    const { t, p, connect } = await family()
    const id = await connect(t)
    const sibling = dataOf(await ask(p, t, await addChild(p))).id
    await danger({ connectionId: id })
    await decide(id, 'ended')
    await eventually(async () => (await statusOf(sibling)) === 'declined')
  })

  it('are removed later also when two accounts of the teacher are erased at once', async () => {
    const { t } = await excluded()
    const again = await teacher()
    await recognise(again, t)
    await Promise.all([t, again].map(({ userId }) => eraseAccount(users, userId, new Date())))
    const row = await users.connections.exclusions.collection.findOne({ teacherIds: t.userId })
    expect(row?.erasedAt).toBeInstanceOf(Date)
  })

  it('get no guardian who is another account of the teacher', async () => {
    const { t, p, childId } = await excluded()
    const secret = await users.account('parent', {})
    const row = await users.connections.exclusions.collection.findOne({ teacherIds: t.userId })
    await users.connections.exclusions.goesOnAs([t.userId], secret.userId)
    expect(row?.learnerIds).toContain(childId)
    const { code: token } = dataOf(await users.call(`POST /children/${childId}/guardians`, { as: p }))
    const body = { token }
    expect((await users.call('POST /children/link', { as: secret, body })).status).toBe(404)
  })

  it('are removed from the records five years after an erasure', async () => {
    const { t } = await excluded()
    const erasedAt = new Date(Date.now() - 1800 * 24 * hourMs)
    await users.connections.exclusions.noteErasure(t.userId, erasedAt, { findAll: async () => new Map() })
    const count = () => users.connections.exclusions.collection.countDocuments({ teacherIds: t.userId })
    const remove = (days: number) =>
      createRemovals(users)['excluded-pairs'](new Date(Date.now() + days * 24 * hourMs))
    await remove(20)
    expect(await count()).toBe(1)
    await remove(40)
    expect(await count()).toBe(0)
  })
})
