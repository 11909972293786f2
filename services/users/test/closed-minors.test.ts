import { randomUUID } from 'node:crypto'
import type { Homework } from '@darsi/contracts/calls/users/homework-api.ts'
import type { Message, Thread } from '@darsi/contracts/calls/users/threads-api.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { dataOf, eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { eraseAccount } from '../src/account-lifecycle.ts'
import { createRemovals } from '../src/retention.ts'
import { connectionCalls } from './connection-calls.ts'
import { uploadFile } from './uploads.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()
const { minorWithGuardian, parent, ask, act, eventsOf, review, decided } = connectionCalls(users)

const write = (as: Identity, id: string, text: string, files: string[] = []) =>
  users.call(`POST /threads/${id}/messages`, { as, body: { text, files } })
const page = (as: Identity, id: string) => users.call(`GET /threads/${id}/messages`, { as })
const statusOf = async (as: Identity, id: string) => (await page(as, id)).status
const listed = async (as: Identity) =>
  dataOf<Thread[]>(await users.call('GET /threads', { as })).map(({ id }) => id)
const homeworkOf = async (as: Identity) => dataOf<Homework[]>(await users.call('GET /homework', { as }))
const removeIn = (days: number) =>
  createRemovals(users)['kept-conversations'](new Date(Date.now() + days * dayMs))
const close = async (as: Identity) => {
  await decided(as, 'user.deletion-requested')
  await eventsOf('user.erased', as.userId)
}

const homeworkFile = async (as: Identity) => {
  const { id } = await uploadFile(users, as, await sampleDocument(['Exercise 3']))
  return id
}

/** A minor with two guardians who has written with a teacher. */
async function conversation() {
  const [{ t, s, p: mother }, father] = [await minorWithGuardian(), await parent()]
  const child = await eventually(() => users.children.ofAccount(s.userId))
  await users.children.addGuardian(child._id, father.userId)
  const { id } = dataOf(await ask(s, t))
  await act(t, id, 'accept')
  await act(mother, id, 'consent')
  await review(id, 'approved')
  await eventually(async () => (await users.threads.find(id))?.guardianIds.length === 2)
  expect((await write(t, id, 'Meet me behind the school')).status).toBe(201)
  expect((await write(s, id, 'My mother must not know?')).status).toBe(201)
  return { t, s, mother, father, id, childId: child._id }
}

