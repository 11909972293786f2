import { randomUUID } from 'node:crypto'
import type { Message, Thread } from '@darsi/contracts/calls/users/threads-api.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { asDocument } from '@darsi/kit/mongo/collection.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it, jest } from '@jest/globals'
import { eraseFromThreads } from '../src/threads/thread-commands.ts'
import { connectedIn, type Options } from './connected.ts'
import { worldOfFile } from './world.ts'

const users = await worldOfFile()

const connected = (options?: Options) => connectedIn(users, options)

function call(as: Identity, key: string, body?: unknown, headers: Record<string, string> = {}) {
  return users.call(key, { as, headers, ...(body !== undefined && { body }) })
}
const write = (as: Identity, id: string, text: string, headers = {}) =>
  call(as, `POST /threads/${id}/messages`, { text }, headers)
async function messagesOf(as: Identity, id: string, query = '') {
  const answer = await call(as, `GET /threads/${id}/messages${query}`)
  // `as`: the contract's page
  return answer.body as { data: Message[]; nextCursor: string | null; total: number; thread: Thread }
}
async function threadOf(as: Identity, id: string) {
  const threads = dataOf<Thread[]>(await call(as, 'GET /threads'))
  const found = threads.find((thread) => thread.id === id)
  if (!found) throw new Error('no such thread')
  return found
}
const homeworkOf = async (as: Identity) => (await call(as, 'GET /homework')).body['data']
async function homeworkWithFile(as: Identity, threadId: string) {
  const { files, sealer, materials } = users
  const file = await files.put('materials', { bytes: Buffer.from('x'), type: 'application/pdf' })
  const material = { _id: randomUUID(), by: as.userId, name: sealer.seal('sheet.pdf'), file }
  await materials.collection.insertOne({
    ...material,
    original: null,
    threadId: null,
    namedBy: [],
    held: false,
    adultsOnly: false,
    at: new Date(),
  })
  const title = 'Exercise 3'
  const dueAt = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const body = { title, text: '', dueAt, files: [material._id] }
  expect((await call(as, `POST /threads/${threadId}/homework`, body)).status).toBe(201)
  return { file: material._id, title }
}
const sentOf = (id: string, atLeast: number) => users.kafka.published('message.sent', `thread.${id}`, atLeast)

describe('the export of a person’s data', () => {
  it('is handed to that person: the profile and every message that the person may read', async () => {
    const { id, teacher, student } = await connected()
    for (let n = 1; n <= 3; n++) await write(n % 2 ? student : teacher, id, `Line ${n}`)
    const part = await call(student, 'GET /me/export/profile')
    expect(part.body).toMatchObject({
      profile: {
        id: student.userId,
        full_name: 'Amina Ben Salah',
        preferences: { language: expect.any(String) },
      },
      children: [],
      favourites: [],
      conversations: [
        { conversation: id, number: 3, mine: true, text: 'Line 3' },
        { number: 2, mine: false, text: 'Line 2' },
        { number: 1, mine: true, text: 'Line 1' },
      ],
    })
    expect(JSON.stringify(part.body)).not.toMatch(/sealed|outbox|hash/)
    const stranger = await users.account('student')
    expect((await call(stranger, 'GET /me/export/profile')).body).toMatchObject({ conversations: [] })
  })

  it('of a guardian contains the children and the consents for them', async () => {
    const { parent, childId } = await connected({ minor: true, child: true })
    const { body } = await call(parent, 'GET /me/export/profile')
    expect(body).toMatchObject({ consents: [{ childId, kind: 'given', purpose: 'messages' }] })
  })
})

