import { randomUUID } from 'node:crypto'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { revokedBeforeKey, revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import { boardPath, boardProtocol } from '@darsi/contracts/rules/board-socket.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { eventually, markRevocationsComplete, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { eraseAccount } from '../src/erasure.ts'
import {
  adult,
  child,
  groupOf,
  type Lesson,
  lessonOf,
  liveGroup,
  openBoth,
  type Tab,
  tabOf,
  upgradeStatus,
  worldOfFile,
} from './world.ts'

const world = await worldOfFile()

const open = (lesson: Lesson, as: Lesson['teacher']) => tabOf(world, lesson, as)
const ticketOf = async (tab: Tab) => (await tab.enter()).ticket
const opens = async (ticket: string) =>
  upgradeStatus(world, boardPath, [boardProtocol, `ticket.${ticket}`], await world.headers())

/** The tab is closed, and neither its unused ticket nor its seat opens the room again. */
async function isOut(tab: Tab, ticket: string) {
  await eventually(() => !tab.isOpen())
  expect(await opens(ticket)).toBe(401)
  expect((await tab.call('POST /enter', { device: tab.device })).status).toBeGreaterThanOrEqual(400)
}

const suspended = ({ student: { userId } }: Lesson) =>
  world.kafka.account.suspended({ userId, fullName: 'Amina Ben Salah' })
const losses: [string, (lesson: Lesson) => Promise<unknown>][] = [
  ['a withdrawn consent', (one) => one.publishConnection('approved', 'changed', { videoWithdrawn: true })],
  ['a paused connection', (one) => one.publishConnection('suspended', 'suspended')],
  ['an ended connection', (one) => one.publishConnection('ended', 'ended')],
  ['a paused lesson', (one) => one.publishLesson('session.held')],
  ['a cancelled seat', (one) => one.publishLesson('session.cancelled')],
  ['a suspended account', suspended],
  ['an erased account', (one) => eraseAccount(world.parts, one.student.userId, world.now())],
]

describe('a group that is live', () => {
  it.each(losses)('goes on for the others after %s, and that learner is out', async (_loss, lose) => {
    const { one, lead, first, second } = await liveGroup(world, adult)
    const ticket = await ticketOf(first)
    await lose(one)
    await isOut(first, ticket)
    for (const path of ['GET /board', `GET /pictures/${randomUUID()}`])
      expect((await first.call(path)).status).toBe(404)
    for (const path of ['POST /pages', 'POST /hand'])
      expect((await first.call(path, { raised: true })).status).toBeGreaterThanOrEqual(400)
    expect(await second.room()).toMatchObject({ state: 'live', rights: { speak: true, write: true } })
    expect((await second.room()).people.map(({ userId }) => userId)).not.toContain(one.student.userId)
    expect(second.isOpen() && lead.isOpen()).toBe(true)
    expect(await lead.room()).toMatchObject({ state: 'live', rights: { speak: true, write: true } })
    // also through the address of the lost seat
    for (const tab of [lead, second]) expect(await opens(await ticketOf(tab))).toBe(101)
    expect((await lead.call('POST /pages')).status).toBe(201)
  })

  it('closes to a guardian who was removed, and pauses that child alone', async () => {
    const { one, two, teacher } = await groupOf(world, child)
    const lead = await open(one, teacher)
    const first = await open(one, one.student)
    const mother = await open(one, one.parent)
    const second = await open(two, two.student)
    await open(two, two.parent)
    await lead.call('POST /admit')
    const ticket = await ticketOf(mother)
    await one.publishConnection('approved', 'changed', { guardianIds: [someone('parent').userId] })
    await isOut(mother, ticket)
    expect((await mother.call('GET ')).status).toBe(404)
    await eventually(async () => (await first.room()).state === 'held')
    expect(await first.room()).toMatchObject({ rights: { speak: false, write: false } })
    expect(await second.room()).toMatchObject({ state: 'live', rights: { speak: true } })
  })
})

describe('a seat is closed within seconds', () => {
  it.each([
    ['when its session was ended', ({ sessionId }: Identity) => revokedSessionKey(sessionId)],
    ['when all sessions of its account were ended', ({ userId }: Identity) => revokedBeforeKey(userId)],
  ])('%s, and opens again with a new session', async (_name, keyOf) => {
    const { lesson, teacher, student } = await openBoth(world, adult)
    await teacher.call('POST /admit')
    const ticket = await ticketOf(student)
    await markRevocationsComplete(world.redis)
    const seconds = Math.floor(world.now().getTime() / 1000)
    await world.redis.set(keyOf(student.as), seconds, 'EX', 60)
    await eventually(() => !student.isOpen(), 10_000)
    expect(await opens(ticket)).toBe(401)
    const renewed = { ...student.as, sessionId: randomUUID() }
    const again = await tabOf(world, lesson, renewed, student.device)
    expect(await opens(await ticketOf(again))).toBe(101)
    expect(again.isOpen() && teacher.isOpen()).toBe(true)
  })

  it('when its session was ended before its ticket is used', async () => {
    const lesson = await lessonOf(world, adult)
    const student = await open(lesson, lesson.student)
    const ticket = await ticketOf(student)
    student.close()
    await markRevocationsComplete(world.redis)
    await world.redis.set(revokedSessionKey(student.as.sessionId), 1, 'EX', 60)
    expect(await opens(ticket)).toBe(401)
  })

  it('for the older session when another one enters in its place', async () => {
    const lesson = await lessonOf(world, adult)
    const student = await open(lesson, lesson.student)
    const renewed = { ...student.as, sessionId: randomUUID() }
    const again = await tabOf(world, lesson, renewed, student.device)
    await eventually(() => !student.isOpen(), 10_000)
    expect(again.isOpen()).toBe(true)
  })
})

describe('a room of a removed connection', () => {
  it('is closed to a guardian who left the child, and open to the other one', async () => {
    const lesson = await lessonOf(world, child)
    const { sessionId, parent, student } = lesson
    const [other, childId] = [someone('parent'), randomUUID()]
    const statusFor = async (as: Identity) => (await world.call(`GET /classroom/${sessionId}`, { as })).status
    await lesson.publishConnection('ended', 'ended', { childId, guardianIds: [parent.userId, other.userId] })
    expect(await statusFor(parent)).toBe(200)
    await world.kafka.publish('users', childId, 1, {
      type: 'guardian.left',
      data: {
        ...{ childId, accountId: student.userId, guardianId: parent.userId },
        ...{ guardianIds: [other.userId], at: world.now().toISOString() },
      },
      personal: { childName: 'Amina', guardianName: 'Leila', guardians: [] },
    })
    await eventually(async () => (await statusFor(parent)) === 404)
    expect(await statusFor(other)).toBe(200)
  })
})

describe('a lesson that nobody has started', () => {
  it.each([
    ['was cancelled', 'session.cancelled', 0],
    ['was moved to the next day', 'session.moved', dayMs],
  ] as const)('closes its tabs when it %s', async (_name, type, laterMs) => {
    const { lesson, teacher, student } = await openBoth(world, adult)
    const { sessionId } = lesson
    const tickets = [await ticketOf(teacher), await ticketOf(student)]
    // as it is while presence is not noted yet
    await world.collections.rooms.updateOne({ _id: sessionId }, { $set: { openedAt: null, present: [] } })
    await lesson.publishLesson(type, laterMs)
    await isOut(teacher, tickets[0] ?? '')
    await isOut(student, tickets[1] ?? '')
  })
})
