import { randomUUID } from 'node:crypto'
import type { OpenedEvidence } from '@darsi/contracts/calls/admin/evidence-api.ts'
import type { Alert } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { FormerPerson } from '@darsi/contracts/events/event-parts.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { asDocument } from '@darsi/kit/mongo/collection.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import type { ConnectionRow } from '../src/connections/connection-row.ts'
import { confirmErasure, worldOfFile } from './world.ts'

const admin = await worldOfFile()

const root = someone('admin')
const boss = someone('super-admin')
const year = 365.25 * 24 * 3_600_000
const call = (as: Identity, key: string, body?: unknown) =>
  admin.call(key, { as, ...(body !== undefined && { body }) })

type New = { email?: string; phone?: string; role?: 'teacher' | 'student'; former?: FormerPerson }
const anyPhone = () => `+216205${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`
async function registered({
  email,
  phone = anyPhone(),
  role = 'teacher',
  former,
}: New = {}): Promise<string> {
  const id = randomUUID()
  const address = email ?? `${id}@example.tn`
  const at = new Date().toISOString()
  const person = { email: address, fullName: 'Karim Jaziri', language: 'fr' as const, phone }
  const location = { governorate: 'Sfax', governorate_id: 15, delegation: 'Sfax Ville' }
  await admin.kafka.account.registered({
    userId: id,
    role,
    governorateId: 15,
    createdAt: at,
    verifiedAt: at,
    ...person,
    location,
    ...(former && { former }),
  })
  await admin.kafka.account.profileChanged({
    userId: id,
    role,
    governorateId: 15,
    profileVisible: false,
    ...person,
    location,
  })
  await eventually(async () => (await admin.users.byId(id))?.profileAt)
  return id
}
async function reported(aboutUserId: string, times = 1, connectionId = 'c1'): Promise<string> {
  const reportId = randomUUID()
  for (let time = 0; time < times; time++)
    await admin.report(
      reportId,
      {
        ...{ by: 's1', studentId: 's1', aboutUserId, teacherId: aboutUserId, threadId: 'c1', connectionId },
        guardianIds: ['p1', 'p2'],
      },
      { text: 'He asks to meet alone', quoted: 'Come alone' },
    )
  await eventually(() => admin.alertQueries.byId(reportId))
  return reportId
}
async function copied(alertId: string, text: string, sequence = 1, part = 0): Promise<void> {
  const subject = part === 0 ? `evidence.${alertId}` : `evidence.${alertId}.${part}`
  await admin.kafka.publish('users', subject, sequence, {
    type: 'evidence.copied',
    data: { alertId, part, at: new Date().toISOString() },
    personal: {
      people: [],
      messages: [
        {
          field: 'message',
          about: 'c1.2',
          threadId: 'c1',
          by: 't1',
          at: new Date().toISOString(),
          text,
          held: false,
        },
      ],
    },
  })
}
async function erased(userId: string, as = boss): Promise<void> {
  expect((await call(as, `DELETE /admin/users/${userId}`)).status).toBe(202)
  await confirmErasure(admin, userId, { subject: `erased.${userId}`, sequence: 1 })
  await eventually(() => admin.users.isErased(userId))
}
const view = (id: string, as = boss, reason = 'Request of the prosecutor') =>
  call(as, `POST /superadmin/evidence/${id}/view`, { reason })
async function opened(id: string): Promise<OpenedEvidence> {
  const answer = await view(id)
  expect(answer.status).toBe(200)
  return dataOf<OpenedEvidence>(answer)
}