describe('a thread', () => {
  it('opens with the approval of a connection and names its members', async () => {
    const { id, teacher, student } = await connected()
    const thread = await threadOf(student, id)
    expect(thread).toMatchObject({
      connectionId: id,
      subject: 'mathematics',
      open: true,
      unread: 0,
      lastMessage: null,
    })
    expect(thread.members).toEqual([
      { id: teacher.userId, name: 'Sami Trabelsi', part: 'teacher' },
      { id: student.userId, name: 'Amina Ben Salah', part: 'student' },
    ])
  })

  it('is none of anybody else’s business: 404, as if it were not there', async () => {
    const { id } = await connected()
    const stranger = await users.account('teacher')
    const calls: [string, unknown?][] = [
      [`GET /threads/${id}/messages`],
      [`POST /threads/${id}/messages`, { text: 'Hello' }],
      [`POST /threads/${id}/read`, { number: 1 }],
      [`POST /threads/${id}/block`, { blocked: true }],
      [`POST /threads/${id}/report`, { reason: 'x' }],
    ]
    for (const [key, body] of calls) expect((await call(stranger, key, body)).status).toBe(404)
    expect((await call(stranger, 'GET /threads')).body['data']).toEqual([])
    expect((await call(someone('admin'), `GET /threads/${id}/messages`)).status).toBe(403)
  })

  it('both write, each sees what is unread, and reading marks it for both', async () => {
    const { id, teacher, student } = await connected()
    expect((await write(student, id, 'Bonjour !')).status).toBe(201)
    await write(student, id, 'Vous êtes libre lundi ?')
    expect(await threadOf(teacher, id)).toMatchObject({
      unread: 2,
      lastMessage: { text: 'Vous êtes libre lundi ?' },
    })
    expect((await threadOf(student, id)).unread).toBe(0)
    await call(teacher, `POST /threads/${id}/read`, { number: 1 })
    expect((await threadOf(teacher, id)).unread).toBe(1)
    await call(teacher, `POST /threads/${id}/read`, { number: 99 })
    await call(teacher, `POST /threads/${id}/read`, { number: 1 })
    expect((await threadOf(teacher, id)).unread).toBe(0)
    const { data } = await messagesOf(student, id)
    expect(data.map(({ number, readBy }) => [number, readBy])).toEqual([
      [2, [teacher.userId]],
      [1, [teacher.userId]],
    ])
    const reads = await users.kafka.published('thread.read', `thread.${id}`, 2)
    expect(reads.map(({ data }) => data.number)).toEqual([1, 2])
  })

  it('is read page by page, and from a number on', async () => {
    const { id, teacher, student } = await connected()
    for (let number = 1; number <= 5; number++) await write(student, id, `message ${number}`)
    const first = await messagesOf(teacher, id, '?limit=2')
    expect(first.data.map(({ number }) => number)).toEqual([5, 4])
    expect(first.total).toBe(5)
    const second = await messagesOf(teacher, id, `?limit=3&cursor=${first.nextCursor}`)
    expect(second.data.map(({ number }) => number)).toEqual([3, 2, 1])
    expect(second.nextCursor).toBeNull()
    expect((await messagesOf(teacher, id, '?after=3')).data.map(({ number }) => number)).toEqual([5, 4])
    expect((await call(teacher, `GET /threads/${id}/messages?cursor=x`)).status).toBe(400)
  })

  it('numbers grow by one under many writers at once, and no message is lost', async () => {
    const { id, teacher, student } = await connected()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => write(index % 2 ? teacher : student, id, `message ${index}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const { data } = await messagesOf(student, id, '?limit=100')
    expect(data.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, index) => 40 - index))
    expect(new Set(data.map(({ text }) => text)).size).toBe(40)
    const events = await sentOf(id, 40)
    expect(events.map(({ data }) => data.number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })

  it('a message that a process wrote before it died is delivered', async () => {
    const { id, teacher, student } = await connected()
    await write(student, id, 'one')
    await users.messages.collection.deleteOne({ threadId: id })
    expect((await threadOf(teacher, id)).lastMessage?.text).toBe('one')
    await write(student, id, 'two')
    expect((await messagesOf(teacher, id)).data.map(({ text }) => text)).toEqual(['two', 'one'])
  })

  it('the same call again is the same message', async () => {
    const { id, student } = await connected()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => write(student, id, 'once', headers)))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body['data']))).size).toBe(1)
    expect((await messagesOf(student, id)).total).toBe(1)
  })

  it('an empty message is refused, and the thirty-first of a minute', async () => {
    const { id, student, teacher } = await connected()
    expect((await write(student, id, ' \n ')).body).toMatchObject({ status: 400, code: 'MESSAGE_EMPTY' })
    const statuses = await Promise.all(
      Array.from({ length: 61 }, async () => (await write(student, id, 'x')).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(31)
    expect((await write(teacher, id, 'x')).status).toBe(201)
  })

  it('accepts no message while one side blocks it, and only that side can unblock it', async () => {
    const { id, teacher, student } = await connected()
    const blocked = await call(student, `POST /threads/${id}/block`, { blocked: true })
    expect(blocked.body['data']).toMatchObject({ blockedBy: [student.userId], open: true })
    for (const as of [teacher, student])
      expect((await write(as, id, 'x')).body).toMatchObject({ status: 409, code: 'THREAD_BLOCKED' })
    await call(teacher, `POST /threads/${id}/block`, { blocked: false })
    expect((await write(teacher, id, 'x')).status).toBe(409)
    await call(student, `POST /threads/${id}/block`, { blocked: false })
    expect((await write(teacher, id, 'x')).status).toBe(201)
  })

  it('goes by the connection itself where its event is late: who left reads nothing, and an ended one is closed', async () => {
    const { id, teacher, parent } = await connected({ minor: true, guardians: 2 })
    const { file, title } = await homeworkWithFile(teacher, id)
    const thread = await users.threads.find(id)
    const { teacherId, studentId, childId = null, guardianIds = [] } = thread ?? {}
    const connections = users.connections.collection
    const row = { _id: id, teacherId, studentId, childId, guardianIds, status: 'approved', erasedAt: null }
    await connections.insertOne(asDocument(row))
    expect((await write(parent, id, 'Hello')).status).toBe(201)
    expect(await homeworkOf(parent)).toMatchObject([{ title }])
    expect((await call(parent, `GET /materials/${file}/file`)).status).toBe(200)
    const others = guardianIds.filter((userId) => userId !== parent.userId)
    await connections.updateOne({ _id: id }, { $set: { guardianIds: others } })
    expect((await call(parent, `GET /threads/${id}/messages`)).status).toBe(404)
    expect((await call(parent, 'GET /threads')).body['data']).toEqual([])
    expect(await homeworkOf(parent)).toEqual([])
    expect((await call(parent, `GET /materials/${file}/file`)).status).toBe(404)
    expect((await write(teacher, id, 'Hello')).status).toBe(201)
    await connections.updateOne({ _id: id }, { $set: { status: 'ended' } })
    expect((await write(teacher, id, 'Hello')).body['code']).toBe('THREAD_CLOSED')
    expect((await threadOf(teacher, id)).open).toBe(false)
  })

  it('is not blocked any more when the guardian who blocked it has left', async () => {
    const { id, teacher, parents, tell } = await connected({ minor: true, guardians: 2 })
    const [leaving, staying] = parents
    if (!leaving || !staying) throw new Error('no parents')
    await call(staying, `POST /threads/${id}/block`, { blocked: true })
    await call(leaving, `POST /threads/${id}/block`, { blocked: true })
    await tell('changed', 'approved', [staying.userId])
    await eventually(async () => (await threadOf(teacher, id)).blockedBy.length === 1)
    expect((await threadOf(teacher, id)).blockedBy).toEqual([staying.userId])
  })

  it('closes when the connection ends, stays readable, and an old event does not open it again', async () => {
    const { id, teacher, student, tell } = await connected()
    await write(student, id, 'Merci pour tout')
    await tell('ended', 'ended')
    await eventually(async () => !(await threadOf(teacher, id)).open)
    await tell('approved', 'approved', [], 1)
    await tell('requested', 'ended')
    expect((await write(student, id, 'x')).body).toMatchObject({ status: 409, code: 'THREAD_CLOSED' })
    expect((await messagesOf(teacher, id)).data).toHaveLength(1)
  })

  it('is closed while a side is suspended', async () => {
    const { id, teacher, student } = await connected()
    const person = { email: 't@example.tn', fullName: 'T', language: 'fr' as const }
    const at = new Date().toISOString()
    const who = { userId: teacher.userId, role: 'teacher' as const, at, by: 'root' }
    await users.kafka.account.suspended({ ...who, ...person })
    await eventually(async () => !(await threadOf(student, id)).open)
    expect((await write(student, id, 'x')).body).toMatchObject({ code: 'THREAD_CLOSED' })
    await users.kafka.publish('admin', teacher.userId, 2, {
      type: 'user.reinstated',
      data: who,
      personal: person,
    })
    await eventually(async () => (await threadOf(student, id)).open)
  })

  it('has no readable text in the database, the topic or the unsealed part of an event', async () => {
    const { id, student } = await connected()
    const text = `secret-${randomUUID()}`
    await write(student, id, text)
    const [event] = await sentOf(id, 1)
    expect(JSON.stringify(event)).not.toContain(text)
    const records = await users.kafka.bus.read([`thread-events`])
    expect(records.length).toBeGreaterThan(0)
    expect(records.map(({ value }) => value).join()).not.toContain(text)
    const stored = [
      ...(await users.threads.collection.find({}).toArray()),
      ...(await users.messages.collection.find({}).toArray()),
    ]
    expect(JSON.stringify(stored)).not.toContain(text)
    const open = records.filter(({ key }) => key === `thread.${id}`).map(({ value }) => JSON.parse(value))
    for (const { sealed: _, ...rest } of open) expect(JSON.stringify(rest)).not.toMatch(/@|Amina|Sami/)
  })

  it('names the readers with their sealed contact for the mail', async () => {
    const { id, teacher, student } = await connected()
    await write(student, id, 'Bonjour')
    const [event] = await sentOf(id, 1)
    expect(event?.data).toMatchObject({ by: student.userId, to: [teacher.userId], number: 1, held: false })
    expect(event?.personal).toMatchObject({
      from: 'Amina Ben Salah',
      recipients: [{ userId: teacher.userId, email: `${teacher.userId}@example.tn`, mail: true }],
    })
  })
})

describe('a minor’s thread', () => {
  it('has the guardian as a visible member who reads and writes', async () => {
    const { id, teacher, student, parent } = await connected({ minor: true })
    const thread = await threadOf(teacher, id)
    expect(thread.members.map(({ part }) => part)).toEqual(['teacher', 'student', 'guardian'])
    await write(student, id, 'Bonjour')
    expect((await write(parent, id, 'Je lis avec vous')).status).toBe(201)
    expect((await messagesOf(parent, id)).data).toHaveLength(2)
    expect((await threadOf(teacher, id)).unread).toBe(2)
  })

  it('of a child without an account is between teacher and guardian', async () => {
    const { id, teacher, parent } = await connected({ minor: true, child: true })
    expect((await write(parent, id, 'Bonjour')).status).toBe(201)
    expect((await threadOf(teacher, id)).members.map(({ part }) => part)).toEqual(['teacher', 'guardian'])
  })

  it('names the learner: a child to the teacher while the connection is open, to the family always', async () => {
    const { id, teacher, parent } = await connected({ minor: true, child: true })
    const body = { firstName: 'Adam', birthYear: new Date().getFullYear() - 11, educationLevel: 'primary' }
    const child = (await call(parent, 'POST /children', body)).body['data']
    await users.threads.collection.updateOne(
      { connectionId: id },
      { $set: { childId: Reflect.get(Object(child), 'id') } },
    )
    expect((await threadOf(teacher, id)).learnerName).toBe('Adam')
    expect((await threadOf(parent, id)).learnerName).toBe('Adam')
    await users.threads.collection.updateOne({ connectionId: id }, { $set: { status: 'ended' } })
    expect((await threadOf(teacher, id)).learnerName).toBe('')
    expect((await threadOf(parent, id)).learnerName).toBe('Adam')

    const minor = await connected({ minor: true })
    expect((await threadOf(minor.teacher, minor.id)).learnerName).toBe('Amina')
    expect((await threadOf(minor.parent, minor.id)).learnerName).toBe('Amina Ben Salah')
  })

  it('holds contact details back: the writer and the guardian see them, and only the second time raises an alert', async () => {
    const { id, teacher, student, parent } = await connected({ minor: true })
    await write(student, id, 'Bonjour')
    const answer = await write(teacher, id, 'Appelle-moi au 20 123 456')
    expect(answer.body['data']).toMatchObject({ held: true, number: 2 })
    expect((await messagesOf(student, id)).data.map(({ text }) => text)).toEqual(['Bonjour'])
    expect((await messagesOf(teacher, id)).data).toHaveLength(2)
    expect((await messagesOf(parent, id)).data[0]).toMatchObject({
      held: true,
      text: 'Appelle-moi au 20 123 456',
    })
    expect(await threadOf(student, id)).toMatchObject({ unread: 0, lastMessage: { text: 'Bonjour' } })
    expect(await threadOf(parent, id)).toMatchObject({ unread: 2 })
    const sent = await sentOf(id, 2)
    expect(sent[1]?.data).toMatchObject({ held: true, to: [parent.userId] })
    expect(
      (
        await call(student, `POST /threads/${id}/report`, {
          reason: 'x',
          about: { kind: 'message', id: `${id}.2` },
        })
      ).status,
    ).toBe(404)
    // the second time within 30 days, in the conversation of another minor
    const other = await connected({ minor: true, teacher })
    await write(teacher, other.id, 'Mon insta : karim.prof')
    const reportId = `held.${other.id}.1`
    const [alert, ...more] = await users.kafka.published('safety.reported', reportId, 1)
    expect(more).toEqual([])
    expect(alert?.data).toMatchObject({
      reason: 'contact-details',
      severity: 'high',
      aboutUserId: teacher.userId,
      guardianIds: [other.parent.userId],
    })
    expect(alert?.personal.quoted).toBe('Mon insta : karim.prof')
    expect(await users.reports.collection.countDocuments({ threadId: id })).toBe(0)
  })

  it('raises an alert at once for words of secrecy beside contact details', async () => {
    const { id, teacher } = await connected({ minor: true })
    await write(teacher, id, 'On peut en parler en secret')
    await write(teacher, id, 'Appelle-moi au 20 123 456')
    const [alert] = await users.kafka.published('safety.reported', `held.${id}.2`, 1)
    expect(alert?.data).toMatchObject({ severity: 'high' })
    expect(await users.reports.collection.countDocuments({ _id: `held.${id}.1` })).toBe(0)
  })

  it('holds words that ask a minor for secrecy, and raises an alert at once; an ordinary reason makes it milder', async () => {
    const { id, teacher, student, parent } = await connected({ minor: true })
    for (const by of [student, parent])
      expect((await write(by, id, 'Ne dis rien à tes parents')).body['data']).toMatchObject({ held: false })
    const asked = [
      ['ما تقولش لأمك', 'high'],
      ['Don’t tell your mother, it is a surprise for her birthday', 'medium'],
    ] as const
    for (const [index, [text, severity]] of asked.entries()) {
      const number = index + 3
      expect((await write(teacher, id, text)).body['data']).toMatchObject({ held: true, number })
      const [alert] = await users.kafka.published('safety.reported', `secrecy.${id}.${number}`, 1)
      expect(alert?.data).toMatchObject({ reason: 'secrecy', severity, aboutUserId: teacher.userId })
      expect(alert?.personal.quoted).toBe(text)
    }
    expect((await messagesOf(student, id)).data).toHaveLength(2)
    expect((await messagesOf(parent, id)).data).toHaveLength(4)
    const child = await connected({ minor: true, child: true })
    expect((await write(child.teacher, child.id, 'Ne dites rien à sa mère')).body['data']).toMatchObject({
      held: false,
    })
  })

  it('judges the last texts of a day together, and quotes all of them', async () => {
    const { id, teacher, student } = await connected({ minor: true })
    await write(teacher, id, 'Write this down: 20 555')
    const last = await write(teacher, id, 'and then 666')
    expect(last.body['data']).toMatchObject({ held: true })
    const again = await write(teacher, id, 'and then 666')
    expect(again.body['data']).toMatchObject({ held: true })
    const [alert] = await users.kafka.published('safety.reported', `held.${id}.3`, 1)
    expect(alert?.personal.quoted).toBe('Write this down: 20 555\nand then 666')
    // what somebody else wrote is no part of it
    expect((await write(student, id, 'see you on Monday')).body['data']).toMatchObject({ held: false })
  })

  it('holds one of two halves that are sent at once', async () => {
    const { id, teacher } = await connected({ minor: true })
    const both = await Promise.all(['22 34', '55 66'].map((text) => write(teacher, id, text)))
    const held = both.map(({ body }) => Reflect.get(Object(body['data']), 'held'))
    expect(held.sort()).toEqual([false, true])
  })

  it('lets a held message through when a guardian says so, with its files, and it counts no more', async () => {
    const { id, teacher, student, parent } = await connected({ minor: true })
    await write(teacher, id, 'Le site : www.exercices.tn')
    const release = (as: Identity, number = 1) => call(as, `POST /threads/${id}/release`, { number })
    for (const as of [teacher, student]) expect((await release(as)).status).toBe(403)
    const stranger = await users.account('parent')
    expect((await release(stranger)).status).toBe(404)
    expect((await release(parent, 7)).status).toBe(404)
    const crash = jest.spyOn(users.messages, 'release').mockRejectedValueOnce(new Error('not primary'))
    expect((await release(parent)).status).toBe(500)
    crash.mockRestore()
    for (const _ of [1, 2]) expect((await release(parent)).status).toBe(200)
    expect((await messagesOf(student, id)).data).toMatchObject([
      { held: false, text: 'Le site : www.exercices.tn' },
    ])
    expect(await threadOf(student, id)).toMatchObject({ lastMessage: { text: 'Le site : www.exercices.tn' } })
    const [released, ...repeated] = await users.kafka.published('message.released', `thread.${id}`, 1)
    expect(released).toMatchObject({ data: { writtenBy: teacher.userId, by: parent.userId } })
    // the author and the new reader
    const { recipients } = released?.personal ?? {}
    expect(recipients?.map(({ userId }) => userId).sort()).toEqual([teacher.userId, student.userId].sort())
    expect(repeated).toEqual([])
    await write(teacher, id, 'Encore : www.exercices.tn')
    await sentOf(id, 2)
    await eventually(async () => (await release(parent, 2)).status === 200)
    expect(await users.reports.collection.countDocuments({ threadId: id })).toBe(0)
  })

  it('shows a number that only adults read to them, and not to the account that the child has later', async () => {
    const { id, teacher, parent } = await connected({ minor: true, child: true })
    expect((await write(teacher, id, 'Mon WhatsApp : 22 345 678')).body['data']).toMatchObject({
      held: false,
      adultsOnly: true,
    })
    expect((await messagesOf(parent, id)).data).toHaveLength(1)
    const account = await users.account('student')
    await users.threads.collection.updateOne(
      { connectionId: id },
      { $set: { studentId: account.userId }, $addToSet: { memberIds: account.userId } },
    )
    expect((await messagesOf(account, id)).data).toEqual([])
    expect((await write(teacher, id, '22 345 678')).body['data']).toMatchObject({ held: true })
  })

  it('gives guardians alone the number of a teacher who shows it to them', async () => {
    const { id, teacher, student, parent } = await connected({ minor: true })
    const shown = { $set: { 'privacy.contactVisible': true } }
    await users.profiles.collection.updateOne({ _id: teacher.userId }, shown)
    expect(await threadOf(teacher, id)).toMatchObject({ contactRule: 'shared' })
    expect(await threadOf(parent, id)).toMatchObject({ contactRule: 'delivered' })
    expect(await threadOf(student, id)).toMatchObject({ contactRule: 'held' })
    for (const text of ['Mon numéro : 22 345 678', 'Ou sami@example.tn'])
      expect((await write(teacher, id, text)).body['data']).toMatchObject({ held: false, adultsOnly: true })
    expect((await write(teacher, id, 'mon insta : sami.prof')).body['data']).toMatchObject({ held: true })
    expect((await messagesOf(student, id)).data).toEqual([])
    expect((await messagesOf(parent, id)).data).toHaveLength(3)
    expect(await users.reports.collection.countDocuments({ threadId: id })).toBe(0)
  })

  it('hides every completion of a number from the child, not the first alone', async () => {
    const { id, teacher, student } = await connected({ minor: true })
    const shown = { $set: { 'privacy.contactVisible': true } }
    await users.profiles.collection.updateOne({ _id: teacher.userId }, shown)
    expect((await write(teacher, id, 'Write 20 555')).body['data']).toMatchObject({ adultsOnly: false })
    for (const text of ['and then 666', 'then: 666'])
      expect((await write(teacher, id, text)).body['data']).toMatchObject({ held: false, adultsOnly: true })
    expect((await messagesOf(student, id)).data).toHaveLength(1)
  })

  it('allows a guardian’s telephone number, and holds back nothing in an adult’s thread', async () => {
    const minors = await connected({ minor: true })
    const mine = await write(minors.parent, minors.id, 'Mon numéro : 20 123 456')
    expect(mine.body['data']).toMatchObject({ held: false, adultsOnly: false })
    const adults = await connected()
    expect((await write(adults.student, adults.id, '20 123 456')).body['data']).toMatchObject({ held: false })
  })

  it('closes when the consent to messages is taken back, and opens when it is given again', async () => {
    const { id, teacher, parent, childId = '', given } = await connected({ minor: true })
    if (!given) throw new Error('no consent')
    await users.consents.withdraw(given.entry, parent.userId, new Date())
    expect((await write(teacher, id, 'x')).body).toMatchObject({ code: 'THREAD_CLOSED' })
    expect((await threadOf(teacher, id)).open).toBe(false)
    const again = { childId, purpose: 'messages' as const, teacherId: teacher.userId, by: parent.userId }
    await users.consents.give({ ...again, at: new Date() })
    expect((await write(teacher, id, 'x')).status).toBe(201)
  })

  it('is open to a second guardian from the moment there is one, and not to one who is no guardian any more', async () => {
    const { id, parent, tell } = await connected({ minor: true })
    const second = await users.account('parent')
    await tell('changed', 'approved', [second.userId])
    await eventually(async () => (await call(second, `GET /threads/${id}/messages`)).status === 200)
    expect((await call(parent, `GET /threads/${id}/messages`)).status).toBe(404)
  })
})

describe('a report', () => {
  it('goes to the administrators with the message it is about, sealed', async () => {
    const { id, teacher, student } = await connected()
    await write(teacher, id, 'Something bad')
    const body = { reason: 'He was rude', about: { kind: 'message', id: `${id}.1` } }
    expect((await call(student, `POST /threads/${id}/report`, body)).status).toBe(200)
    const [report] = await users.reports.collection.find({ threadId: id }).toArray()
    const [event] = await users.kafka.published('safety.reported', String(report?.['_id']), 1)
    expect(event?.data).toMatchObject({ reason: 'reported', by: student.userId, aboutUserId: teacher.userId })
    expect(event?.personal).toEqual({ text: 'He was rude', quoted: 'Something bad' })
  })

  it('is made once, however often the same call is repeated', async () => {
    const { id, teacher, student } = await connected()
    const headers = { 'idempotency-key': randomUUID() }
    const body = { reason: 'He was rude' }
    for (const as of [student, student, teacher])
      expect((await users.call(`POST /threads/${id}/report`, { as, body, headers })).status).toBe(200)
    expect(await users.reports.collection.countDocuments({ threadId: id })).toBe(2)
  })

  it('needs a reason, and a message of this thread', async () => {
    const { id, student } = await connected()
    expect((await call(student, `POST /threads/${id}/report`, { reason: ' ' })).body).toMatchObject({
      code: 'REASON_REQUIRED',
    })
    for (const messageId of [`${id}.7`, 'other.1', `${id}.x`])
      expect(
        (
          await call(student, `POST /threads/${id}/report`, {
            reason: 'x',
            about: { kind: 'message', id: messageId },
          })
        ).status,
      ).toBe(404)
  })
})

describe('the erasure of an account', () => {
  it('takes author and text out of its messages and leaves that there were some', async () => {
    const { id, teacher, student } = await connected()
    await write(student, id, 'Je suis Amina')
    await write(teacher, id, 'Bonjour')
    await write(student, id, 'Ma dernière phrase')
    await users.kafka.account.deletionRequested({ userId: student.userId, fullName: 'Amina' })
    await users.kafka.published('user.erased', student.userId, 1)
    const { data, thread } = await messagesOf(teacher, id)
    expect(data.map(({ by, text }) => [by, text])).toEqual([
      ['erased', ''],
      [teacher.userId, 'Bonjour'],
      ['erased', ''],
    ])
    expect(thread).toMatchObject({ open: false, lastMessage: { by: 'erased', text: '' } })
    expect(thread.members.map(({ id }) => id)).toEqual([teacher.userId])
    const kept = await users.threads.collection.find({ connectionId: id }).toArray()
    expect(JSON.stringify(kept)).not.toContain('Amina')
  })

  it('reaches the newest message of a person who had left the thread', async () => {
    const { id, teacher, parents, tell } = await connected({ minor: true, guardians: 2 })
    const [staying, leaving] = parents
    if (!leaving || !staying) throw new Error('no parents')
    await write(leaving, id, 'I am Leila')
    await tell('changed', 'approved', [staying.userId])
    await eventually(async () => (await call(leaving, `GET /threads/${id}/messages`)).status === 404)
    await eraseFromThreads(users, leaving.userId)
    expect((await threadOf(teacher, id)).lastMessage).toMatchObject({ by: 'erased', text: '' })
    expect((await messagesOf(teacher, id)).data).toMatchObject([{ by: 'erased', text: '' }])
  })

  it('reaches every thread, also more than a list shows', async () => {
    const { id, student } = await connected()
    const thread = await users.threads.collection.findOne({ connectionId: id })
    if (!thread) throw new Error('no thread')
    const copies = Array.from({ length: 230 }, (_, index) => ({
      ...thread,
      _id: `thread.copy-${index}-${id}`,
      connectionId: `copy-${index}-${id}`,
    }))
    await users.threads.collection.insertMany(copies)
    await eraseFromThreads(users, student.userId)
    const left = { memberIds: student.userId }
    expect(await users.threads.collection.countDocuments(left)).toBe(0)
  })
})
