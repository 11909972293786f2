import { randomUUID } from 'node:crypto'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import type { Connection } from '../src/connections/connection.ts'
import { createRemovals } from '../src/retention.ts'
import { worldOfFile } from './world.ts'

const world = await worldOfFile()

const inDays = (days: number) => new Date(Date.now() + days * dayMs)
const remove = (days: number) => createRemovals(world)['closed-connections'](inDays(days))

/** A connection that ended today, with a conversation of this many messages. */
async function ended(messages: number, status: Connection['status'] = 'ended') {
  const [teacher, student] = [await world.account('teacher'), await world.account('student')]
  const id = randomUUID()
  const parties = { teacherId: teacher.userId, studentId: student.userId, childId: null, guardianIds: [] }
  const common = {
    ...parties,
    status,
    subject: 'mathematics' as const,
    minor: false,
    v: 3,
    outbox: [],
    outboxAt: null,
  }
  const needs = { teacher: 'agreed', guardian: 'none', admin: 'none' } as const
  await world.connections.collection.insertOne({
    ...{
      _id: id,
      ...common,
      requesterId: student.userId,
      learnerSide: [student.userId],
      message: 'Hello',
      preferredTimes: [],
    },
    ...{ flags: [], needs, note: '', requestedAt: new Date(), decidedAt: new Date(), erasedAt: null },
    ...{
      learnerBirthYear: null,
      remindedAt: null,
      adminReviewedAt: null,
      pause: null,
      blockedBy: [],
      liftedAt: null,
      videoWithdrawn: false,
    },
    dueAt: inDays(9999),
  })
  const last = {
    threadId: id,
    by: teacher.userId,
    at: new Date(),
    sealed: 'x',
    files: [],
    held: false,
    adultsOnly: false,
  }
  await world.threads.collection.insertOne({
    ...{ _id: `thread.${id}`, ...common, connectionId: id, memberIds: [teacher.userId, student.userId] },
    ...{
      lastNumber: messages,
      lastAt: new Date(),
      last: null,
      recent: [],
      released: [],
      reads: {},
      removalAnnouncedAt: null,
      kept: null,
      pausedFor: null,
      src: {},
    },
  })
  for (let number = 1; number <= messages; number++)
    await world.messages.collection.insertOne({ ...last, _id: `${id}.${number}`, number })
  return { id, teacher, student }
}
const left = async (id: string) => [
  await world.connections.collection.countDocuments({ _id: id }),
  await world.threads.collection.countDocuments({ connectionId: id }),
  await world.messages.collection.countDocuments({ threadId: id }),
]

describe('a closed connection', () => {
  it('is removed with its messages after twelve months, 30 days after a notice to its members', async () => {
    const { id, teacher, student } = await ended(3)
    await remove(334)
    expect((await world.threads.find(id))?.removalAnnouncedAt ?? null).toBeNull()
    await remove(336)
    // the next replica
    await remove(336)
    const announced = await world.kafka.published('thread.removal-announced', `thread.${id}`, 1)
    expect(announced).toHaveLength(1)
    expect(announced[0]?.personal).toMatchObject({
      subject: 'mathematics' as const,
      members: expect.arrayContaining([
        expect.objectContaining({ userId: teacher.userId }),
        expect.objectContaining({ userId: student.userId, email: `${student.userId}@example.tn` }),
      ]),
    })
    await remove(364)
    expect(await left(id)).toEqual([1, 1, 3])
    await remove(367)
    expect(await left(id)).toEqual([0, 0, 0])
  })

  it('keeps the full time of notice when the job did not run for long; without messages there is no notice', async () => {
    const [late, silent] = [await ended(1), await ended(0, 'declined')]
    await remove(500)
    expect(await left(late.id)).toEqual([1, 1, 1])
    expect(await left(silent.id)).toEqual([0, 0, 0])
    await remove(529)
    expect(await left(late.id)).toEqual([1, 1, 1])
    await remove(531)
    expect(await left(late.id)).toEqual([0, 0, 0])
  })

  it('is kept while it is paused, and its members get the notice only afterwards', async () => {
    const paused = await ended(1)
    const pause = { from: 'approved', stoppedAt: new Date(), since: new Date(), pausedFor: null }
    const set = (change: object) =>
      world.connections.collection.updateOne({ _id: paused.id }, { $set: change })
    await set({ pause })
    await remove(336)
    await remove(600)
    expect(await left(paused.id)).toEqual([1, 1, 1])
    expect((await world.threads.find(paused.id))?.removalAnnouncedAt ?? null).toBeNull()
    await set({ pause: null, liftedAt: new Date() })
    await remove(600)
    expect(await left(paused.id)).toEqual([1, 1, 1])
    await remove(631)
    expect(await left(paused.id)).toEqual([0, 0, 0])
  })

  it('stays while a report of the conversation is kept, and an open one stays anyway', async () => {
    const [reported, open] = [await ended(1), await ended(1, 'approved')]
    await world.reports.collection.insertOne({
      ...{ _id: randomUUID(), threadId: reported.id, at: inDays(300), v: 1, outbox: [], outboxAt: null },
    })
    await remove(336)
    await remove(600)
    expect(await left(reported.id)).toEqual([1, 1, 1])
    expect(await createRemovals(world)['message-reports'](inDays(664))).toBe(0)
    expect(await createRemovals(world)['message-reports'](inDays(666))).toBe(1)
    await remove(666)
    await remove(700)
    expect(await left(reported.id)).toEqual([0, 0, 0])
    expect(await left(open.id)).toEqual([1, 1, 1])
  })
})

describe('the ledger of consents', () => {
  it('stays for five years after the child’s record ended, and as long as there is one', async () => {
    const parent = await world.account('parent')
    const year = new Date().getFullYear()
    const child = async () => {
      const body = { firstName: 'Adam', birthYear: year - 11, educationLevel: 'primary' }
      const { body: answer } = await world.call('POST /children', { as: parent, body })
      // `as`: the declared answer
      const { id } = answer['data'] as { id: string }
      await world.call('POST /consents', { as: parent, body: { childId: id, purpose: 'connect' } })
      return id
    }
    const lines = (childId: string) => world.consents.collection.countDocuments({ childId })
    const [erased, kept] = [await child(), await child()]
    await world.call(`DELETE /children/${erased}`, { as: parent })
    const unpublished = { childId: erased, outboxAt: { $type: 'date' as const } }
    await eventually(async () => (await world.consents.collection.countDocuments(unpublished)) === 0)
    expect(await createRemovals(world).consents(inDays(1825))).toBe(0)
    expect(await lines(erased)).toBe(1)
    expect(await createRemovals(world).consents(inDays(1827))).toBe(1)
    expect([await lines(erased), await lines(kept)]).toEqual([0, 1])
    await createRemovals(world).consents(inDays(9000))
    expect(await lines(kept)).toBe(1)
  })
})
