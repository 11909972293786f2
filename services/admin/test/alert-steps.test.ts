import { randomUUID } from 'node:crypto'
import type { Alert } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { asDocument } from '@darsi/kit/mongo/collection.ts'
import { dataOf, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import type { ConnectionRow } from '../src/connections/connection-row.ts'
import type { UserRow } from '../src/people/user-row.ts'
import { worldOfFile } from './world.ts'

const admin = await worldOfFile()

const root = someone('admin')
const call = (as: Identity, key: string, body?: unknown) => admin.call(key, { as, body })

async function account(role: 'parent' | 'teacher' | 'student', language: 'fr' | 'ar' = 'fr') {
  const who = someone(role)
  await admin.users.collection.insertOne(
    asDocument<UserRow>({
      ...{ _id: who.userId, role, status: 'approved', createdAt: new Date(), erasure: null, erasedAt: null },
      ...{ email: `${who.userId}@example.tn`, fullName: `Some ${role}`, language, governorateId: 3 },
      proofs: { accepted: [], waiting: [] },
    }),
  )
  return who
}

/** A minor with an account, one guardian, and two teachers; the minor reports the guardian. */
async function family() {
  const [minor, guardian, teacher, other] = [
    await account('student'),
    await account('parent', 'ar'),
    await account('teacher'),
    await account('teacher'),
  ]
  const connect = async (of: Identity, more: Partial<ConnectionRow> = {}) => {
    const _id = randomUUID()
    await admin.connections.collection.insertOne(
      asDocument<ConnectionRow>({
        ...{ _id, teacherId: of.userId, teacherName: of.userId, studentId: minor.userId, childId: null },
        ...{ studentName: 'Amina', guardianIds: [guardian.userId], minor: true, status: 'approved' },
        ...{ message: '', note: '', flags: [], decidedAt: null, adminReviewedAt: null },
        needs: { teacher: 'agreed', guardian: 'agreed', admin: 'agreed' },
        ...{ subject: 'mathematics', stoppedAt: null, requestedAt: new Date(), ...more },
      }),
    )
    return _id
  }
  const first = await connect(teacher)
  const second = await connect(other)
  const text = randomUUID()
  const body = { reason: 'danger', text, aboutUserId: guardian.userId }
  expect((await call(minor, 'POST /safety/reports', body)).status).toBe(201)
  const { items } = await listed()
  const alert = items.find((each) => each.text === text)
  if (!alert) throw new Error('no alert')
  return { minor, guardian, teacher, other, connect, first, second, id: alert.id }
}
async function listed(query = '') {
  const items = dataOf<Alert[]>(await call(root, `GET /admin/alerts?limit=200${query}`))
  return { items }
}
const read = async (id: string) => (await listed(`&id=${id}`)).items[0]
const pause = (id: string, connectionId: string, note = 'He keeps them apart', as = root) =>
  call(as, `POST /admin/alerts/${id}/pause`, { connectionId, note })
const write = (id: string, to: string, text = 'Please call us') =>
  call(root, `POST /admin/alerts/${id}/messages`, { to, text })

describe('an alert that paused nothing', () => {
  it('offers the minor’s connections, of which an administrator pauses one with a note', async () => {
    const { id, guardian, first, second } = await family()
    expect((await read(id))?.concerned?.pausable.map(({ connectionId }) => connectionId).sort()).toEqual(
      [first, second].sort(),
    )
    expect((await pause(id, first, ' ')).body).toMatchObject({ code: 'REASON_REQUIRED' })
    expect((await pause(id, first)).status).toBe(200)
    const [event] = await admin.kafka.published('alert.paused', id, 1)
    expect(event?.data).toEqual({ alertId: id, by: root.userId, connectionId: first, at: expect.any(String) })
    const after = await read(id)
    expect(after?.concerned?.pausable).toMatchObject([{ connectionId: second }])
    expect(after?.steps).toMatchObject([
      { kind: 'paused', text: 'He keeps them apart', by: { id: root.userId }, to: null },
    ])
    const entries = await admin.audit.collection.find({ target: id }).toArray()
    expect(entries.map(({ action }) => action)).toContain('alert.paused')
    expect(JSON.stringify(await admin.alerts.collection.findOne({ _id: id }))).not.toContain('He keeps')
    expect((await call(guardian, 'GET /safety/alerts')).body).toMatchObject({ data: [] })
  })

  it('is paused once, by two administrators at once too, and again after it was reopened', async () => {
    const { id, first } = await family()
    const both = await Promise.all([pause(id, first), pause(id, first, 'Mine', someone('admin'))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await admin.kafka.published('alert.paused', id, 1)).toHaveLength(1)
    // users applied the pause
    const stoppedAt = (await admin.alerts.collection.findOne({ _id: id }))?.steps[0]?.at
    await admin.connections.collection.updateOne({ _id: first }, { $set: { status: 'suspended', stoppedAt } })
    expect((await pause(id, first)).body).toMatchObject({ code: 'CONNECTION_PAUSED' })
    const reopen = { status: 'reopened', notes: 'Talked to both' }
    expect((await call(root, `PUT /admin/connections/${first}`, reopen)).status).toBe(200)
    await admin.connections.collection.updateOne(
      { _id: first },
      { $set: { status: 'approved', stoppedAt: null } },
    )
    expect((await pause(id, first, 'Once more')).status).toBe(200)
    expect((await read(id))?.steps).toHaveLength(2)
  })

  it('pauses neither a closed connection, nor an adult’s, nor another family’s, nor after it was resolved', async () => {
    const { id, teacher, connect } = await family()
    const stranger = await family()
    const closed = await connect(teacher, { status: 'ended' })
    const adult = await connect(teacher, { minor: false })
    for (const each of [closed, adult])
      expect((await pause(id, each)).body).toMatchObject({ code: 'CONNECTION_STATE' })
    expect((await pause(id, stranger.first)).status).toBe(404)
    expect((await pause(randomUUID(), closed)).status).toBe(404)
    await call(root, `POST /admin/alerts/${id}/resolve`, { note: 'Nothing' })
    expect((await pause(id, closed)).body).toMatchObject({ code: 'ALERT_RESOLVED' })
  })

  it('still offers the connections when the reporter was erased', async () => {
    const { id, minor, first } = await family()
    await pause(id, first)
    await admin.alerts.erase(minor.userId)
    const after = await read(id)
    expect(after).toMatchObject({ by: null, text: '', steps: [{ kind: 'paused', text: '' }] })
    expect(after?.concerned?.pausable).toHaveLength(1)
    const left = after?.concerned?.pausable[0]?.connectionId ?? ''
    expect((await pause(id, left, 'Again')).status).toBe(200)
    expect((await read(id))?.steps).toMatchObject([{ text: '' }, { text: 'Again' }])
  })
})

describe('from an alert an administrator', () => {
  it('writes to guardian, teacher and reporter, each apart, in the language of each', async () => {
    const { id, minor, guardian, teacher, other } = await family()
    const people = (await read(id))?.concerned?.people ?? []
    expect(people.map((each) => [each.id, each.part, each.isReporter, each.language]).sort()).toEqual(
      [
        [minor.userId, 'learner', true, 'fr'],
        [guardian.userId, 'guardian', false, 'ar'],
        [teacher.userId, 'teacher', false, 'fr'],
        [other.userId, 'teacher', false, 'fr'],
      ].sort(),
    )
    expect((await write(id, guardian.userId, '')).body).toMatchObject({ code: 'REASON_REQUIRED' })
    expect((await write(id, randomUUID())).status).toBe(404)
    expect((await write(id, guardian.userId)).status).toBe(200)
    expect((await write(id, minor.userId, 'Are you safe?')).status).toBe(200)
    const sent = await admin.kafka.published('alert.message-sent', id, 2)
    expect(sent[0]).toMatchObject({
      data: { to: guardian.userId },
      personal: { text: 'Please call us', recipient: { language: 'ar' } },
    })
    expect((await read(id))?.steps).toMatchObject([
      { kind: 'written', to: { id: guardian.userId }, text: 'Please call us' },
      { kind: 'written', to: { id: minor.userId }, text: 'Are you safe?' },
    ])
  })

  it('writes to a person whose text is removed when that person is erased', async () => {
    const { id, teacher } = await family()
    await write(id, teacher.userId, 'Only for you')
    await admin.alerts.erase(teacher.userId)
    expect((await read(id))?.steps).toMatchObject([{ text: '' }])
  })
})