describe('evidence of an alert', () => {
  it('of a report that failed halfway is removed after eight days; that of an open alert is kept', async () => {
    const [failed, kept] = [await reported(await registered()), await reported(await registered())]
    await admin.alerts.collection.deleteOne({ _id: failed })
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
    await admin.removals.evidence(inDays(7))
    expect(await admin.evidence.byId(failed)).not.toBeNull()
    await admin.removals.evidence(inDays(9))
    expect(await admin.evidence.byId(failed)).toBeNull()
    expect(await admin.evidence.byId(kept)).not.toBeNull()
  })

  it('of a long conversation arrives in parts, in any order and more than once', async () => {
    const id = await reported(await registered())
    await copied(id, 'Second part', 1, 1)
    await copied(id, 'First part')
    await copied(id, 'Another text', 2, 1)
    await eventually(async () => (await admin.evidence.byId(id))?.copy)
    const { messages } = await opened(id)
    expect(messages.map(({ text }) => text).toSorted()).toEqual(['First part', 'Second part'])
  })

  it('survives the account: report, identity and messages, sealed, for super-admins with a reason', async () => {
    const teacher = await registered({ email: 'karim@example.tn', phone: '+21620555111' })
    const id = await reported(teacher, 2)
    await copied(id, 'Do not tell your mother')
    await eventually(async () => (await admin.evidence.byId(id))?.copy)
    await erased(teacher)
    const expected = {
      ...{ text: 'He asks to meet alone', quoted: 'Come alone', userIds: [teacher], expiresAt: null },
      people: [{ userId: teacher, role: 'teacher', fullName: 'Karim Jaziri', email: 'karim@example.tn' }],
      names: [''],
      messages: [{ text: 'Do not tell your mother' }],
    }
    expect(await opened(id)).toMatchObject(expected)
    // everything else is erased, and the evidence is not readable without its key
    expect((await admin.alertQueries.byId(id))?.sealed).toBe('')
    const raw = JSON.stringify(await admin.evidence.collection.findOne({ _id: id }))
    for (const word of ['karim', 'Karim', '20555111', 'alone', 'mother', 'prosecutor'])
      expect(raw).not.toContain(word)
    // repeated events change nothing
    await reported(teacher)
    await copied(id, '', 2)
    await admin.report(id, { aboutUserId: teacher, teacherId: teacher }, {}, `later.${id}`)
    const again = await opened(id)
    expect(again).toMatchObject(expected)
    expect(again.viewed).toMatchObject([{ by: boss.userId, reason: 'Request of the prosecutor' }])
  })

  it('is opened only with a fresh password, a reason and an audit entry', async () => {
    const id = await reported(await registered())
    expect((await view(id, root)).status).toBe(403)
    expect((await view(id, boss, ' ')).body).toMatchObject({ code: 'REASON_REQUIRED' })
    const stale = { ...boss, authTime: Math.floor(Date.now() / 1000) - 3600 }
    expect((await view(id, stale)).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
    expect((await view(randomUUID())).status).toBe(404)
    const entries = () => admin.audit.page(10, null, { actions: ['evidence.viewed'], target: id })
    expect((await entries()).total).toBe(0)
    await opened(id)
    expect((await entries()).entries).toMatchObject([{ by: boss.userId, target: id }])
    const list = await call(boss, 'GET /superadmin/evidence')
    expect(list.body['data']).toContainEqual(
      expect.objectContaining({ id, views: 1, names: ['Karim Jaziri'] }),
    )
    expect(JSON.stringify(list.body)).not.toContain('alone')
    expect((await call(root, 'GET /superadmin/evidence')).status).toBe(403)
  })

  it('is removed when the legal period after the resolution of its alert has ended', async () => {
    const teacher = await registered()
    const [open, resolved] = [await reported(teacher), await reported(teacher)]
    await call(root, `POST /admin/alerts/${resolved}/resolve`, { note: 'Talked to both' })
    const row = await eventually(async () => {
      const found = await admin.evidence.byId(resolved)
      return found?.expiresAt && found
    })
    expect(Number(row.expiresAt) - Date.now()).toBeGreaterThan(4.99 * year)
    await erased(teacher)
    expect(await opened(resolved)).toMatchObject({ text: 'He asks to meet alone', people: [{}] })
    expect(await opened(open)).toMatchObject({ expiresAt: null, people: [{}] })
  })

  it('that waits for its messages is named in the deletion, so that they are copied first', async () => {
    const teacher = await registered()
    const parent = someone('parent')
    const tell = { reason: 'danger', text: 'He followed her', aboutUserId: teacher }
    expect((await call(parent, 'POST /safety/reports', tell)).status).toBe(201)
    await call(boss, `DELETE /admin/users/${teacher}`)
    const [event] = await admin.kafka.published('user.deletion-requested', teacher, 1)
    expect(event?.data.evidence).toEqual([
      { alertId: expect.any(String), aboutUserId: teacher, by: parent.userId },
    ])
    const alertId = event?.data.evidence?.[0]?.alertId ?? ''
    const [raised] = await admin.kafka.published('alert.opened', alertId, 1)
    expect(raised?.data.evidence).toEqual({ aboutUserId: teacher, by: parent.userId })
    expect(await opened(alertId)).toMatchObject({ text: 'He followed her', people: [{ userId: teacher }] })
  })

  it('that waits is also named in the deletion of its reporter and of a person of its connection', async () => {
    const [teacher, student] = [await registered(), await registered({ role: 'student' })]
    const connectionId = randomUUID()
    const connection = { _id: connectionId, teacherId: teacher, studentId: student, guardianIds: [] }
    await admin.connections.collection.insertOne(asDocument<ConnectionRow>(connection))
    const ofConnection = await reported(teacher, 1, connectionId)
    const by = { ...someone('student'), userId: student }
    await call(by, 'POST /safety/reports', { reason: 'danger', text: 'He followed me', aboutUserId: teacher })
    await call(boss, `DELETE /admin/users/${student}`)
    const [event] = await admin.kafka.published('user.deletion-requested', student, 1)
    expect(event?.data.evidence).toHaveLength(2)
    expect(event?.data.evidence).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ alertId: ofConnection, connectionId }),
        { alertId: expect.any(String), aboutUserId: teacher, by: student },
      ]),
    )
  })

  it('from inside a classroom shows administrators the messages of the last minute while the alert is open', async () => {
    const teacher = await registered()
    const id = randomUUID()
    const reportedAt = Date.now()
    await admin.kafka.publish('classroom', id, 1, {
      type: 'classroom.reported',
      data: {
        ...{ reportId: id, sessionId: 'l1', connectionId: 'c1', teacherId: teacher, studentId: 's1' },
        ...{ guardianIds: [], minor: true, reason: 'behaviour', severity: 'high', by: 's1' },
        ...{ aboutUserId: teacher, at: new Date(reportedAt).toISOString() },
      },
      personal: { text: 'He asked for my number' },
    })
    await eventually(() => admin.alertQueries.byId(id))
    const administrator = someone('admin')
    const open = (as = administrator) => call(as, `POST /admin/alerts/${id}/lesson-messages`)
    expect((await open()).body['data']).toEqual({ copied: false, messages: [] })
    const message = (text: string, secondsBefore: number) => {
      const at = new Date(reportedAt - secondsBefore * 1000).toISOString()
      return {
        field: 'message' as const,
        about: `c1.${text}`,
        threadId: 'c1',
        by: teacher,
        at,
        text,
        held: false,
      }
    }
    await admin.kafka.publish('users', `evidence.${id}`, 1, {
      type: 'evidence.copied',
      data: { alertId: id, part: 0, at: new Date().toISOString() },
      personal: {
        people: [],
        messages: [message('Hello', 90), message('Your number?', 20), message('Bye', -5)],
      },
    })
    await eventually(async () => (await admin.evidence.byId(id))?.copy)
    const { messages } = (await open()).body['data'] as { messages: { text: string }[] }
    expect(messages).toMatchObject([{ text: 'Your number?', by: teacher }])
    expect((await open(someone('parent'))).status).toBe(403)
    const views = await admin.audit.page(10, null, { actions: ['evidence.viewed'], target: id })
    expect(views.entries.map(({ by }) => by)).toEqual([administrator.userId, administrator.userId])
    await call(administrator, `POST /admin/alerts/${id}/resolve`, { note: 'Talked to both' })
    expect((await open()).body['code']).toBe('ALERT_RESOLVED')
  })

  it('from a group hour, which names nobody, keeps the messages of the reporter’s own connection', async () => {
    const [id, teacher] = [randomUUID(), await registered()]
    const reporter = someone('student')
    await admin.kafka.publish('classroom', id, 1, {
      type: 'classroom.reported',
      data: {
        ...{ reportId: id, sessionId: 'seat 1', connectionId: 'own', teacherId: teacher, guardianIds: [] },
        ...{ minor: false, reason: 'behaviour', severity: 'medium', by: reporter.userId },
        at: new Date().toISOString(),
      },
      personal: { text: 'Somebody shouted' },
    })
    const [raised] = await admin.kafka.published('alert.opened', id, 1)
    expect(raised?.data.evidence).toEqual({ connectionId: 'own', by: reporter.userId })
  })

  it('from a group hour by its teacher is from any conversation of the teacher, and no family is paused', async () => {
    const [id, teacher] = [randomUUID(), await registered()]
    await admin.kafka.publish('classroom', id, 1, {
      type: 'classroom.reported',
      data: {
        ...{ reportId: id, sessionId: 'seat 1', connectionId: 'seat’s own', teacherId: teacher },
        ...{
          guardianIds: [],
          minor: true,
          reason: 'behaviour',
          severity: 'high',
          by: teacher,
          ofGroup: true,
        },
        at: new Date().toISOString(),
      },
      personal: { text: 'They insult each other' },
    })
    const [raised] = await admin.kafka.published('alert.opened', id, 1)
    expect(raised?.data.evidence).toEqual({ by: teacher })
    expect(raised?.data).not.toHaveProperty('stops')
  })

  it('is also created by a report just before an erasure', async () => {
    const teacher = await registered()
    await erased(teacher)
    const id = randomUUID()
    await admin.kafka.publish('users', `evidence.${id}`, 1, {
      type: 'evidence.copied',
      data: { alertId: id, part: 0, at: new Date().toISOString() },
      personal: {
        people: [{ userId: teacher, role: 'teacher', fullName: 'Karim J', email: 'k@example.tn', phone: '' }],
        messages: [],
      },
    })
    await eventually(() => admin.evidence.collection.findOne({ _id: id }))
    expect((await view(id)).status).toBe(404)
    await admin.report(id, { aboutUserId: teacher, teacherId: teacher }, { text: 'Told before' })
    await eventually(() => admin.evidence.byId(id))
    expect(await opened(id)).toMatchObject({
      ...{ text: 'Told before', expiresAt: null },
      people: [{ fullName: 'Karim J', email: 'k@example.tn' }],
    })
  })

  it('is no part of a person’s export', async () => {
    const teacher = await registered()
    const id = await reported(teacher)
    await opened(id)
    const me = { ...someone('teacher'), userId: teacher }
    const file = JSON.stringify((await call(me, 'GET /me/export/administration')).body)
    for (const word of ['alone', id, 'evidence', 'safety.reported']) expect(file).not.toContain(word)
  })
})

