import { randomUUID } from 'node:crypto'
import { movedMark } from '@darsi/contracts/rules/board-limits.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { applyUpdate, Doc } from 'yjs'
import { eraseAccount } from '../src/erasure.ts'
import { createRetention } from '../src/retention.ts'
import {
  adult,
  child,
  groupOf,
  type Lesson,
  lessonOf,
  liveGroup,
  type Tab,
  tabOf,
  worldOfFile,
} from './world.ts'

const world = await worldOfFile()

const open = (lesson: Lesson, as: Lesson['teacher']) => tabOf(world, lesson, as)
/** The shared page, once this person was let in. */
const boardOf = async (tab: Tab) => {
  const opened = await tab.open('1')
  if (opened === 'refused') throw new Error('the board is closed')
  return opened.getMap<object>('o')
}
const stateOf = async (tab: Tab) => (await tab.room()).state
const namesIn = async (tab: Tab) => (await tab.room()).people.map(({ name }) => name).sort()
const objectsOf = async (tab: Tab) => {
  const answer = await tab.call('GET /board')
  if (answer.status !== 200) return answer.status
  const { pages } = answer.body['data'] as { pages: { update: string }[] }
  const doc = new Doc()
  for (const { update } of pages) applyUpdate(doc, Buffer.from(update, 'base64'))
  return [...doc.getMap('o').keys()].sort()
}
async function exportedBoards(as: Lesson['teacher']): Promise<string[]> {
  const { body } = await world.call('GET /me/export/classroom', { as })
  // `as`: the declared answer
  const boards = body['classroomBoards'] as { sessionId: string; page: string }[]
  return boards.map(({ sessionId, page }) => `${sessionId}/${page}`)
}
const photograph = async () =>
  new Uint8Array(
    await sharp({ create: { width: 6, height: 4, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer(),
  )
const upload = async ({ sessionId }: Lesson, as: Lesson['teacher']) => {
  const headers = { 'content-type': 'image/jpeg' }
  const key = `POST /classroom/${sessionId}/pictures`
  return dataOf<{ id: string }>(await world.call(key, { as, file: await photograph(), headers })).id
}
const viewed = async ({ sessionId }: Lesson, as: Lesson['teacher'], id: string) => {
  const headers = await world.headers(as)
  return (await fetch(`${world.url}/classroom/${sessionId}/pictures/${id}`, { headers })).status
}
async function exportedPictures(as: Lesson['teacher']): Promise<string[]> {
  const { body } = await world.call('GET /me/export/classroom', { as })
  // `as`: the declared answer
  return (body['classroomPictures'] as { id: string }[]).map(({ id }) => id).sort()
}
describe('a group of two children of nine', () => {
  it('shares one room, in which each child needs its own guardian', async () => {
    const { one, two, teacher } = await groupOf(world, child)
    const lead = await open(one, teacher)
    const first = await open(one, one.student)
    const second = await open(two, two.student)
    const mother = await open(one, one.parent)
    expect((await lead.call('POST /admit')).status).toBe(200)
    expect(await stateOf(first)).toBe('live')
    // the guardian of one child is not the other's
    expect(await second.room()).toMatchObject({ state: 'lobby', rights: { speak: false } })
    await open(two, two.parent)
    expect((await lead.call('POST /admit')).status).toBe(200)
    expect(await stateOf(second)).toBe('live')
    expect(await namesIn(first)).toEqual([
      'Amina Ben Salah',
      'Leila',
      'Leila Ben Salah',
      'Sami Trabelsi',
      'Youssef',
    ])
    expect(await namesIn(lead)).toEqual(expect.arrayContaining(['Amina', 'Youssef']))

    await mother.leave()
    world.pass(21_000)
    await eventually(async () => (await stateOf(first)) === 'held')
    expect(await first.room()).toMatchObject({ rights: { speak: false, write: false } })
    expect(await second.room()).toMatchObject({ state: 'live', rights: { speak: true } })

    // a seat that ended reads the board once the whole hour has ended
    expect((await mother.call('POST /end')).status).toBe(200)
    expect(await stateOf(first)).toBe('ended')
    await eventually(async () => (await stateOf(second)) === 'live')
    expect(await objectsOf(first)).toBe(404)
    expect((await first.room()).boardPages).toEqual([])
    expect(await objectsOf(second)).toEqual([])
    expect((await lead.call('POST /end')).status).toBe(200)
    await eventually(async () => !first.isOpen() && !second.isOpen() && !lead.isOpen())
    expect(await stateOf(second)).toBe('ended')
    expect(await objectsOf(first)).toEqual([])
  })
})

describe('the evidence of a report from a group', () => {
  const reported = async (tab: Tab) => {
    const by = tab.as.userId
    expect((await tab.call('POST /report', { reason: 'behaviour', text: 'He shouted' })).status).toBe(201)
    const [report] = await world.collections.reports.find({ by }).toArray()
    const id = String(report?._id)
    const [event] = await world.kafka.published('classroom.reported', id, 1)
    return { id, event }
  }

  it('by a family names that family alone, and only administrators open it', async () => {
    const { one, two, teacher, lead, second } = await liveGroup(world, child)
    lead.document.getMap('o').set('drawn', { t: 'triangle' })
    const shared = await boardOf(second)
    await eventually(() => shared.has('drawn'))
    const picture = await upload(one, teacher)
    await eventually(async () => (await objectsOf(second)).toString() === 'drawn')
    const { id, event } = await reported(second)
    expect(event).toMatchObject({
      data: {
        ...{ sessionId: two.sessionId, connectionId: two.connectionId, studentId: two.student.userId },
        ...{ guardianIds: [two.parent.userId], by: two.student.userId, severity: 'high' },
      },
    })
    expect(event?.data).not.toHaveProperty('aboutUserId')
    const text = JSON.stringify(event)
    for (const other of [one.sessionId, one.connectionId, one.student.userId, one.parent.userId, 'Amina'])
      expect(text).not.toContain(other)
    const key = `POST /admin/classroom-reports/${id}/view`
    for (const as of [teacher, one.student, one.parent, two.student, two.parent])
      expect((await world.call(key, { as })).status).toBe(403)
    const admin = someone('admin')
    // `as`: the declared answer
    const { data } = (await world.call(key, { as: admin })).body as {
      data: { pages: { update: string }[]; people: { name: string }[] }
    }
    expect(data.people.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Sami Trabelsi', 'Amina Ben Salah', 'Youssef Ben Salah']),
    )
    const board = new Doc()
    for (const { update } of data.pages) applyUpdate(board, Buffer.from(update, 'base64'))
    expect([...board.getMap('o').keys()]).toContain('drawn')
    const seen = `${world.url}/admin/classroom-reports/${id}/pictures/${picture}`
    expect((await fetch(seen, { headers: await world.headers(admin) })).status).toBe(200)
    expect((await fetch(seen, { headers: await world.headers(two.parent) })).status).toBe(403)
  })

  it('by the teacher is for administrators alone: the teacher may mean any of the children', async () => {
    const { lead } = await liveGroup(world, child)
    const { event } = await reported(lead)
    expect(event?.data).toMatchObject({ guardianIds: [], minor: true, severity: 'high' })
    for (const field of ['studentId', 'childId', 'aboutUserId']) expect(event?.data).not.toHaveProperty(field)
    expect(event?.data).toHaveProperty('ofGroup', true)
  })

  it('by the teacher about a learner is about that learner, from any seat', async () => {
    const { two, lead, first } = await liveGroup(world, child)
    const body = { reason: 'danger', connectionId: two.connectionId }
    expect((await lead.call('POST /report', body)).status).toBe(201)
    const [report] = await world.collections.reports.find({ by: lead.as.userId }).toArray()
    const [event] = await world.kafka.published('classroom.reported', String(report?._id), 1)
    const { sessionId, connectionId, student, parent } = two
    const data = { sessionId, connectionId, studentId: student.userId, guardianIds: [parent.userId] }
    expect(event?.data).toMatchObject({ ...data, aboutUserId: student.userId, severity: 'high' })
    expect(event?.data).not.toHaveProperty('ofGroup')
    // a family names no other one
    expect((await first.call('POST /report', body)).status).toBe(404)
  })
})

describe('the pictures of a group', () => {
  it('are those of the people who were let in; erasure and retention remove each where it belongs', async () => {
    const { one, two, teacher, groupId, lead, first, second } = await liveGroup(world, adult)
    const never = await lessonOf(world, adult, { groupId, teacher, name: 'Rim' })
    const [ofOne, ofTwo] = [await upload(one, one.student), await upload(two, two.student)]
    const both = [ofOne, ofTwo].sort()
    for (const [lesson, as] of [
      [one, one.student],
      [two, two.student],
      [two, teacher],
    ] as const)
      expect(await viewed(lesson, as, ofOne)).toBe(200)
    const waiting = await open(never, never.student)
    expect(await viewed(never, never.student, ofOne)).toBe(404)
    waiting.close()
    expect((await lead.call('POST /report', { reason: 'other', text: 'A picture' })).status).toBe(201)
    expect((await lead.call('POST /end')).status).toBe(200)
    await eventually(() => [lead, first, second].every((tab) => !tab.isOpen()))
    // each picture once, although the teacher has two seats with it
    for (const as of [teacher, one.student, two.student]) expect(await exportedPictures(as)).toEqual(both)
    expect(await exportedPictures(never.student)).toEqual([])

    await eraseAccount(world.parts, one.student.userId, world.now())
    expect(await exportedPictures(two.student)).toEqual([ofTwo])
    expect(await viewed(two, two.student, ofOne)).toBe(404)

    const ofGroup = { sessionId: groupId }
    const { pages, pictures, seats, writers, rooms, reports } = world.collections
    // only this group is that old
    const lessonEndsAt = new Date(world.now().getTime() - 366 * 24 * 3600 * 1000)
    await rooms.updateMany({ groupId }, { $set: { lessonEndsAt } })
    expect(await createRetention(world.parts).classrooms(world.now())).toBe(3)
    const left = await Promise.all(
      [pages, pictures, seats, writers].map((rows) => rows.countDocuments(ofGroup)),
    )
    expect(left).toEqual([0, 0, 0, 0])
    // the evidence is kept longer, also of the erased learner's picture
    const [report] = await reports.find({ by: teacher.userId }).toArray()
    expect(report?.pictures.map(({ id }) => id).sort()).toEqual(both)
    for (const { file } of report?.pictures ?? []) expect(await world.storage.get(file.key)).not.toBeNull()
  })
})

describe('learners with equal first names', () => {
  it('have the same number in the list of people and in the choice of conversations', async () => {
    const [groupId, teacher] = [randomUUID(), someone('teacher')]
    const learner = { ...child, birthYear: 2012 }
    const one = await lessonOf(world, learner, { groupId, teacher })
    const two = await lessonOf(world, learner, { groupId, teacher })
    const other = await lessonOf(world, learner, { groupId, teacher, name: 'Youssef' })
    const lead = await open(other, teacher)
    const first = await open(one, one.student)
    // before anybody is let in, a number would reveal another learner's name
    expect(await namesIn(first)).toEqual(['Amina Ben Salah', 'Leila Ben Salah', 'Sami Trabelsi'])
    const second = await open(two, two.student)
    await lead.call('POST /admit')
    const { people, threads } = await lead.room()
    const nameOf = (userId: string) => people.find((person) => person.userId === userId)?.name
    const threadOf = (connectionId: string) =>
      threads.find((thread) => thread.connectionId === connectionId)?.name
    const numbered = [nameOf(one.student.userId), nameOf(two.student.userId)]
    expect([...numbered].sort()).toEqual(['Amina (1)', 'Amina (2)'])
    expect([threadOf(one.connectionId), threadOf(two.connectionId)]).toEqual(numbered)
    expect(nameOf(other.student.userId)).toBe('Youssef')
    // a learner reads the same number
    expect(await namesIn(second)).toEqual(expect.arrayContaining([numbered[0]]))
    expect((await second.room()).threads.map(({ name }) => name)).toEqual(['Amina'])
  })
})

describe('a group of two adults', () => {
  it('notes the tabs that draw as writers, not each movement of a pointer', async () => {
    const { one, groupId, lead, first, second } = await liveGroup(world, adult)
    first.close()
    const again = await tabOf(world, one, one.student, first.device)
    for (let x = 0; x < 30; x++) lead.provider.setAwarenessField('pointer', { x })
    const states = () => [...(again.provider.awareness?.getStates().values() ?? [])]
    await eventually(() => states().some(({ pointer }) => pointer?.x === 29))
    lead.document.getMap('o').set('drawn', { k: 0 })
    const shared = await boardOf(second)
    await eventually(() => shared.has('drawn'))
    const rows = await world.collections.writers.find({ sessionId: groupId, page: '1' }).toArray()
    expect(rows.map(({ client }) => client)).toEqual([lead.document.clientID])
  })

  it('closes the board to a learner who was not let in', async () => {
    const { one, two, teacher } = await groupOf(world, adult)
    const lead = await open(one, teacher)
    const first = await open(one, one.student)
    expect((await first.room()).boardPages).toEqual([{ id: `waiting-${one.student.userId}`, number: 1 }])
    await lead.call('POST /admit')
    expect((await first.room()).boardPages).toEqual([{ id: '1', number: 1 }])
    const drawn = await boardOf(first)
    drawn.set('of one', { k: 0 })
    const late = await open(two, two.student)
    expect(await stateOf(late)).toBe('lobby')
    expect(await late.open('1')).toBe('refused')
    expect(await late.open(`waiting-${one.student.userId}`)).toBe('refused')
    expect(await objectsOf(late)).toBe(404)
    expect(await namesIn(late)).toEqual(['Sami Trabelsi', 'Youssef Ben Salah'])
    // the teacher hears of it and lets the learner in
    await eventually(async () => (await lead.room()).rights.admit)
    const waiting = async (tab: Tab) =>
      (await tab.room()).people.filter((each) => each.waiting).map(({ userId }) => userId)
    expect(await waiting(lead)).toEqual([two.student.userId])
    late.messages.length = 0
    await lead.call('POST /admit')
    await eventually(async () => late.messages.some((message) => message.includes('"room"')))
    expect(await waiting(lead)).toEqual([])
    // the right to draw and the messages are each learner's own
    const named = { write: false, userId: one.student.userId }
    expect((await lead.call('POST /rights', named)).status).toBe(200)
    expect(await first.room()).toMatchObject({ rights: { write: false } })
    expect(await late.room()).toMatchObject({ rights: { write: true } })
    expect((await lead.call('POST /rights', { ...named, userId: teacher.userId })).status).toBe(404)
    expect((await first.room()).threads).toEqual([{ connectionId: one.connectionId, name: 'Amina' }])
    expect((await lead.room()).threads).toHaveLength(2)
    const seen = await boardOf(late)
    await eventually(async () => seen.has('of one'))
  })

  it('has one board, readable later by those who were there, without what an erased learner drew', async () => {
    const { one, two, teacher, groupId } = await groupOf(world, adult)
    const never = await lessonOf(world, adult, { groupId, teacher, name: 'Rim' })
    await never.publishConnection('ended', 'ended')
    const lead = await open(one, teacher)
    const first = await open(one, one.student)
    const second = await open(two, two.student)
    await lead.call('POST /admit')
    const [ofOne, ofTwo, all] = [await boardOf(first), await boardOf(second), lead.document.getMap('o')]
    // the browser's word about the author does not count
    ofOne.set('of one', { k: 0, b: two.student.userId })
    ofTwo.set('of two', { k: 0, b: one.student.userId })
    await eventually(async () => all.size === 2 && ofTwo.size === 2 && ofOne.size === 2)
    // who changes or moves an object does not become its author
    ofTwo.set('of one', { k: 1 })
    ofTwo.set(`of one${movedMark}`, { p: 1 })
    ofOne.set('of two', { k: 1 })
    ofOne.set(`of two${movedMark}`, { p: 1 })
    await eventually(async () => all.size === 4)
    await lead.call('POST /end')
    const kept = ['of two', `of two${movedMark}`]
    const whole = ['of one', `of one${movedMark}`, ...kept]
    await eventually(async () => (await objectsOf(first)).toString() === whole.toString())
    expect(await objectsOf(second)).toEqual(whole)
    const denied = await world.call(`GET /classroom/${never.sessionId}/board`, { as: never.student })
    expect(denied.status).toBe(404)
    expect(await exportedBoards(never.student)).toEqual([])
    // what was drawn together stays readable
    await two.publishConnection('ended', 'ended')
    expect(await objectsOf(second)).toEqual(whole)
    expect(await exportedBoards(two.student)).toEqual([`${groupId}/1`])

    await eraseAccount(world.parts, one.student.userId, world.now())
    expect(await objectsOf(second)).toEqual(kept)
    await eraseAccount(world.parts, teacher.userId, world.now())
    const { pages, writers } = world.parts.collections
    // a page that was just being stored notices the erasure afterwards
    await eventually(async () => (await pages.countDocuments({ sessionId: groupId })) === 0)
    expect(await writers.countDocuments({ sessionId: groupId })).toBe(0)
  })

  it('loses what a child without an account made whose last guardian leaves, and nothing else', async () => {
    const { one, two, teacher } = await groupOf(world, child)
    const ofChild = { studentId: undefined, childId: randomUUID() }
    await one.publishConnection('approved', 'changed', ofChild)
    await two.publishConnection('approved', 'changed', { ...ofChild, childId: randomUUID() })
    const lead = await open(one, teacher)
    const first = await open(one, one.parent)
    const second = await open(two, two.parent)
    await lead.call('POST /admit')
    const [ofOne, ofTwo, all] = [await boardOf(first), await boardOf(second), lead.document.getMap('o')]
    ofOne.set('of one', { k: 0 })
    ofTwo.set('of two', { k: 0 })
    await eventually(() => all.size === 2)
    await upload(one, one.parent)
    const kept = [await upload(two, two.parent), await upload(one, teacher)].sort()
    await one.publishConnection('ended', 'ended', { ...ofChild, guardianIds: [] })
    await eventually(() => !all.has('of one') && !ofTwo.has('of one'))
    expect([...all.keys()]).toEqual(['of two'])
    await eventually(async () => (await exportedPictures(two.parent)).toString() === kept.toString())
  })

  it('loses what a learner drew who is erased while the page is open and not stored yet', async () => {
    const { one, lead, first, second } = await liveGroup(world, adult)
    await lead.call('POST /pages')
    const on2 = async (tab: Tab) => {
      const opened = await tab.open('2')
      if (opened === 'refused') throw new Error('the board is closed')
      return opened.getMap<object>('o')
    }
    const [ofOne, ofTwo] = [await on2(first), await on2(second)]
    ofOne.set('of one', { k: 0 })
    await eventually(async () => ofTwo.has('of one'))
    const ofTeacher = lead.document.getMap('o')
    const drawn = await boardOf(first)
    drawn.set('on the first page', { k: 0 })
    await eventually(() => ofTeacher.has('on the first page'))
    await eraseAccount(world.parts, one.student.userId, world.now())
    // without a reload, on every page that is open
    await eventually(() => !ofTwo.has('of one') && !ofTeacher.has('on the first page'))
    expect(lead.isOpen() && second.isOpen()).toBe(true)
    ofTwo.set('of two', { k: 0 })
    await lead.call('POST /end')
    await eventually(async () => (await objectsOf(second)).toString() === 'of two')
  })

  it.each([
    ['connection has ended', 'ended', 'ended', {}],
    ['connection is suspended', 'suspended', 'suspended', {}],
    ['consent for video was withdrawn', 'approved', 'changed', { videoWithdrawn: true }],
  ] as const)('within two seconds goes on without the learner whose %s', async (_, status, type, change) => {
    const { one, lead, first, second } = await liveGroup(world, adult)
    await one.publishConnection(status, type, change)
    await eventually(async () => !first.isOpen(), 2000)
    expect(await stateOf(second)).toBe('live')
    expect(lead.isOpen() && second.isOpen()).toBe(true)
    expect(await namesIn(second)).not.toContain('Amina')
    expect(await objectsOf(first)).toBe(404)
    expect(await namesIn(first)).not.toContain('Youssef')
  })
})

it('a group that meets at a link of its own has a room for each seat, as before', async () => {
  const [groupId, teacher] = [randomUUID(), someone('teacher')]
  const elsewhere = { groupId, teacher, inClassroom: false }
  const one = await lessonOf(world, adult, { ...elsewhere, name: 'Amina' })
  const two = await lessonOf(world, adult, { ...elsewhere, name: 'Youssef' })
  const lead = await open(one, teacher)
  const first = await open(one, one.student)
  const second = await open(two, two.student)
  await lead.call('POST /admit')
  expect(await first.room()).toMatchObject({ state: 'live', roomId: one.sessionId })
  expect(await second.room()).toMatchObject({ state: 'lobby', roomId: two.sessionId })
  expect(await namesIn(first)).not.toContain('Youssef')
})

it('no adult learner is in a room with minors: the seat of a pupil who turns out to be one ends at once', async () => {
  const { one, two, teacher } = await groupOf(world, child)
  const [lead, young, other] = [
    await open(one, teacher),
    await open(one, one.student),
    await open(two, two.student),
  ]
  await two.publishConnection('approved', 'changed', { minor: false, guardianIds: [] })
  await eventually(async () => !other.isOpen())
  expect(await other.room()).toMatchObject({ state: 'ended', endCause: 'session-cancelled' })
  expect(young.isOpen() && lead.isOpen()).toBe(true)
  const never = await lessonOf(world, adult, { groupId: one.roomId, teacher, audience: 'minors' })
  const device = randomUUID()
  const answer = await world.call(`POST /classroom/${never.sessionId}/enter`, {
    as: never.student,
    body: { device, takeOver: false },
  })
  expect(answer).toMatchObject({ status: 409, body: { code: 'SESSION_STATE' } })
})
