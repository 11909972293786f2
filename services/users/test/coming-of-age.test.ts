import type { Identity } from '@darsi/kit/identity/identity.ts'
import { dataOf, eventually, silentLog } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { newChild } from '../src/children/child.ts'
import { moveToOwnAccount, settleParty } from '../src/connections/settle-connections.ts'
import { transferAdults } from '../src/families/coming-of-age.ts'
import { react } from '../src/reactions.ts'
import { startSweeper, sweep } from '../src/sweeper.ts'
import { connectionCalls } from './connection-calls.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()

const year = new Date().getFullYear()
const { teacher, parent, approve, ...calls } = connectionCalls(users)
const ask = async (as: Identity, whom: Identity, more: object = {}) =>
  dataOf(await calls.ask(as, whom, more)).id
const addChild = (as: Identity, birthYear: number) =>
  calls.addChild(as, { birthYear, educationLevel: 'secondary', grade: 'secondary-4' })
const inYears = (years: number) => {
  users.clock.ahead = years * 366 * 24 * 3600 * 1000
}
/** The thread follows the end of the connection before the test continues. */
const erase = async ({ userId }: Identity) => {
  await users.kafka.account.deletionRequested({ userId, role: 'teacher', by: userId, sequence: 5 })
  await users.kafka.published('user.erased', userId, 1)
  await eventually(async () =>
    (await users.threads.collection.find({ teacherId: userId }).toArray()).every(
      ({ status }) => status === 'ended',
    ),
  )
}
const children = async (as: Identity) => dataOf(await users.call('GET /children', { as }))
const statusOf = async (as: Identity, path: string) => (await users.call(`GET ${path}`, { as })).status
const learner = () => {
  const roleData = { educationLevel: 'university', birthYear: year - 18 }
  return users.account('student', { fullName: 'Adam Ben Salah', roleData })
}
const mailed = (childId: string, atLeast: number) =>
  users.kafka.published('learner.came-of-age', `link-${childId}`, atLeast)
const take = async (as: Identity, link?: { personal: { token?: string | undefined } }) =>
  users.call('POST /children/take-over', { as, body: { token: link?.personal.token ?? '' } })
const untilVoid = (childId: string) => {
  const isVoid = { _id: `link-${childId}`, isVoid: true }
  return eventually(async () => (await users.transfers.collection.countDocuments(isVoid)) === 1)
}
const suspend = (as: Identity) => calls.decided(as, 'user.suspended')
const reinstate = async (as: Identity) => {
  await calls.decided(as, 'user.reinstated', 2)
  await eventually(async () => (await users.profiles.find(as.userId))?.status === 'approved')
}