describe('a minor who closes the account', () => {
  it('leaves the conversation with files and homework to every guardian, who is mailed, and to nobody else', async () => {
    const { t, s, mother, father, id, childId } = await conversation()
    const file = await homeworkFile(s)
    expect((await write(s, id, 'My exercise', [file])).status).toBe(201)
    const dueAt = new Date(Date.now() + 2 * dayMs).toISOString()
    const body = { title: 'Exercise 3', text: 'Page 12', dueAt }
    const homework = dataOf(await users.call(`POST /threads/${id}/homework`, { as: t, body }))
    await users.call(`POST /homework/${homework.id}/hand-in`, { as: s, body: { text: 'Done', files: [] } })
    await close(s)
    const [left] = await eventsOf('learner.left', childId)
    expect(left?.data).toMatchObject({ accountId: s.userId, guardianIds: [mother.userId, father.userId] })
    expect(left?.personal.guardians.map(({ userId }) => userId)).toEqual([mother.userId, father.userId])
    const days = Date.parse(left?.data.readableUntil ?? '') - Date.parse(left?.data.at ?? '')
    expect(days).toBe(90 * dayMs)
    await eventsOf('connection.ended', id)

    for (const guardian of [mother, father]) {
      const { body: read } = await page(guardian, id)
      // `as`: the contract's page
      const { data: messages, thread } = read as { data: Message[]; thread: Thread }
      expect(messages.map(({ by, text, files }) => [by, text, files.length])).toEqual([
        [s.userId, 'My exercise', 1],
        [s.userId, 'My mother must not know?', 0],
        [t.userId, 'Meet me behind the school', 0],
      ])
      expect(thread).toMatchObject({ learnerName: 'Amina Ben Salah', open: false })
      expect(thread.members).toMatchObject([
        { id: s.userId, name: 'Amina Ben Salah', part: 'student' },
        { id: t.userId, part: 'teacher' },
        { id: mother.userId, part: 'guardian' },
        { id: father.userId, part: 'guardian' },
      ])
      expect(await listed(guardian)).toEqual([id])
      expect(await homeworkOf(guardian)).toMatchObject([{ text: 'Page 12', handIn: { text: 'Done' } }])
      expect((await users.call(`GET /materials/${file}/file`, { as: guardian })).status).toBe(200)
      expect((await write(guardian, id, 'Who are you?')).body['code']).toBe('THREAD_CLOSED')
    }
    for (const other of [t, await parent()]) {
      expect([await statusOf(other, id), await listed(other), await homeworkOf(other)]).toEqual([404, [], []])
      expect((await users.call(`GET /materials/${file}/file`, { as: other })).status).toBe(404)
    }
  })

  it('leaves it to be read only: a guardian’s export has the guardian’s own words of it alone', async () => {
    const { t, s, mother, id } = await conversation()
    const dueAt = new Date(Date.now() + 2 * dayMs).toISOString()
    await users.call(`POST /threads/${id}/homework`, { as: t, body: { title: 'Exercise 3', dueAt } })
    expect((await write(mother, id, 'I read along')).status).toBe(201)
    const exported = async () => (await users.call('GET /me/export/profile', { as: mother })).body
    const before = JSON.stringify(await exported())
    for (const text of ['Meet me behind', 'must not know', 'Exercise 3']) expect(before).toContain(text)
    await close(s)
    expect(await statusOf(mother, id)).toBe(200)
    const after = await exported()
    expect([after['conversations'], after['homework']]).toEqual([[], []])
    expect(after['words']).toEqual(
      expect.arrayContaining([expect.objectContaining({ conversation: id, text: 'I read along' })]),
    )
    expect(JSON.stringify(after)).not.toMatch(/Meet me behind|must not know|Exercise 3/)
  })

  it('leaves it for 90 days; then the retention removes it', async () => {
    const { s, mother, id } = await conversation()
    const file = await homeworkFile(s)
    expect((await write(s, id, 'My exercise', [file])).status).toBe(201)
    await close(s)
    await removeIn(89)
    expect(await statusOf(mother, id)).toBe(200)
    users.clock.ahead = 90 * dayMs
    expect([await statusOf(mother, id), await listed(mother)]).toEqual([404, []])
    users.clock.ahead = 0
    await removeIn(90)
    const own = { by: s.userId, connectionId: id }
    expect([
      await users.threads.find(id),
      await users.messages.collection.findOne({ threadId: id }),
      await users.utterances.collection.findOne(own),
      await users.materials.find(file),
    ]).toEqual([null, null, null, null])
  })

  it('leaves it to the second guardian when the first one closes the account, and is removed after both', async () => {
    const { s, mother, father, id } = await conversation()
    await close(s)
    await close(mother)
    await removeIn(0)
    expect(await statusOf(father, id)).toBe(200)
    await close(father)
    await removeIn(0)
    expect(await users.messages.collection.findOne({ threadId: id })).toBeNull()
  })

  it('leaves it to be reported: the evidence has both sides, and the report holds the texts but no reader', async () => {
    const { t, s, mother, id } = await conversation()
    await close(s)
    await users.call(`POST /threads/${id}/report`, { as: mother, body: { reason: 'Read this' } })
    const { _id } = await eventually(() => users.reports.collection.findOne({ threadId: id }))
    const [copied] = await eventsOf('evidence.copied', `evidence.${_id}`)
    expect(copied?.personal.messages).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ by: t.userId, text: 'Meet me behind the school' }),
        expect.objectContaining({ by: s.userId, text: 'My mother must not know?' }),
      ]),
    )
    await removeIn(91)
    expect(await users.messages.collection.countDocuments({ threadId: id })).toBe(2)
    users.clock.ahead = 91 * dayMs
    expect(await statusOf(mother, id)).toBe(404)
    users.clock.ahead = 0
  })

  it('is announced once and leaves everything, whenever a process ends in between', async () => {
    const { t, s, mother, id, childId } = await conversation()
    const failing = async () => {
      throw new Error('the process ended')
    }
    const at = new Date()
    for (const broken of [
      { ...users, guardianHistory: { ...users.guardianHistory, announceLeft: failing } },
      { ...users, utterances: { ...users.utterances, keep: failing } },
      { ...users, messages: { ...users.messages, erase: failing } },
      { ...users, materials: { ...users.materials, hideOf: failing } },
    ])
      await expect(eraseAccount(broken, s.userId, at)).rejects.toThrow('the process ended')
    for (let time = 0; time < 2; time++) await eraseAccount(users, s.userId, at)
    const { body } = await page(mother, id)
    expect(body['data']).toMatchObject([{ text: 'My mother must not know?' }, { by: t.userId }])
    expect(await statusOf(t, id)).toBe(404)
    expect(await eventsOf('learner.left', childId)).toHaveLength(1)
    expect(await users.utterances.collection.countDocuments({ by: s.userId, connectionId: id })).toBe(2)
  })

  it('and registers again reads nothing of it; the guardian goes on reading, whether or not they agree again', async () => {
    const { s, mother, id } = await conversation()
    await close(s)
    const again = await users.account('student', { fullName: 'Amina Ben Salah' })
    await users.guardianHistory.noteEarlier(again.userId, { guardianIds: [mother.userId], stated: null })
    expect([await statusOf(again, id), await listed(again)]).toEqual([404, []])
    expect(await statusOf(mother, id)).toBe(200)
    const child = { _id: randomUUID(), accountId: again.userId, guardianIds: [mother.userId] }
    await users.guardianHistory.announceChanges(
      { ...child, firstName: 'Amina' },
      users.profiles.findAll,
      new Date(),
    )
    expect(await statusOf(mother, id)).toBe(200)
    await close(again)
    expect(await statusOf(mother, id)).toBe(200)
  })
})