describe('somebody whom the register of persons knows', () => {
  const returnedAlert = async (userId: string): Promise<Alert | undefined> => {
    const list = await call(root, 'GET /admin/alerts?limit=200')
    return dataOf<Alert[]>(list).find(({ id }) => id === `returned.${userId}`)
  }
  const account = (userId: string, over: Partial<FormerPerson['accounts'][number]> = {}) => ({
    ...{ userId, match: 'contact' as const, isSuspended: false, alertIds: [] },
    ...over,
  })
  const known = (...accounts: FormerPerson['accounts']): FormerPerson => ({
    accounts,
    age: null,
    guardianIds: [],
    hadGuardian: false,
  })
  const recognised = (userId: string, former: FormerPerson, sequence: number) =>
    admin.kafka.publish('auth', userId, sequence, {
      type: 'user.recognised',
      data: { userId, role: 'student', at: new Date().toISOString() },
      personal: { former },
    })

  it('raises an alert that says which alerts there were, resolved ones too', async () => {
    const teacher = await registered()
    const id = await reported(teacher)
    await eventually(() => admin.alerts.collection.findOne({ _id: id }))
    await call(root, `POST /admin/alerts/${id}/resolve`, { note: 'Confirmed: grooming' })
    await erased(teacher)
    const again = await registered({ former: known(account(teacher, { alertIds: [id] })) })
    const alert = await eventually(() => returnedAlert(again))
    expect(alert).toMatchObject({ severity: 'high', about: { id: again } })
    expect(alert?.text).toContain(teacher)
    expect(alert?.text).toMatch(/reported, high, \d{4}-\d\d-\d\d – \d{4}/)
  })

  it('raises one alert of higher severity when the address matches after the telephone', async () => {
    const [before, again] = [randomUUID(), await registered()]
    const phone = known(account(before, { match: 'phone', isSuspended: true }))
    await recognised(again, phone, 2)
    expect(await eventually(() => returnedAlert(again))).toMatchObject({ severity: 'medium', text: before })
    for (const [index, former] of [known(account(before, { isSuspended: true })), phone].entries())
      await recognised(again, former, 3 + index)
    const alerts = await eventually(async () => {
      const found = await admin.alerts.collection
        .find({ aboutUserId: again }, { sort: { severity: 1 } })
        .toArray()
      return found.length > 1 && found
    })
    expect(alerts.map(({ _id, severity }) => [_id, severity])).toEqual([
      [`returned-email.${again}`, 'high'],
      [`returned.${again}`, 'medium'],
    ])
  })

  it('is a minor who now is a parent or a teacher', async () => {
    const age = { birthYear: new Date().getFullYear() - 15, educationLevel: 'secondary' }
    const again = await registered({ former: { ...known(account('child before')), age } })
    expect(await eventually(() => returnedAlert(again))).toMatchObject({ severity: 'medium' })
  })

  it('and in no other case: a person without alerts can register again without an alert', async () => {
    const again = await registered({ role: 'student', former: known(account('before')) })
    expect(await returnedAlert(again)).toBeUndefined()
  })
})
