import { dataOf, eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { eraseAccount } from '../src/account-lifecycle.ts'
import { type Connection, move } from '../src/connections/connection.ts'
import { updateWithParties } from '../src/connections/update-connection.ts'
import { seedDemoConnections } from '../src/requests/demo-connections.ts'
import { connectionCalls } from './connection-calls.ts'
import { registered, worldOfFile } from './world.ts'

const users = await worldOfFile()
const { teacher, adult, parent, ask, act, read, addChild, eventsOf, decided, connected, family } =
  connectionCalls(users)

describe('when a party is suspended or erased', () => {
  it('a suspended teacher’s connections end; being reinstated does not bring them back', async () => {
    const { t, s, id } = await connected()
    await decided(t, 'user.suspended')
    await eventually(async () => (await read(s, id))['status'] === 'ended')
    await decided(t, 'user.reinstated', 2)
    await eventually(async () => (await users.profiles.find(t.userId))?.status === 'approved')
    expect(await read(s, id)).toMatchObject({ status: 'ended' })
  })

  it('a suspended guardian gets no mail about the child; other services get the address of a reinstated one', async () => {
    const { t, p, childId } = await family()
    const other = await parent()
    await users.children.addGuardian(childId, other.userId, p.userId)
    await decided(p, 'user.suspended')
    await eventually(async () => (await users.profiles.find(p.userId))?.status === 'suspended')
    const { id } = dataOf(await ask(other, t, { childId }))
    const guardianIds = [p.userId, other.userId]
    const [requested] = await eventsOf('connection.requested', id)
    expect(requested?.data).toMatchObject({ guardianIds })
    expect(requested?.personal.guardians.map(({ userId }) => userId)).toEqual([other.userId])
    await decided(p, 'user.reinstated', 2)
    const [changed] = await eventsOf('connection.changed', id)
    expect(changed?.personal.guardians.map(({ userId }) => userId)).toEqual(guardianIds)
  })

  it('an erased guardian’s note is removed also when another guardian keeps the connection', async () => {
    const { t, p, childId } = await family()
    const other = await parent()
    const made = await users.call(`POST /children/${childId}/guardians`, { as: p })
    const { code } = dataOf<{ code: string }>(made)
    await users.call('POST /children/link', { as: other, body: { token: code } })
    const { id } = dataOf(await ask(p, t, { childId }))
    await act(other, id, 'decline', 'Salma and I disagree')
    await decided(p, 'user.deletion-requested')
    await eventsOf('user.erased', p.userId)
    expect(JSON.stringify(await users.connections.collection.findOne({ _id: id }))).not.toMatch(
      /"note":"Salma|"message":"Bonjour/,
    )
    expect(await read(other, id)).toMatchObject({ note: '', message: '' })
  })

  it('a change that began before the erasure does not restore the erased texts', async () => {
    const { t, s, id } = await connected()
    const parties = { teacher: null, student: null, child: null, guardians: [] }
    let redacted: Promise<void> | undefined
    const end = (found: Connection) => {
      redacted ??= users.connections.redactTexts(s.userId)
      return move(found, { action: 'end', by: t.userId, note: '', at: new Date() })
    }
    await updateWithParties(users, id, end, { parties })
    await redacted
    expect(await users.connections.find(id)).toMatchObject({ status: 'ended', message: '' })
  })

  it('an erased student’s connection is closed and has none of the student’s texts', async () => {
    const { t, s, id } = await connected()
    await decided(s, 'user.deletion-requested')
    expect(await eventsOf('connection.ended', id)).toHaveLength(1)
    await eventsOf('user.erased', s.userId)
    expect((await users.call(`GET /connections/${id}`, { as: t })).status).toBe(404)
    expect(JSON.stringify(await users.connections.collection.findOne({ _id: id }))).not.toMatch(
      /Bonjour|Amal/,
    )
    expect(dataOf(await users.call('GET /me/quota', { as: t }))).toMatchObject({ used: 0 })
  })

  it('with its only parent the child is erased, and its connections end', async () => {
    const { t, p, childId } = await family()
    const { id } = dataOf(await ask(p, t, { childId }))
    for (let i = 1; i <= 2; i++) await decided(p, 'user.deletion-requested', i)
    await eventsOf('user.erased', p.userId)
    expect(await users.children.byId(childId)).toBeNull()
    expect(await eventsOf('connection.cancelled', id)).toHaveLength(1)
    expect(JSON.stringify(await users.children.collection.find().toArray())).not.toContain(p.userId)
  })

  it('an erased parent can neither add a child nor use a code', async () => {
    const { p, childId } = await family()
    const { code } = dataOf<{ code: string }>(
      await users.call(`POST /children/${childId}/guardians`, { as: p }),
    )
    const erased = await parent()
    await decided(erased, 'user.deletion-requested')
    await eventsOf('user.erased', erased.userId)
    const body = { firstName: 'Adam', birthYear: 2015, educationLevel: 'primary' }
    expect((await users.call('POST /children', { as: erased, body })).status).toBe(401)
    expect((await users.call('POST /children/link', { as: erased, body: { token: code } })).status).toBe(401)
    expect(await users.children.ofGuardian(erased.userId)).toEqual([])
    const other = await parent()
    expect((await users.call('POST /children/link', { as: other, body: { token: code } })).status).toBe(200)
  })

  it('a child that is added while its parent is erased does not stay', async () => {
    const [p, q] = await Promise.all([parent(), parent()])
    await eraseAccount(
      { ...users, publicPages: { ...users.publicPages, erase: async () => void (await addChild(p)) } },
      p.userId,
      new Date(),
    )
    expect(await users.children.ofGuardian(p.userId)).toEqual([])
    const add: typeof users.children.add = async (child) => {
      await eraseAccount(users, q.userId, new Date())
      await users.children.add(child)
    }
    const late = await users.serveWith({ children: { ...users.children, add } })
    const body = { firstName: 'Adam', birthYear: 2015, educationLevel: 'primary' }
    await late.call('POST /children', { as: q, body })
    await late.close()
    expect(await users.children.ofGuardian(q.userId)).toEqual([])
  })

  it('an erased guardian does not keep a child whose other guardians left', async () => {
    const { p, childId } = await family()
    const erased = await parent()
    await eraseAccount(users, erased.userId, new Date())
    // an agreement from before the erasure is applied after it
    await users.children.addGuardian(childId, erased.userId)
    await users.call(`DELETE /children/${childId}`, { as: p })
    expect(await users.children.byId(childId)).toBeNull()
  })
})

describe('a teacher’s upgrade', () => {
  it('is requested once, granted by an administrator, and lifts the limit', async () => {
    const t = await teacher()
    const request = () => users.call('POST /me/upgrade-request', { as: t, body: { reason: 'Plus d’élèves' } })
    expect((await request()).body).toMatchObject({ data: { plan: 'free', upgrade: { status: 'open' } } })
    expect((await request()).body).toMatchObject({ code: 'UPGRADE_OPEN' })
    const [event] = await eventsOf('upgrade.requested', t.userId)
    const decide = (decision: 'granted' | 'refused', sequence: number, requestedAt: string) =>
      users.kafka.publish('admin', t.userId, sequence, {
        type: 'upgrade.reviewed',
        data: { teacherId: t.userId, decision, by: 'admin', requestedAt, at: new Date().toISOString() },
        personal: { email: '', fullName: '', language: 'fr', notes: '' },
      })
    const quota = async () => dataOf(await users.call('GET /me/quota', { as: t }))
    await decide('refused', 1, event?.data.at ?? '')
    await eventually(async () => (await users.upgrades.find(t.userId))?.status === 'refused')
    expect((await request()).status).toBe(200)
    // the first decision again does not apply to this request
    await decide('refused', 2, event?.data.at ?? '')
    const events = await eventsOf('upgrade.requested', t.userId, 2)
    await decide('granted', 3, events.at(-1)?.data.at ?? '')
    await eventually(async () => (await users.upgrades.find(t.userId))?.status === 'granted')
    expect(await quota()).toMatchObject({ plan: 'unlimited', limit: null, upgrade: { status: 'granted' } })
    const students = await Promise.all(Array.from({ length: 7 }, () => adult()))
    const asked = await Promise.all(students.map((s) => ask(s, t)))
    const answers = await Promise.all(asked.map((one) => act(t, dataOf(one).id, 'accept')))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  it('of a person who lost the account to the owner of its address does not count, and the owner can ask', async () => {
    const t = await teacher()
    const request = () => users.call('POST /me/upgrade-request', { as: t, body: { reason: 'Plus d’élèves' } })
    await request()
    await users.kafka.publish('auth', t.userId, 50, {
      type: 'user.reclaimed',
      data: { userId: t.userId, role: 'teacher', verifiedAt: new Date().toISOString() },
      personal: { email: `${t.userId}@example.tn`, fullName: 'Karim Jaziri', language: 'fr' },
    })
    const quota = async () => (await users.call('GET /me/quota', { as: t })).body['data']
    await eventually(async () => JSON.stringify(await quota()).includes('"upgrade":null'))
    expect((await request()).body).toMatchObject({ data: { upgrade: { status: 'open' } } })
    // receivers drop an event that is not newer than the first one
    const events = await eventsOf('upgrade.requested', t.userId, 2)
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2])
  })

  it('is not for a teacher who waits for approval', async () => {
    const answer = await users.call('POST /me/upgrade-request', { as: await teacher('pending'), body: {} })
    expect(answer).toMatchObject({ status: 403, body: { code: 'TEACHER_NOT_APPROVED' } })
  })
})

describe('a demo', () => {
  it('waits for its people and writes each conversation once, also with two processes', async () => {
    expect(await seedDemoConnections(users)).toBe(false)
    const accounts = {
      teacher: ['demo-teacher', 'demo-teacher-1', 'demo-teacher-2'],
      student: ['demo-student', 'demo-student-1', 'demo-student-2', 'demo-student-4'],
      parent: ['demo-parent'],
    } as const
    const roleData = {
      teacher: { teachingSubjects: ['Mathematics', 'Physics', 'French', 'English'] },
      student: { educationLevel: 'university' },
      parent: { childName: 'Adam', childAge: 11 },
    }
    for (const role of ['teacher', 'student', 'parent'] as const)
      for (const id of accounts[role])
        await users.kafka.publish('auth', id, 1, registered(id, role, { roleData: roleData[role] }))
    await eventually(() => seedDemoConnections(users))
    await Promise.all([seedDemoConnections(users), seedDemoConnections(users)])
    const { rows } = await users.connections.page('demo-teacher', 'received', { limit: 20 })
    expect(rows.map(({ status }) => status).toSorted()).toEqual([
      'approved',
      'declined',
      'pending',
      'pending',
      'pending',
    ])
    const { rows: children } = await users.connections.page('demo-parent', 'sent', { limit: 20 })
    expect(children.map(({ status }) => status).toSorted()).toEqual(['approved', 'pending'])
  })
})
