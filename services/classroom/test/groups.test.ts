import { randomUUID } from 'node:crypto'
import { movedMark } from '@darsi/contracts/rules/board-limits.ts'
import { eventually, someone } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { applyUpdate, Doc } from 'yjs'
import { eraseAccount } from '../src/erasure.ts'
import { adult, child, type Lesson, lessonOf, start, type Tab, tabOf, type World } from './world.ts'

let world: World
const tabs: Tab[] = []
beforeAll(async () => {
  world = await start()
})
afterAll(async () => {
  for (const tab of tabs) tab.close()
  await world.close()
})

const open = async (lesson: Lesson, as: Lesson['teacher']) => {
  const tab = await tabOf(world, lesson, as)
  tabs.push(tab)
  return tab
}
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
async function groupOf(learner: typeof child) {
  const [groupId, teacher] = [randomUUID(), someone('teacher')]
  const one = await lessonOf(world, learner, { groupId, teacher, name: 'Amina' })
  const two = await lessonOf(world, learner, { groupId, teacher, name: 'Youssef' })
  return { one, two, teacher, groupId }
}

describe('a group of two children of nine', () => {
  it('shares one room, in which each child needs its own guardian', async () => {
    const { one, two, teacher } = await groupOf(child)
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

describe('a group of two adults', () => {
  it('closes the board to a learner who was not let in', async () => {
    const { one, two, teacher } = await groupOf(adult)
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
    const { one, two, teacher, groupId } = await groupOf(adult)
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
    expect(await exportedBoards(two.student)).toEqual([`${groupId}/1`])

    await eraseAccount(world.parts, one.student.userId, world.now())
    expect(await objectsOf(second)).toEqual(kept)
    await eraseAccount(world.parts, teacher.userId, world.now())
    const { pages, writers } = world.parts.collections
    expect(await pages.countDocuments({ sessionId: groupId })).toBe(0)
    expect(await writers.countDocuments({ sessionId: groupId })).toBe(0)
  })

  it('loses what a learner drew who is erased while the page is open and not stored yet', async () => {
    const { one, two, teacher } = await groupOf(adult)
    const lead = await open(one, teacher)
    const first = await open(one, one.student)
    const second = await open(two, two.student)
    await lead.call('POST /admit')
    await lead.call('POST /pages')
    const on2 = async (tab: Tab) => {
      const opened = await tab.open('2')
      if (opened === 'refused') throw new Error('the board is closed')
      return opened.getMap<object>('o')
    }
    const [ofOne, ofTwo] = [await on2(first), await on2(second)]
    ofOne.set('of one', { k: 0 })
    await eventually(async () => ofTwo.has('of one'))
    await eraseAccount(world.parts, one.student.userId, world.now())
    ofTwo.set('of two', { k: 0 })
    await lead.call('POST /end')
    await eventually(async () => (await objectsOf(second)).toString() === 'of two')
  })

  it('goes on without the learner whose connection ended', async () => {
    const { one, two, teacher } = await groupOf(adult)
    const lead = await open(one, teacher)
    const first = await open(one, one.student)
    const second = await open(two, two.student)
    await lead.call('POST /admit')
    await one.publishConnection('ended', 'ended')
    await eventually(async () => !first.isOpen())
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
