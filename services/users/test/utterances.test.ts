import { randomUUID } from 'node:crypto'
import type { Homework } from '@darsi/contracts/calls/users/homework-api.ts'
import type { Material } from '@darsi/contracts/calls/users/materials-api.ts'
import type { Message } from '@darsi/contracts/calls/users/threads-api.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { connectionOf } from '@darsi/kit/testing/connection-events.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { recordHomeworkOf } from '../src/homework/record-homework.ts'
import { createRemovals } from '../src/retention.ts'
import { utteranceOf } from '../src/utterances/utterance.ts'
import { connectedIn } from './connected.ts'
import { uploadFile } from './uploads.ts'
import { worldOfFile } from './world.ts'

const world = await worldOfFile()
const pdf = await sampleDocument(['Exercise 3'])

const write = async (as: Identity, thread: string, text: string) =>
  dataOf<Message>(await world.call(`POST /threads/${thread}/messages`, { as, body: { text } }))
const give = async (as: Identity, thread: string, text: string, more: object = {}) => {
  const dueAt = new Date(Date.now() + 48 * 3_600_000).toISOString()
  const body = { title: 'Exercise 3', text, dueAt, ...more }
  return dataOf<Homework>(await world.call(`POST /threads/${thread}/homework`, { as, body }))
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
const reportOf = (thread: string) =>
  eventually(() => world.reportedFiles.collection.findOne({ threadId: thread }))
const open = async (as: Identity, { id }: Material) =>
  (await world.call(`GET /materials/${id}/file`, { as })).status
const file = (as: Identity) => uploadFile(world, as, pdf, 'a.pdf')
const send = (as: Identity, thread: string, { id }: Material) =>
  world.call(`POST /threads/${thread}/messages`, { as, body: { text: 'Look', files: [id] } })
async function close({ userId, role }: Identity) {
  await world.kafka.account.deletionRequested({ userId, role, by: userId, sequence: 2 })
  await world.kafka.published('user.erased', userId, 1)
}
const removeAfter = (days: number) =>
  createRemovals(world)['closed-words'](new Date(Date.now() + days * dayMs))
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

  it('is judged with the author’s last texts of all fields', async () => {
    const first = 'Write this down: 20 555'
    const refused = { status: 400, body: { code: 'CONTACT_DETAILS_REFUSED' } }
    const marked = await connectedIn(world, { minor: true })
    const homework = await give(marked.teacher, marked.id, 'Page 12')
    await handIn(marked.student, homework, { text: 'Done' })
    await mark(marked.teacher, homework, first)
    const held = await write(marked.teacher, marked.id, 'and then 666')
    expect(held).toMatchObject({ held: true })

    const { id, teacher, student } = await connectedIn(world, { minor: true })
    await write(teacher, id, first)
    const dueAt = new Date(Date.now() + 48 * 3_600_000).toISOString()
    const body = { title: 'and then 666', dueAt }
    expect(await world.call(`POST /threads/${id}/homework`, { as: teacher, body })).toMatchObject(refused)
    // what somebody else wrote is no part of it, and a repeated text is one text
    await handIn(student, await give(teacher, id, 'Page 12'), { text: '2055' })
    const given = await give(teacher, id, 'Page 13')
    for (const _ of [1, 2]) expect((await handIn(student, given, { text: '2055' })).status).toBe(200)
    expect(await handIn(student, given, { text: '5666' })).toMatchObject(refused)
    // what was held is no half of the next text
    expect(await write(teacher, id, 'and then 666')).toMatchObject({ held: true })
    expect(await write(teacher, id, 'see you at 14:00')).toMatchObject({ held: false })

    const adults = await connectedIn(world)
    await write(adults.teacher, adults.id, first)
    expect((await give(adults.teacher, adults.id, 'and then 666')).text).toBe('and then 666')
  })

  it('is copied in parts when it is too long for one event', async () => {
    const { id, teacher, parent } = await connectedIn(world, { minor: true })
    const at = Date.now() - dayMs
    for (let i = 0; i < 45; i++) {
      const sealed = world.sealer.seal({ text: `${i} ${'x'.repeat(4000)}` })
      const said = {
        connectionId: id,
        by: teacher.userId,
        field: 'message' as const,
        about: `${id}.${i}`,
        sealed,
      }
      const place = { _id: `${id}.${i}`, at: new Date(at + i), files: [], held: false, lasting: true }
      await world.utterances.add({ ...said, ...place })
    }
    await report(parent, id)
    const first = await evidenceOf(id)
    expect(first?.omitted).toBeUndefined()
    const { _id } = await eventually(() => world.reports.collection.findOne({ threadId: id }))
    const [second] = await world.kafka.published('evidence.copied', `evidence.${_id}.1`, 1)
    expect(second?.data.part).toBe(1)
    expect(second?.personal.people).toEqual([])
    const all = [...(first?.messages ?? []), ...(second?.personal.messages ?? [])]
    expect(new Set(all.map(({ text }) => text.split(' ')[0])).size).toBe(45)
  })

  it('is in the export of its author, also what was replaced', async () => {
    const { id, teacher, student } = await connectedIn(world, { minor: true })
    const homework = await give(teacher, id, 'Page 12')
    for (const text of ['First', 'Second']) await handIn(student, homework, { text })
    const { body } = await world.call('GET /me/export/profile', { as: student })
    expect(body['words']).toMatchObject([
      { conversation: id, field: 'hand-in', text: 'First' },
      { conversation: id, field: 'hand-in', text: 'Second' },
    ])
  })

  it('also holds requests and the notes of those who answer them', async () => {
    const { id, teacher, parent, childId, tell } = await connectedIn(world, { minor: true, child: true })
    const given = { connectionId: id, teacherId: teacher.userId, childId, guardianIds: [parent.userId] }
    const event = (type: 'requested' | 'ended', sequence: number, by: string, words: object) =>
      world.kafka.publish(
        'users',
        id,
        sequence,
        connectionOf(`connection.${type}`, { ...given, status: 'ended', minor: true, by }, words),
      )
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

  it('of a request without a conversation is in the evidence of an alert about it', async () => {
    const { teacher, parent, childId } = await connectedIn(world, { minor: true, child: true })
    const connectionId = randomUUID()
    const said = { field: 'request' as const, about: connectionId, at: new Date(), by: parent.userId }
    const sealed = world.sealer.seal({ text: 'Call me at home' })
    const parties = { connectionId, teacherId: teacher.userId, guardianIds: [parent.userId], minor: true }
    const utterance = utteranceOf(parties, { ...said, sealed })
    if (utterance) await world.utterances.add(utterance)
    const concerns = { connectionId, aboutUserId: parent.userId, ...(childId && { childId }) }
    await world.copyEvidence('a-request', concerns, new Date())
    const [copied] = await world.kafka.published('evidence.copied', 'evidence.a-request', 1)
    expect(copied?.personal.messages).toMatchObject([{ field: 'request', text: 'Call me at home' }])
  })
})

describe('what is written in a lesson of a minor', () => {
  const lessonOf = ({ id, teacher, student, parent }: Awaited<ReturnType<typeof connectedIn>>) => {
    const sessionId = randomUUID()
    const publish = (
      type: 'session.booked' | 'session.changed' | 'session.cancelled',
      sequence: number,
      by: Identity,
      words: object,
      written = new Date(Date.now() + sequence * 1000),
    ) => {
      const at = written.toISOString()
      // `as`: the data of three types
      return world.kafka.publish('availability', sessionId, sequence, {
        type,
        data: {
          ...{
            sessionId,
            connectionId: id,
            teacherId: teacher.userId,
            studentId: student.userId,
            minor: true,
          },
          ...{ guardianIds: [parent.userId], subject: 'mathematics', status: 'upcoming', type: 'faceToFace' },
          ...{ startsAt: at, endsAt: at, durationMinutes: 45, revision: sequence, announces: [], at },
          ...{ by: by.userId, cause: 'party' },
        },
        personal: { guardians: [], place: '', meetingLink: '', notes: '', reason: '', ...words },
      } as EventInput)
    }
    return { sessionId, publish }
  }

  it('completes details that began in a message: the second time it is an alert', async () => {
    const connected = await connectedIn(world, { minor: true })
    const { id, teacher } = connected
    await write(teacher, id, 'Write this down: 20 555')
    const held = async (notes: string) => {
      const lesson = lessonOf(connected)
      await lesson.publish('session.booked', 1, teacher, { notes })
      const about = lesson.sessionId
      return eventually(() => world.utterances.collection.findOne({ about }))
    }
    expect(await held('Bring page 12')).toMatchObject({ held: false })
    expect(await held('and then 666')).toMatchObject({ held: true })
    expect(await world.reports.collection.countDocuments({ threadId: id })).toBe(0)
    const second = await held('then: 666')
    expect(second).toMatchObject({ held: true })
    const [alert] = await world.kafka.published(
      'safety.reported',
      `held.${second.about}.${second.at.getTime()}`,
      1,
    )
    expect(alert?.data).toMatchObject({ severity: 'high', reported: { kind: 'lesson' } })
    expect(alert?.personal.quoted).toContain('20 555')
  })

  it('is judged with what was written after it, because its event may arrive later', async () => {
    const connected = await connectedIn(world, { minor: true })
    const { id, teacher } = connected
    const booked = async (notes: string, at: Date) => {
      const lesson = lessonOf(connected)
      await lesson.publish('session.booked', 1, teacher, { notes }, at)
      const about = lesson.sessionId
      return eventually(() => world.utterances.collection.findOne({ about }))
    }
    const before = new Date(Date.now() - 1000)
    expect(await write(teacher, id, 'and then 666')).toMatchObject({ held: false })
    expect(await booked('Bring page 12', before)).toMatchObject({ held: false })
    expect(await booked('Write this down: 20 555', before)).toMatchObject({ held: true })
    const second = await booked('Note this: 20 555', before)
    expect(second).toMatchObject({ held: true })
    const reportId = `held.${second.about}.${second.at.getTime()}`
    const [alert] = await world.kafka.published('safety.reported', reportId, 1)
    expect(alert?.data).toMatchObject({ severity: 'high', reported: { kind: 'lesson' } })
    expect(alert?.personal.quoted).toContain('and then 666')
  })

  it('that asks a minor for secrecy is an alert', async () => {
    const connected = await connectedIn(world, { minor: true })
    const { teacher, student } = connected
    const { sessionId, publish } = lessonOf(connected)
    await publish('session.booked', 1, student, { notes: 'Ne dis rien à tes parents' })
    await publish('session.changed', 2, teacher, { notes: 'On se voit seuls, sans le dire à tes parents' })
    await publish('session.changed', 3, teacher, { notes: 'Chapitre 4' })
    await eventually(
      async () => (await world.utterances.collection.countDocuments({ about: sessionId })) === 3,
    )
    const of = { threadId: connected.id, _id: { $regex: '^secrecy' } }
    await eventually(async () => (await world.reports.collection.countDocuments(of)) === 1)
    const found = await world.reports.collection.findOne(of)
    const [alert] = await world.kafka.published('safety.reported', found?._id ?? '', 1)
    expect(alert?.data).toMatchObject({ reason: 'secrecy', severity: 'high', reported: { kind: 'lesson' } })
  })

  it('on its board is stored and judged with the other texts', async () => {
    const { id, teacher, student, parent } = await connectedIn(world, { minor: true })
    await write(teacher, id, 'Write this down: 20 555')
    const sessionId = randomUUID()
    const draw = async (by: Identity, text: string) => {
      const at = new Date().toISOString()
      await world.kafka.publish('classroom', randomUUID(), 1, {
        type: 'board.written',
        data: {
          ...{ sessionId, connectionId: id, teacherId: teacher.userId, studentId: student.userId },
          ...{ guardianIds: [parent.userId], by: by.userId, at },
        },
        personal: { text },
      })
      return eventually(() => world.utterances.collection.findOne({ about: sessionId, at: new Date(at) }))
    }
    expect(await draw(student, '3/4 + 1/8')).toMatchObject({ field: 'board', held: false, lasting: false })
    expect(await draw(teacher, 'and then 666')).toMatchObject({ field: 'board', held: true, lasting: true })
    await draw(teacher, 'On se voit seuls')
    const of = { threadId: id, _id: { $regex: '^secrecy' } }
    await eventually(async () => (await world.reports.collection.countDocuments(of)) === 1)
  })

  it('is stored by its events, with the person who wrote it', async () => {
    const connected = await connectedIn(world, { minor: true })
    const { id, teacher, student, parent } = connected
    const { sessionId, publish } = lessonOf(connected)
    await publish('session.booked', 1, student, { place: 'Library' })
    await publish('session.changed', 2, teacher, { place: 'Library', notes: 'Come alone' })
    // the notes of another person stay in the lesson's state
    await publish('session.changed', 3, student, { place: 'At school', notes: 'Come alone' })
    await publish('session.cancelled', 4, teacher, { place: 'At school', notes: 'Come alone', reason: 'Ill' })
    const at = new Date(Date.now() + 5000).toISOString()
    await world.kafka.publish('availability', `report.${sessionId}`, 1, {
      type: 'report.written',
      data: {
        ...{ sessionId, connectionId: id, teacherId: teacher.userId, guardianIds: [], reportId: sessionId },
        ...{ subject: 'mathematics', at },
      },
      personal: { guardians: [], text: 'Fractions' },
    })
    await eventually(async () => (await textsOf(id)).length === 5)
    const found = await world.utterances.collection.find({ about: sessionId }, { sort: { at: 1 } }).toArray()
    expect(found.map((each) => [each.field, each.by, world.utterances.textOf(each)])).toEqual([
      ['lesson-place', student.userId, 'Library'],
      ['lesson-notes', teacher.userId, 'Come alone'],
      ['lesson-place', student.userId, 'At school'],
      ['lesson-reason', teacher.userId, 'Ill'],
      ['lesson-report', teacher.userId, 'Fractions'],
    ])
    const about = { kind: 'lesson', id: sessionId }
    expect((await report(parent, id, { about })).status).toBe(200)
    const other = await connectedIn(world, { minor: true })
    expect((await report(other.parent, other.id, { about })).status).toBe(404)
  })
})

describe('a report', () => {
  it('may name a homework, its answer or its mark, also one that was withdrawn', async () => {
    const { id, teacher, student, parent } = await connectedIn(world, { minor: true })
    const withdrawn = await give(teacher, id, 'Send me a photo')
    await withdraw(teacher, withdrawn)
    const homework = await give(teacher, id, 'Page 12')
    await handIn(student, homework, { text: 'You are stupid' })
    await mark(teacher, homework, 'Come alone')
    const named = [
      [parent, { kind: 'homework', id: withdrawn.id }, teacher, 'Exercise 3\nSend me a photo'],
      [student, { kind: 'mark', id: homework.id }, teacher, 'Come alone'],
      [teacher, { kind: 'hand-in', id: homework.id }, student, 'You are stupid'],
    ] as const
    for (const [as, about, accused, quoted] of named) {
      expect((await report(as, id, { about, reason: `Look: ${about.kind}` })).status).toBe(200)
      const event = await eventually(async () => {
        const stored = await world.reports.collection.find({ threadId: id }).toArray()
        for (const { _id } of stored) {
          const [found] = await world.kafka.published('safety.reported', _id, 1)
          if (found?.data.reported?.kind === about.kind) return found
        }
        return null
      })
      expect(event.data).toMatchObject({ reported: about, aboutUserId: accused.userId })
      expect(event.personal).toEqual({ text: `Look: ${about.kind}`, quoted })
    }
    const unknown = { kind: 'homework', id: randomUUID() }
    expect((await report(parent, id, { about: unknown })).status).toBe(404)
  })
})

describe('a file of a minor’s connection', () => {
  it('that a message and a homework name stays with the message when the homework is withdrawn', async () => {
    const { id, teacher, student, parent } = await connectedIn(world, { minor: true })
    const picture = await file(teacher)
    expect((await send(teacher, id, picture)).status).toBe(201)
    await withdraw(teacher, await give(teacher, id, 'Page 12', { files: [picture.id] }))
    for (const as of [teacher, student, parent]) expect(await open(as, picture)).toBe(200)
    await report(parent, id)
    expect((await reportOf(id)).files).toMatchObject([{ id: picture.id, by: teacher.userId, closed: false }])
  })

  it('that withdrawn homework named is hidden from everyone, and administrators read it after a report', async () => {
    const { id, teacher, student, parent } = await connectedIn(world, { minor: true })
    const picture = await file(teacher)
    await withdraw(teacher, await give(teacher, id, 'Page 12', { files: [picture.id] }))
    for (const as of [teacher, student, parent]) expect(await open(as, picture)).toBe(404)
    await report(parent, id)
    const { _id } = await reportOf(id)
    const as = someone('admin')
    const opened = await world.call(`POST /admin/reported-files/${_id}/view`, { as, body: {} })
    expect(opened.body['data']).toMatchObject({ files: [{ id: picture.id }], closed: 0 })
    const read = await world.call(`GET /admin/reported-files/${_id}/files/${picture.id}`, { as })
    expect(read.status).toBe(200)
  })

  it('is not lost when adults withdraw a homework and send its file at once', async () => {
    const { id, teacher, student } = await connectedIn(world)
    for (let i = 0; i < 5; i++) {
      const picture = await file(teacher)
      const homework = await give(teacher, id, 'Page 12', { files: [picture.id] })
      const [sent] = await Promise.all([send(teacher, id, picture), withdraw(teacher, homework)])
      expect(await open(student, picture)).toBe(sent.status === 201 ? 200 : 404)
    }
  })
})

describe('after an account was closed', () => {
  it('a teacher’s words, name and files are in the evidence of a later report, for 90 days', async () => {
    const { id, teacher, student, parent } = await connectedIn(world, { minor: true })
    await write(teacher, id, 'Meet me behind the school')
    await withdraw(teacher, await give(teacher, id, 'Send me a photo'))
    const picture = await file(teacher)
    await send(teacher, id, picture)
    await write(student, id, 'No')
    await close(teacher)
    // screens have nothing of it
    const page = await world.call(`GET /threads/${id}/messages`, { as: parent })
    expect(JSON.stringify(page.body)).not.toMatch(/behind|photo|Sami/)
    expect(await open(parent, picture)).toBe(404)
    expect(JSON.stringify(await world.closings.collection.find({}).toArray())).not.toContain('Sami')

    const withdrawn = await world.homework.collection.findOne({ threadId: id })
    const about = { kind: 'homework', id: withdrawn?._id }
    expect((await report(parent, id, { about })).status).toBe(200)
    // administrators who are no super-admins do not read them
    const stored = await eventually(() => world.reports.collection.findOne({ threadId: id }))
    const [told] = await world.kafka.published('safety.reported', stored._id, 1)
    expect(told?.personal.quoted).toBe('')
    expect(told?.data.aboutUserId).toBe(teacher.userId)
    const copy = await evidenceOf(id)
    expect(copy?.people).toMatchObject([{ userId: teacher.userId, fullName: 'Sami Trabelsi' }])
    const texts = copy?.messages.map(({ by, text }) => `${by}: ${text}`).join('\n')
    for (const each of ['Meet me behind the school', 'Exercise 3\nSend me a photo', 'Look\n[a.pdf, SHA-256'])
      expect(texts).toContain(`${teacher.userId}: ${each}`)

    // the file: a super-admin, with a reason
    const { _id } = await reportOf(id)
    const [admin, root] = [someone('admin'), someone('super-admin')]
    const view = (as: Identity, reason = '') =>
      world.call(`POST /admin/reported-files/${_id}/view`, { as, body: { reason } })
    const read = async (as: Identity) =>
      (await world.call(`GET /admin/reported-files/${_id}/files/${picture.id}`, { as })).status
    expect((await view(admin, 'I want to')).body['data']).toMatchObject({ files: [], closed: 1 })
    expect(await read(admin)).toBe(404)
    expect((await view(root)).body['data']).toMatchObject({ files: [], closed: 1, mayOpenClosed: true })
    expect(await read(root)).toBe(404)
    expect((await view(root, 'Court order')).body['data']).toMatchObject({ files: [{ by: null }], closed: 0 })
    expect(await read(root)).toBe(200)
    expect(await world.kafka.published('safety.files-viewed', _id, 3)).toHaveLength(3)

    await removeAfter(89)
    expect((await textsOf(id)).length).toBeGreaterThan(3)
    await removeAfter(91)
    expect(await textsOf(id)).toEqual([['message', 'No']])
    expect(await world.materials.find(picture.id)).toBeNull()
    expect(await world.closings.collection.countDocuments({ _id: teacher.userId })).toBe(0)
    // the report keeps its file
    expect(await read(root)).toBe(200)
  })

  it('a report by words alone about a closed account has its conversations with the reporter', async () => {
    const { id, teacher, parent } = await connectedIn(world, { minor: true })
    await write(teacher, id, 'Tell nobody')
    await close(teacher)
    const alertId = randomUUID()
    const at = new Date().toISOString()
    await world.kafka.publish('admin', alertId, 1, {
      type: 'alert.opened',
      data: {
        ...{ alertId, reason: 'danger', severity: 'high', minor: true, guardianIds: [], governorateId: null },
        ...{ dueAt: at, investigateBy: at, at, aboutIds: [] },
        evidence: { aboutUserId: teacher.userId, by: parent.userId },
      },
      personal: { guardians: [] },
    })
    const [copied] = await world.kafka.published('evidence.copied', `evidence.${alertId}`, 1)
    expect(copied?.personal).toMatchObject({
      people: [{ fullName: 'Sami Trabelsi' }],
      messages: [{ text: 'Tell nobody' }],
    })
  })

  it('a minor’s own words are gone at once, and adults’ words about the minor after 90 days', async () => {
    const { id, teacher, student } = await connectedIn(world, { minor: true })
    const homework = await give(teacher, id, 'Page 12')
    await handIn(student, homework, { text: 'My answer' })
    await mark(teacher, homework, 'Amina, read again')
    await close(student)
    expect(await textsOf(id)).toEqual([
      ['homework', 'Exercise 3\nPage 12'],
      ['mark', 'Amina, read again'],
    ])
    await removeAfter(91)
    expect(await textsOf(id)).toEqual([['homework', 'Exercise 3\nPage 12']])
  })

  it('between adults nothing is kept', async () => {
    const { id, teacher, student } = await connectedIn(world)
    await write(teacher, id, 'Hello')
    await withdraw(teacher, await give(teacher, id, 'Page 12'))
    expect(await textsOf(id)).toEqual([['message', 'Hello']])
    for (const as of [teacher, student]) await close(as)
    expect(await textsOf(id)).toEqual([])
    expect(await world.closings.collection.countDocuments({ _id: teacher.userId })).toBe(0)
  })
})
