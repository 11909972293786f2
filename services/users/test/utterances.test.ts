import { randomUUID } from 'node:crypto'
import type { Homework } from '@darsi/contracts/calls/users/homework-api.ts'
import type { Message } from '@darsi/contracts/calls/users/threads-api.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { eventually } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { recordHomeworkOf } from '../src/homework/record-homework.ts'
import { connectedIn } from './connected.ts'
import { data, start, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await start()
})
afterAll(() => world.close())

const write = async (as: Identity, thread: string, text: string) =>
  data<Message>(await world.call(`POST /threads/${thread}/messages`, { as, body: { text } }))
const give = async (as: Identity, thread: string, text: string, more: object = {}) => {
  const dueAt = new Date(Date.now() + 48 * 3_600_000).toISOString()
  const body = { title: 'Exercise 3', text, dueAt, ...more }
  return data<Homework>(await world.call(`POST /threads/${thread}/homework`, { as, body }))
}
const handIn = (as: Identity, { id }: Homework, body: object) =>
  world.call(`POST /homework/${id}/hand-in`, { as, body })
const mark = (as: Identity, { id }: Homework, comment: string) =>
  world.call(`PUT /homework/${id}/mark`, { as, body: { value: 12, comment } })
const withdraw = (as: Identity, { id }: Homework) => world.call(`DELETE /homework/${id}`, { as })
const report = (as: Identity, thread: string, more: object = {}) =>
  world.call(`POST /threads/${thread}/report`, { as, body: { reason: 'Look at this', ...more } })
const evidenceOf = async (thread: string) => {
  const { _id } = await eventually(() => world.reports.collection.findOne({ threadId: thread }))
  const [copied] = await world.kafka.published('evidence.copied', `evidence.${_id}`, 1)
  return copied?.personal
}
const textsOf = async (connectionId: string) => {
  const found = await world.utterances.collection.find({ connectionId }, { sort: { at: 1 } }).toArray()
  return found.map((each) => [each.field, world.utterances.textOf(each)])
}

describe('what is written in a minor’s connection', () => {
  it('stays in evidence: withdrawn homework, replaced hand-ins and marks are entries of their own', async () => {
    const { id, teacher, student, parent } = await connectedIn(world, { minor: true })
    await write(teacher, id, 'Good evening')
    await withdraw(teacher, await give(teacher, id, 'Come down to my car'))
    const homework = await give(teacher, id, 'Page 12')
    for (const text of ['First', 'Second']) await handIn(student, homework, { text })
    for (const comment of ['One', 'Two', 'Three'])
      expect((await mark(teacher, homework, comment)).status).toBe(200)
    expect((await report(parent, id)).status).toBe(200)
    const copy = await evidenceOf(id)
    expect(copy?.messages.map(({ field, by, text }) => [field, by, text])).toEqual([
      ['message', teacher.userId, 'Good evening'],
      ['homework', teacher.userId, 'Exercise 3\nCome down to my car'],
      ['homework', teacher.userId, 'Exercise 3\nPage 12'],
      ['hand-in', student.userId, 'First'],
      ['hand-in', student.userId, 'Second'],
      ['mark', teacher.userId, 'One'],
      ['mark', teacher.userId, 'Two'],
      ['mark', teacher.userId, 'Three'],
    ])
    // sealed
    const stored = JSON.stringify(await world.utterances.collection.find({ connectionId: id }).toArray())
    expect(stored).not.toMatch(/car|Page|First/)
  })

  it('is stored once, also when two answer at once and events are repeated', async () => {
    const { id, teacher, parents } = await connectedIn(world, { minor: true, child: true, guardians: 2 })
    const homework = await give(teacher, id, 'Page 12')
    await Promise.all(parents.map((parent, i) => handIn(parent, homework, { text: `Answer ${i}` })))
    await recordHomeworkOf(world, { data: { homeworkId: homework.id } })
    expect((await textsOf(id)).map(([, text]) => text).toSorted()).toEqual([
      'Answer 0',
      'Answer 1',
      'Exercise 3\nPage 12',
    ])
  })

  it('has the text that a crash left unrecorded before the next one replaces it', async () => {
    const { id, teacher, student } = await connectedIn(world, { minor: true })
    const homework = await give(teacher, id, 'Page 12')
    await handIn(student, homework, { text: 'First' })
    await world.utterances.collection.deleteMany({ about: homework.id, field: 'hand-in' })
    await handIn(student, homework, { text: 'Second' })
    expect((await textsOf(id)).filter(([field]) => field === 'hand-in')).toEqual([
      ['hand-in', 'First'],
      ['hand-in', 'Second'],
    ])
  })

  it('is read by the contact gate: the author’s last texts of the connection, newest first', async () => {
    const { id, teacher, student } = await connectedIn(world, { minor: true })
    await write(teacher, id, 'Write this down: 20')
    await write(student, id, 'Yes')
    await give(teacher, id, 'and then 555')
    const texts = await world.utterances.lastTexts(
      { connectionId: id, by: teacher.userId },
      { since: new Date(Date.now() - 60_000), limit: 10 },
    )
    expect(texts.map(({ text }) => text)).toEqual(['Exercise 3\nand then 555', 'Write this down: 20'])
  })

  it('also holds requests and the notes of those who answer them', async () => {
    const { id, teacher, parent, childId, tell } = await connectedIn(world, { minor: true, child: true })
    const at = new Date().toISOString()
    const event = (type: 'requested' | 'ended', sequence: number, by: string, words: object) =>
      world.kafka.publish('users', id, sequence, {
        type: `connection.${type}`,
        data: {
          ...{ connectionId: id, status: 'ended', teacherId: teacher.userId, childId, minor: true },
          ...{ guardianIds: [parent.userId], requesterId: parent.userId, subject: 'mathematics', by },
          ...{ learnerBirthYear: null, flags: [], requestedAt: at, decidedAt: at, at },
          needs: { teacher: 'agreed', guardian: 'agreed', admin: 'agreed' },
        },
        personal: {
          teacher: { email: 't@example.tn', fullName: 'T', language: 'fr' },
          ...{ student: { fullName: 'S', language: 'fr' }, guardians: [], message: '', note: '' },
          ...words,
        },
      })
    await event('requested', 10, parent.userId, { message: 'For Adam' })
    // the note of an administrator is no word of the connection
    await event('ended', 11, randomUUID(), { note: 'Closed by us' })
    await event('ended', 12, teacher.userId, { note: 'We meet elsewhere' })
    await eventually(async () => (await textsOf(id)).length === 2)
    expect((await textsOf(id)).toSorted()).toEqual([
      ['note', 'We meet elsewhere'],
      ['request', 'For Adam'],
    ])
    await tell('ended', 'ended')
  })
})