describe('at 18', () => {
  it('a learner with an account decides alone: the guardian no longer sees anything of it', async () => {
    const [t, p] = await Promise.all([teacher(), parent()])
    const roleData = { educationLevel: 'secondary', currentGrade: 'secondary-4', birthYear: year - 18 }
    const s = await users.account('student', { fullName: 'Amina Ben Salah', roleData })
    const given = { firstName: 'Amina', birthYear: year - 18, educationLevel: 'secondary' } as const
    const child = newChild({ id: `of-${s.userId}`, guardianId: p.userId, at: new Date() }, given)
    await users.children.add({ ...child, accountId: s.userId })
    const id = await ask(p, t, { childId: `of-${s.userId}` })
    await approve(t, id)
    await transferAdults(users)
    // in the year of the 18th birthday nothing happens yet
    expect(await statusOf(p, `/connections/${id}`)).toBe(200)

    inYears(1)
    // state after a crash in the middle: the connection must not be handled as a minor's meanwhile
    await moveToOwnAccount(users, `of-${s.userId}`, s.userId)
    await settleParty(users, s.userId)
    await Promise.all([transferAdults(users), transferAdults(users)])
    expect(await statusOf(p, `/connections/${id}`)).toBe(404)
    expect(await children(p)).toEqual([])
    expect(dataOf(await users.call(`GET /connections/${id}`, { as: s }))).toMatchObject({
      status: 'approved',
      student: { minor: false },
    })
    const [event] = await users.kafka.published('learner.came-of-age', `told-of-${s.userId}`, 1)
    expect(event?.data).toMatchObject({ studentId: s.userId, guardianIds: [p.userId] })
    expect(event?.personal.token).toBeUndefined()
    // its thread too
    await eventually(async () => (await statusOf(p, `/threads/${id}/messages`)) === 404)
    expect(await statusOf(s, `/threads/${id}/messages`)).toBe(200)
  })

  it('closed connections are transferred too: the learner sees them and the guardian no longer does', async () => {
    const [t, p] = await Promise.all([teacher(), parent()])
    const childId = await addChild(p, year - 18)
    const ended = await ask(p, t, { childId })
    await approve(t, ended)
    const declined = await ask(p, t, { childId, subject: 'physics' })
    await eventually(async () => (await statusOf(p, `/threads/${ended}/messages`)) === 200)
    await users.call(`POST /connections/${ended}/end`, { as: p, body: {} })
    await users.call(`POST /connections/${declined}/decline`, { as: t, body: {} })
    inYears(1)
    await transferAdults(users)
    const [link] = await users.kafka.published('learner.came-of-age', `link-${childId}`, 1)
    const roleData = { educationLevel: 'university', birthYear: year - 18 }
    const s = await users.account('student', { fullName: 'Adam Ben Salah', roleData })
    const body = { token: link?.personal.token ?? '' }
    expect((await users.call('POST /children/take-over', { as: s, body })).status).toBe(200)
    for (const [id, status] of [
      [ended, 'ended'],
      [declined, 'declined'],
    ] as const) {
      expect(await statusOf(p, `/connections/${id}`)).toBe(404)
      expect(dataOf(await users.call(`GET /connections/${id}`, { as: s }))).toMatchObject({
        status,
        actions: [],
      })
      const [changed] = await users.kafka.published('connection.changed', id, 1)
      expect(changed?.data).toMatchObject({ status, studentId: s.userId, guardianIds: [] })
    }
    // its conversation too; for the teacher it stays a minor's closed conversation
    await eventually(async () => (await statusOf(s, `/threads/${ended}/messages`)) === 200)
    expect(await statusOf(p, `/threads/${ended}/messages`)).toBe(404)
    expect(dataOf(await users.call(`GET /connections/${ended}`, { as: t }))).toMatchObject({
      student: { name: '', minor: true },
    })
  })

  it('a guardian who leaves no longer sees closed connections; the other one still does', async () => {
    const [t, p, q] = await Promise.all([teacher(), parent(), parent()])
    const childId = await addChild(p, year - 12)
    const id = await ask(p, t, { childId })
    await approve(t, id)
    await eventually(async () => (await statusOf(p, `/threads/${id}/messages`)) === 200)
    const { code } = dataOf(await users.call(`POST /children/${childId}/guardians`, { as: p }))
    await users.call('POST /children/link', { as: q, body: { token: code } })
    await users.call(`POST /connections/${id}/end`, { as: p, body: {} })
    await users.call(`DELETE /children/${childId}`, { as: p })
    expect(await statusOf(p, `/connections/${id}`)).toBe(404)
    expect(await statusOf(q, `/connections/${id}`)).toBe(200)
    await eventually(async () => (await statusOf(p, `/threads/${id}/messages`)) === 404)
    expect(await statusOf(q, `/threads/${id}/messages`)).toBe(200)
  })

  it('a guardian who leaves no longer sees the conversation of an erased teacher, nor of a removed connection', async () => {
    const [t, p, q] = await Promise.all([teacher(), parent(), parent()])
    const childId = await addChild(p, year - 12)
    await users.children.addGuardian(childId, q.userId, p.userId)
    const other = await teacher()
    const hidden = await ask(p, t, { childId })
    await approve(t, hidden)
    const removed = await ask(p, other, { childId, subject: 'physics' })
    await approve(other, removed)
    for (const id of [hidden, removed])
      await eventually(async () => (await statusOf(q, `/threads/${id}/messages`)) === 200)
    await users.call(`POST /connections/${removed}/end`, { as: p, body: {} })
    await eventually(async () => (await users.threads.find(removed))?.status === 'ended')
    await users.connections.collection.deleteOne({ _id: removed })
    await erase(t)
    for (const id of [hidden, removed]) expect(await statusOf(p, `/threads/${id}/messages`)).toBe(200)

    await users.call(`DELETE /children/${childId}`, { as: p })
    for (const id of [hidden, removed]) {
      await eventually(async () => (await statusOf(p, `/threads/${id}/messages`)) === 404)
      expect(await statusOf(q, `/threads/${id}/messages`)).toBe(200)
    }
  })

  it('the conversation of an erased teacher is the learner’s alone after the take-over', async () => {
    const [t, p] = await Promise.all([teacher(), parent()])
    const childId = await addChild(p, year - 18)
    const id = await ask(p, t, { childId })
    await approve(t, id)
    await eventually(async () => (await statusOf(p, `/threads/${id}/messages`)) === 200)
    await erase(t)
    inYears(1)
    await transferAdults(users)
    const [link] = await users.kafka.published('learner.came-of-age', `link-${childId}`, 1)
    const roleData = { educationLevel: 'university', birthYear: year - 18 }
    const s = await users.account('student', { fullName: 'Adam Ben Salah', roleData })
    const body = { token: link?.personal.token ?? '' }
    expect((await users.call('POST /children/take-over', { as: s, body })).status).toBe(200)
    // as the next sweep does
    await react(users, { type: 'child.changed', data: { childId } })
    await eventually(async () => (await statusOf(p, `/threads/${id}/messages`)) === 404)
    expect(await statusOf(s, `/threads/${id}/messages`)).toBe(200)
  })

  it('a child is erased with its last guardian, also by the next sweep when the process ended in between', async () => {
    const childId = await addChild(await parent(), year - 12)
    await users.children.collection.updateOne({ _id: childId }, { $set: { guardianIds: [] } })
    await react(users, { type: 'child.changed', data: { childId } })
    expect(await users.children.byId(childId)).toBeNull()
    expect(JSON.stringify(await users.children.collection.findOne({ _id: childId }))).not.toContain('Adam')
  })

  it('a learner without one takes over by the mailed link, once, with all that the guardian kept', async () => {
    const [t, p] = await Promise.all([teacher(), parent()])
    const childId = await addChild(p, year - 18)
    const id = await ask(p, t, { childId })
    await approve(t, id)
    inYears(1)
    await Promise.all([transferAdults(users), transferAdults(users)])
    const links = await users.kafka.published('learner.came-of-age', `link-${childId}`, 1)
    expect(links).toHaveLength(1)
    const token = links[0]?.personal.token ?? ''
    expect(links[0]?.personal.guardians).toMatchObject([{ userId: p.userId }])
    expect(JSON.stringify(await users.transfers.collection.find().toArray())).not.toContain(token)
    // the guardian keeps access until then
    expect(await statusOf(p, `/connections/${id}`)).toBe(200)

    const take = (as: Identity) => users.call('POST /children/take-over', { as, body: { token } })
    const roleData = { educationLevel: 'university', birthYear: year - 18 }
    const [s, other] = await Promise.all([
      users.account('student', { fullName: 'Adam Ben Salah', roleData }),
      users.account('student', { roleData }),
    ])
    const young = await users.account('student', { roleData: { educationLevel: 'college' } })
    expect((await take(young)).body).toMatchObject({ code: 'TAKE_OVER_INVALID' })
    expect((await take(s)).status).toBe(200)
    expect((await take(other)).status).toBe(404)
    const body = { teacherId: t.userId, subject: 'mathematics', message: 'Bonjour' }
    expect((await users.call('POST /connections', { as: s, body })).body).toMatchObject({
      code: 'CONNECTION_EXISTS',
    })
    expect(await statusOf(p, `/connections/${id}`)).toBe(404)
    expect(await children(p)).toEqual([])
    expect(dataOf(await users.call(`GET /connections/${id}`, { as: s }))).toMatchObject({
      status: 'approved',
    })
    const [changed] = (await users.kafka.published('connection.changed', id, 1)).slice(-1)
    expect(changed?.data).toMatchObject({ studentId: s.userId, guardianIds: [], minor: false })
    expect(changed?.data.childId).toBeUndefined()
    await eventually(async () => (await statusOf(s, `/threads/${id}/messages`)) === 200)
    await transferAdults(users)
    expect(await users.kafka.published('learner.came-of-age', `told-${childId}`, 1)).toHaveLength(1)
    // the account shows that the child was not erased
    await react(users, { type: 'child.changed', data: { childId } })
    const [left] = await users.kafka.published('guardian.left', childId, 1)
    expect(left?.data).toMatchObject({ accountId: s.userId, guardianId: p.userId, guardianIds: [] })
  })

  it('the link of a guardian who leaves is void; those who stay are mailed another one', async () => {
    const [t, p, q] = await Promise.all([teacher(), parent(), parent()])
    const childId = await addChild(p, year - 18)
    await users.children.addGuardian(childId, q.userId, p.userId)
    const id = await ask(q, t, { childId })
    inYears(1)
    await transferAdults(users)
    const s = await learner()
    const [old] = await mailed(childId, 1)
    await users.call(`DELETE /children/${childId}`, { as: p })
    await untilVoid(childId)
    expect((await take(s, old)).body).toMatchObject({ code: 'TAKE_OVER_INVALID' })
    for (let i = 0; i < 2; i++) await transferAdults(users)
    const [, renewed, ...more] = await mailed(childId, 2)
    expect(more).toEqual([])
    expect(renewed?.personal.guardians).toMatchObject([{ userId: q.userId }])
    expect((await take(s, old)).body).toMatchObject({ code: 'TAKE_OVER_INVALID' })
    expect((await take(s, renewed)).status).toBe(200)
    expect(await statusOf(s, `/connections/${id}`)).toBe(200)
  })

  it('the link of a suspended guardian is void; only guardians who are not suspended are mailed another one', async () => {
    const [p, q] = await Promise.all([parent(), parent()])
    const childId = await addChild(p, year - 18)
    await users.children.addGuardian(childId, q.userId, p.userId)
    inYears(1)
    await transferAdults(users)
    const s = await learner()
    const [old] = await mailed(childId, 1)
    await suspend(p)
    await untilVoid(childId)
    expect((await take(s, old)).body).toMatchObject({ code: 'TAKE_OVER_INVALID' })
    await transferAdults(users)
    const [, renewed] = await mailed(childId, 2)
    expect(renewed?.personal.guardians).toMatchObject([{ userId: q.userId }])
    await suspend(q)
    await untilVoid(childId)
    await transferAdults(users)
    expect((await take(s, renewed)).body).toMatchObject({ code: 'TAKE_OVER_INVALID' })
    await reinstate(p)
    await transferAdults(users)
    const [, , last, ...more] = await mailed(childId, 3)
    expect(more).toEqual([])
    expect(last?.personal.guardians).toMatchObject([{ userId: p.userId }])
    expect((await take(s, last)).status).toBe(200)
  })

  it('guardians who have their mail are not looked up again', async () => {
    await addChild(await parent(), year - 18)
    inYears(1)
    await transferAdults(users)
    const findAll = async () => {
      throw new Error('guardians were looked up again')
    }
    await transferAdults({ ...users, profiles: { ...users.profiles, findAll } })
  })

  it('the sweeper of a service finds the learner', async () => {
    const childId = await addChild(await parent(), year - 18)
    inYears(1)
    const stop = startSweeper({ ...users, log: silentLog })
    expect(await users.kafka.published('learner.came-of-age', `link-${childId}`, 1)).toHaveLength(1)
    await stop()
  })

  it('is not looked for in each of the short rounds of the sweeper', async () => {
    const bornBefore = async () => {
      throw new Error('all adults were read')
    }
    const at = new Date()
    await sweep({ ...users, log: silentLog, children: { ...users.children, bornBefore } }, at, at)
  })
})
