import { randomUUID } from 'node:crypto'
import type { Homework } from '@darsi/contracts/calls/users/homework-api.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { remindOfHomework } from '../src/homework/homework-commands.ts'
import { createRemovals } from '../src/retention.ts'
import { connectedIn } from './connected.ts'
import { uploadFile } from './uploads.ts'
import { worldOfFile } from './world.ts'

const world = await worldOfFile()
const pdf = await sampleDocument(['Exercise 3'])

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const give = (as: Identity, thread: string, more: object = {}) =>
  world.call(`POST /threads/${thread}/homework`, {
    as,
    body: { title: 'Exercise 3', text: 'Page 12', dueAt: inHours(48), ...more },
  })
const given = async (as: Identity, thread: string, more: object = {}) => {
  const answer = await give(as, thread, more)
  expect(answer.status).toBe(201)
  return dataOf<Homework>(answer)
}
const handIn = (as: Identity, { id }: Homework, body: object) =>
  world.call(`POST /homework/${id}/hand-in`, { as, body })
const mark = (as: Identity, { id }: Homework, body: object) =>
  world.call(`PUT /homework/${id}/mark`, { as, body })
const listOf = async (as: Identity, query = '') =>
  dataOf<Homework[]>(await world.call(`GET /homework${query}`, { as }))
const file = (as: Identity, name = 'answer.pdf') => uploadFile(world, as, pdf, name)
const published = (
  type: 'homework.set' | 'homework.due' | 'homework.marked',
  { id }: Homework,
  atLeast = 1,
) => world.kafka.published(type, id, atLeast)

describe('homework', () => {
  it('goes from the teacher to the learner and back with a mark; the parent sees all of it', async () => {
    const { id, teacher, student, parent } = await connectedIn(world, { minor: true })
    const sheet = await file(teacher, 'sheet.pdf')
    const homework = await given(teacher, id, { files: [sheet.id] })
    expect(homework).toMatchObject({ state: 'open', learnerName: 'Amina', may: ['withdraw'] })
    expect(await listOf(student, '?state=open')).toMatchObject([{ title: 'Exercise 3', may: ['hand-in'] }])
    expect((await mark(teacher, homework, { value: 12 })).body['code']).toBe('HOMEWORK_CHANGED')

    const answer = await file(student)
    expect((await handIn(student, homework, { files: [answer.id] })).status).toBe(200)
    expect(await listOf(teacher, '?state=handed-in')).toMatchObject([
      { handIn: { text: '', files: [answer], isLate: false }, may: ['mark'] },
    ])
    expect((await mark(teacher, homework, { value: 20.5 })).status).toBe(400)
    expect((await mark(teacher, homework, { value: 15.5, comment: 'Well done' })).status).toBe(200)
    const [seen] = await listOf(parent, `?connectionId=${id}`)
    expect(seen).toMatchObject({
      title: 'Exercise 3',
      text: 'Page 12',
      files: [sheet],
      state: 'marked',
      handIn: { files: [answer] },
      mark: { value: 15.5, comment: 'Well done' },
      may: [],
    })
    for (const each of [sheet, answer])
      expect((await world.call(`GET /materials/${each.id}/file`, { as: parent })).status).toBe(200)
    expect((await handIn(student, homework, { text: 'Again' })).body['code']).toBe('HOMEWORK_CHANGED')
    const [event] = await published('homework.marked', homework)
    expect(JSON.stringify(event?.data)).not.toMatch(/Well done|Amina|Sami|Exercise/)
  })

  it('of a child without an account is handed in by the guardian', async () => {
    const { id, teacher, parent } = await connectedIn(world, { minor: true, child: true })
    const homework = await given(teacher, id)
    const first = dataOf<Homework>(await handIn(parent, homework, { text: 'She did it' }))
    expect((await handIn(parent, homework, { text: 'She did it on paper' })).status).toBe(200)
    const read = { value: 12, handedInAt: first.handIn?.at }
    expect((await mark(teacher, homework, read)).body['code']).toBe('HOMEWORK_CHANGED')
    expect((await mark(teacher, homework, { value: null, comment: 'Seen' })).status).toBe(200)
    expect(await listOf(parent)).toMatchObject([{ state: 'marked', mark: { value: null } }])
  })

  it('does not show a child’s name to the teacher of an ended connection', async () => {
    const { id, teacher, parent } = await connectedIn(world, { minor: true, child: true })
    const body = { firstName: 'Adam', birthYear: new Date().getFullYear() - 11, educationLevel: 'primary' }
    const child = dataOf<{ id: string }>(await world.call('POST /children', { as: parent, body }))
    await given(teacher, id)
    await world.threads.collection.updateOne({ connectionId: id }, { $set: { childId: child.id } })
    expect(await listOf(teacher)).toMatchObject([{ learnerName: 'Adam' }])
    await world.threads.collection.updateOne({ connectionId: id }, { $set: { status: 'ended' } })
    expect(await listOf(teacher)).toMatchObject([{ learnerName: '' }])
    expect(await listOf(parent)).toMatchObject([{ learnerName: 'Adam' }])
  })

  it('cannot be seen, handed in or marked by other people', async () => {
    const { id, teacher, student } = await connectedIn(world)
    const homework = await given(teacher, id)
    for (const role of ['student', 'parent'] as const)
      expect((await handIn(someone(role), homework, { text: 'x' })).status).toBe(404)
    expect((await mark(someone('teacher'), homework, { value: 3 })).status).toBe(404)
    expect((await give(someone('teacher'), id)).status).toBe(404)
    expect((await give(student, id)).status).toBe(403)
    expect(await listOf(someone('student'))).toEqual([])
    expect(await listOf(someone('student'), `?connectionId=${id}`)).toEqual([])
  })

  it('with contact details is refused where a minor reads it; a file gets a neutral name', async () => {
    const { id, teacher, student } = await connectedIn(world, { minor: true })
    expect((await give(teacher, id, { text: 'Call 20 123 456' })).body['code']).toBe(
      'CONTACT_DETAILS_REFUSED',
    )
    const named = await file(teacher, 'call 20 123 456.pdf')
    const homework = dataOf<Homework>(await give(teacher, id, { files: [named.id] }))
    expect(homework.files).toMatchObject([{ id: named.id, name: expect.not.stringContaining('456') }])
    const photo = await file(student, 'WhatsApp Image 2026-11-28 at 10.15.30.jpeg')
    expect(dataOf<Homework>(await handIn(student, homework, { files: [photo.id] }))).toMatchObject({
      handIn: { files: [{ name: 'WhatsApp Image 2026-11-28 at 10.15.30.pdf' }] },
    })
    expect((await handIn(student, homework, { text: 'amina@example.tn' })).body['code']).toBe(
      'CONTACT_DETAILS_REFUSED',
    )
    const adults = await connectedIn(world)
    expect((await give(adults.teacher, adults.id, { text: 'Call 20 123 456' })).status).toBe(201)
  })

  it('needs a title, a due date ahead and an open conversation', async () => {
    const { id, teacher, student, tell } = await connectedIn(world)
    expect((await give(teacher, id, { title: ' ' })).body).toMatchObject({
      code: 'BODY_INVALID',
      error: 'Please check: Title (required)',
    })
    expect((await give(teacher, id, { dueAt: inHours(-1) })).body['code']).toBe('DUE_DATE_INVALID')
    const homework = await given(teacher, id)
    await tell('ended', 'ended')
    await eventually(async () => (await world.threads.find(id))?.status === 'ended')
    expect((await handIn(student, homework, { text: 'x' })).body['code']).toBe('THREAD_CLOSED')
    expect((await give(teacher, id)).body['code']).toBe('THREAD_CLOSED')
    expect(await listOf(student)).toHaveLength(1)
  })

  it('of an ended conversation is neither due nor to be marked; the conversation lists it', async () => {
    const { id, teacher, student, tell } = await connectedIn(world)
    const [open, done] = [await given(teacher, id), await given(teacher, id)]
    await handIn(student, done, { text: 'Done' })
    await tell('ended', 'ended')
    await eventually(async () => (await world.threads.find(id))?.status === 'ended')
    expect(await listOf(student, '?state=open')).toEqual([])
    expect(await listOf(teacher, '?state=handed-in')).toEqual([])
    expect(await listOf(student, `?state=open&connectionId=${id}`)).toMatchObject([{ id: open.id }])
    expect(await listOf(teacher, `?state=handed-in&connectionId=${id}`)).toMatchObject([{ id: done.id }])
    expect(await listOf(student)).toHaveLength(2)
  })

  it('of a hand-in and a withdrawal at once exactly one succeeds', async () => {
    const { id, teacher, student } = await connectedIn(world)
    const homework = await given(teacher, id)
    const [first, taken] = await Promise.all([
      handIn(student, homework, { text: 'Done' }),
      world.call(`DELETE /homework/${homework.id}`, { as: teacher }),
    ])
    expect([first.status, taken.status].filter((status) => status === 200)).toHaveLength(1)
    expect(await listOf(student)).toHaveLength(first.status === 200 ? 1 : 0)
  })

  it('is taken back with its files while nobody has handed it in', async () => {
    const { id, teacher, student } = await connectedIn(world)
    const sheet = await file(teacher)
    const homework = await given(teacher, id, { files: [sheet.id] })
    expect((await world.call(`DELETE /homework/${homework.id}`, { as: teacher })).status).toBe(200)
    expect(await listOf(student)).toEqual([])
    expect(await world.materials.find(sheet.id)).toBeNull()
  })

  it('is given once, however often the same call is repeated', async () => {
    const [{ id, teacher }, other] = [await connectedIn(world), await connectedIn(world)]
    const sheet = await file(teacher)
    const headers = { 'idempotency-key': randomUUID() }
    const body = { title: 'Exercise 3', dueAt: inHours(48) }
    const files = [sheet.id]
    const again = (as: Identity, thread: string, more: object = {}) =>
      world.call(`POST /threads/${thread}/homework`, { as, headers, body: { ...body, ...more } })
    const both = await Promise.all([again(teacher, id, { files }), again(teacher, id, { files })])
    const answers = [...both, await again(teacher, id, { files })]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const [first = { id: '' }] = await listOf(teacher)
    expect(answers.map((answer) => dataOf(answer).id)).toEqual([first.id, first.id, first.id])
    expect(await listOf(teacher)).toHaveLength(1)
    // each event is a version
    expect((await world.homework.find(first.id))?.v).toBe(1)
    const others = [await again(other.teacher, other.id), await again(teacher, id)]
    expect(new Set([first.id, ...others.map((answer) => dataOf(answer).id)]).size).toBe(3)
    const [, second] = others
    const withdrawn = dataOf<Homework>(second ?? { body: {} })
    await world.call(`DELETE /homework/${withdrawn.id}`, { as: teacher })
    expect((await again(teacher, id)).status).toBe(404)
    expect(await listOf(teacher)).toHaveLength(1)
  })

  it('is handed in once, however often the same work is sent', async () => {
    const { id, teacher, student } = await connectedIn(world)
    const homework = await given(teacher, id)
    const work = { text: 'Done', files: [(await file(student)).id] }
    const answers = [await handIn(student, homework, work), await handIn(student, homework, work)]
    const [first, again] = answers.map((answer) => dataOf<Homework>(answer))
    expect(again).toEqual(first)
    // each event is a version
    expect((await world.homework.find(homework.id))?.v).toBe(2)
    await handIn(student, homework, { ...work, text: 'Better' })
    expect((await world.homework.find(homework.id))?.v).toBe(3)
  })

  it('has one reminder a day before it is due, and none once it is handed in', async () => {
    const { id, teacher, student } = await connectedIn(world)
    const [open, done, near] = [
      await given(teacher, id),
      await given(teacher, id),
      await given(teacher, id, { dueAt: inHours(20) }),
    ]
    await handIn(student, done, { text: 'Done' })
    await remindOfHomework(world)
    const later = { ...world, now: () => new Date(Date.now() + 30 * 3_600_000) }
    await Promise.all([remindOfHomework(later), remindOfHomework(later)])
    expect(await published('homework.due', open)).toHaveLength(1)
    await remindOfHomework(later)
    for (const [homework, count] of [
      [open, 1],
      [done, 0],
      [near, 0],
    ] as const)
      expect(await published('homework.due', homework, count)).toHaveLength(count)
  })

  it('has no reminder while the consent to messages is withdrawn', async () => {
    const { id, teacher, parent, given: consent } = await connectedIn(world, { minor: true })
    if (!consent) throw new Error('no consent')
    const homework = await given(teacher, id)
    await world.consents.withdraw(consent.entry, parent.userId, new Date())
    const later = { ...world, now: () => new Date(Date.now() + 30 * 3_600_000) }
    await remindOfHomework(later)
    expect((await world.homework.find(homework.id))?.remindedAt).toBeNull()
    const { childId, purpose, teacherId } = consent.entry
    await world.consents.give({ childId, purpose, teacherId, by: parent.userId, at: new Date() })
    await remindOfHomework(later)
    expect(await published('homework.due', homework)).toHaveLength(1)
  })

  it('is marked once, however often the same mark is sent', async () => {
    const { id, teacher, student } = await connectedIn(world)
    const homework = await given(teacher, id)
    const work = dataOf<Homework>(await handIn(student, homework, { text: 'Done' }))
    const body = { value: 15, comment: 'Well done', handedInAt: work.handIn?.at }
    const answers = [await mark(teacher, homework, body), await mark(teacher, homework, body)]
    const [first, again] = answers.map((answer) => dataOf<Homework>(answer))
    expect(again).toEqual(first)
    // each event is a version
    expect((await world.homework.find(homework.id))?.v).toBe(3)
    for (const other of [{ value: 16 }, { comment: 'Very well done' }]) {
      await mark(teacher, homework, { ...body, ...other })
      expect(await listOf(teacher)).toMatchObject([{ mark: other }])
    }
    expect((await world.homework.find(homework.id))?.v).toBe(5)
  })

  it('and messages about a child are mailed to no suspended guardian', async () => {
    const { id, teacher, parents } = await connectedIn(world, { minor: true, guardians: 2 })
    const [suspended = teacher, other = teacher] = parents
    await world.kafka.account.suspended({ userId: suspended.userId, role: 'parent' })
    await eventually(async () => (await world.profiles.find(suspended.userId))?.status === 'suspended')
    const [set] = await published('homework.set', await given(teacher, id))
    expect(set?.personal.guardians).toMatchObject([{ userId: other.userId }])
    await world.call(`POST /threads/${id}/messages`, { as: teacher, body: { text: 'Bonjour' } })
    const [sent] = await world.kafka.published('message.sent', `thread.${id}`, 1)
    const recipients = sent?.personal.recipients.map(({ userId }) => userId)
    expect(recipients).toContain(other.userId)
    expect(recipients).not.toContain(suspended.userId)
  })

  it('is in the export; a learner’s answer and a teacher’s homework are erased with the account', async () => {
    const { id, teacher, student } = await connectedIn(world)
    const homework = await given(teacher, id)
    const answer = await file(student)
    await handIn(student, homework, { text: 'My answer', files: [answer.id] })
    await mark(teacher, homework, { value: 7, comment: 'Amina, read the question again' })
    const { body } = await world.call('GET /me/export/profile', { as: student })
    expect(body['homework']).toMatchObject([{ title: 'Exercise 3', handIn: { text: 'My answer' } }])
    await erased(student)
    await eventually(async () => (await listOf(teacher))[0]?.mark?.comment === '')
    expect(await listOf(teacher)).toMatchObject([
      { title: 'Exercise 3', handIn: { files: [] }, mark: { value: 7, comment: '' } },
    ])
    await erased(teacher)
    const withdrawn = { _id: homework.id, state: 'withdrawn' as const }
    await eventually(() => world.homework.collection.findOne(withdrawn))
  })

  it('keeps no text about an erased learner, nor what a guardian handed in', async () => {
    const [account, child] = [
      await connectedIn(world, { minor: true }),
      await connectedIn(world, { minor: true, child: true }),
    ]
    for (const { id, teacher, parent } of [account, child]) {
      const homework = await given(teacher, id)
      const answer = await file(parent)
      await handIn(parent, homework, { text: 'Amina worked alone', files: [answer.id] })
      await mark(teacher, homework, { value: 7, comment: 'Amina, read the question again' })
    }
    await erased(account.student)
    // its last guardian left
    await child.tell('ended', 'ended', [])
    for (const { id, teacher, parent } of [account, child]) {
      await eventually(async () => (await listOf(teacher))[0]?.mark?.comment === '')
      expect(await listOf(teacher)).toMatchObject([{ handIn: { text: '', files: [] }, mark: { value: 7 } }])
      const sent = { by: parent.userId, threadId: id }
      expect(await world.materials.collection.findOne(sent)).toMatchObject({ namedBy: [] })
    }
    // it removes what closed for either of them
    for (const { id, parent } of [account, child]) {
      const sent = { by: parent.userId, threadId: id }
      const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
      await createRemovals(world)['closed-words'](inDays(91))
      expect(await world.materials.collection.findOne(sent)).toBeNull()
    }
  })
})

const erased = ({ userId, role }: Identity) =>
  world.kafka.account.deletionRequested({ userId, role, by: userId, sequence: 2 })
