import { randomUUID } from 'node:crypto'
import { fileLimit } from '@darsi/contracts/rules/files.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { dataOf, eventually, problemOf, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { eraseAccount } from '../src/erasure.ts'
import { createRetention } from '../src/retention.ts'
import { adult, child, type Lesson, lessonOf, tabOf, worldOfFile } from './world.ts'

const world = await worldOfFile()
const place = 'Rue du Lac 12'
const photograph = new Uint8Array(
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } })
    .jpeg()
    .withExif({ IFD0: { ImageDescription: place } })
    .toBuffer(),
)

const open = (lesson: Lesson, as: Identity) => tabOf(world, lesson, as)
const upload = (
  { sessionId }: Lesson,
  as: Identity,
  file: Uint8Array<ArrayBuffer> = photograph,
  type = 'image/jpeg',
) => world.call(`POST /classroom/${sessionId}/pictures`, { as, file, headers: { 'content-type': type } })
const view = async ({ sessionId }: Lesson, as: Identity, id: string) => {
  const headers = await world.headers(as)
  const response = await fetch(`${world.url}/classroom/${sessionId}/pictures/${id}`, { headers })
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const idOf = ({ body }: { body: Record<string, unknown> }) => dataOf<{ id: string }>({ body }).id
const stored = async () => {
  const keys: string[] = []
  for await (const { key } of world.storage.list('boards/')) keys.push(key)
  return keys
}
const rowsOf = ({ sessionId }: Lesson) => world.collections.pictures.find({ sessionId }).toArray()

/** A running lesson with its teacher in the room. */
async function taught(learner = adult) {
  const lesson = await lessonOf(world, learner)
  const teacher = await open(lesson, lesson.teacher)
  return { lesson, teacher }
}

describe('a picture of the board', () => {
  it('is kept sealed and without metadata, for the people of the lesson alone', async () => {
    const { lesson } = await taught(child)
    const sent = await upload(lesson, lesson.teacher)
    expect(sent.status).toBe(201)
    for (const person of [lesson.teacher, lesson.student, lesson.parent]) {
      const { status, bytes } = await view(lesson, person, idOf(sent))
      expect(status).toBe(200)
      const { format, width, height, exif } = await sharp(bytes).metadata()
      expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 60, height: 40 })
    }
    expect((await view(lesson, someone('teacher'), idOf(sent))).status).toBe(404)
    expect((await view(await lessonOf(world, adult), lesson.teacher, idOf(sent))).status).toBe(404)
    const [row] = await rowsOf(lesson)
    const onDisk = await world.storage.get(row?.file.key ?? '')
    expect(
      await sharp(onDisk ?? Buffer.alloc(0))
        .metadata()
        .catch(() => 'no picture'),
    ).toBe('no picture')
  })

  it('is refused when it is of another type, too large, broken, or two kinds of file at once', async () => {
    const { lesson } = await taught()
    const html = new TextEncoder().encode('<script>alert(1)</script>')
    expect(problemOf(await upload(lesson, lesson.teacher, html, 'text/html'))).toBe('file-type-refused')
    expect(problemOf(await upload(lesson, lesson.teacher, html))).toBe('file-type-refused')
    const pdf = await sampleDocument(['Exercise 1'])
    expect(problemOf(await upload(lesson, lesson.teacher, pdf, 'application/pdf'))).toBe('file-type-refused')
    const large = new Uint8Array(fileLimit + 1)
    large.set(photograph)
    expect(problemOf(await upload(lesson, lesson.teacher, large))).toBe('file-too-large')
    expect(problemOf(await upload(lesson, lesson.teacher, photograph.slice(0, 90)))).toBe('file-unreadable')
    expect(await rowsOf(lesson)).toEqual([])

    // a picture that is a page with a script as well: only the picture is kept
    const polyglot = new Uint8Array([...photograph, ...html])
    const { bytes } = await view(lesson, lesson.teacher, idOf(await upload(lesson, lesson.teacher, polyglot)))
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('script')
  })

  it('is added only by a person with a seat and the right to write, and not after the end', async () => {
    const { lesson, teacher } = await taught(child)
    // of the lesson, but not in the room
    expect(problemOf(await upload(lesson, lesson.parent))).toBe('forbidden')
    const student = await open(lesson, lesson.student)
    await open(lesson, lesson.parent)
    await teacher.call('POST /admit')
    await teacher.call('POST /rights', { write: false })
    expect(problemOf(await upload(lesson, lesson.student))).toBe('forbidden')
    await teacher.call('POST /rights', { write: true })
    expect((await upload(lesson, lesson.student)).status).toBe(201)
    expect(problemOf(await upload(lesson, someone('student')))).toBe('not-found')
    await teacher.call('POST /end')
    expect(problemOf(await upload(lesson, lesson.teacher))).toBe('classroom-ended')
    const [picture] = await rowsOf(lesson)
    expect((await view(lesson, student.as, picture?._id ?? '')).status).toBe(200)
  })

  it('has no place after the sixtieth one', async () => {
    const { lesson } = await taught()
    await upload(lesson, lesson.teacher)
    const [row] = await rowsOf(lesson)
    if (!row) throw new Error('no picture')
    const others = Array.from({ length: 58 }, (_, index) => ({ ...row, _id: `${lesson.sessionId} ${index}` }))
    await world.collections.pictures.insertMany(others)
    expect((await upload(lesson, lesson.teacher)).status).toBe(201)
    const files = await stored()
    expect(problemOf(await upload(lesson, lesson.teacher))).toBe('classroom-pictures-full')
    expect(await stored()).toEqual(files)
  })
})

describe('the pictures of a lesson', () => {
  it('are in the export of the lesson’s people, and are erased with an account', async () => {
    const { lesson, teacher } = await taught()
    const id = idOf(await upload(lesson, lesson.teacher))
    const { body } = await world.call('GET /me/export/classroom', { as: lesson.student })
    expect(body['classroomPictures']).toEqual([
      { sessionId: lesson.sessionId, id, type: 'image/jpeg', base64: expect.any(String) },
    ])
    const [row] = await rowsOf(lesson)
    await teacher.leave()
    const { userId } = lesson.student
    await world.kafka.account.deletionRequested({ userId, by: userId, fullName: 'Amina Ben Salah' })
    expect(await world.kafka.published('user.erased', userId, 1)).toHaveLength(1)
    expect(await rowsOf(lesson)).toEqual([])
    expect(await world.storage.get(row?.file.key ?? '')).toBeNull()
  })

  it('are erased by the second attempt when the first one fails halfway', async () => {
    const { lesson } = await taught()
    await upload(lesson, lesson.teacher)
    const erase = async () => {
      throw new Error('the storage is away')
    }
    const failing = { ...world.parts, pictures: { ...world.parts.pictures, erase } }
    const { userId } = lesson.student
    await expect(eraseAccount(failing, userId, world.now())).rejects.toThrow('away')
    // a connection's event rewrites its parties
    await lesson.publishConnection('ended', 'ended')
    await eraseAccount(world.parts, userId, world.now())
    expect(await rowsOf(lesson)).toEqual([])
    const row = await world.collections.connections.findOne({ _id: lesson.connectionId })
    expect(row?.everIds).not.toContain(userId)
  })

  it('are erased with a child whose last guardian has left the connection already', async () => {
    const { lesson } = await taught(child)
    const ofChild = { studentId: undefined, childId: randomUUID() }
    await lesson.publishConnection('approved', 'changed', ofChild)
    await upload(lesson, lesson.teacher)
    await lesson.publishConnection('ended', 'changed', { ...ofChild, guardianIds: [] })
    await eraseAccount(world.parts, lesson.parent.userId, world.now())
    expect(await rowsOf(lesson)).toEqual([])
  })

  it('are erased with a child whose last guardian leaves the connection and keeps the account', async () => {
    const { lesson } = await taught(child)
    const ofChild = { studentId: undefined, childId: randomUUID() }
    await lesson.publishConnection('approved', 'changed', ofChild)
    const id = idOf(await upload(lesson, lesson.teacher))
    await lesson.publishConnection('ended', 'changed', { ...ofChild, guardianIds: [] })
    await eventually(async () => (await rowsOf(lesson)).length === 0)
    expect((await view(lesson, lesson.teacher, id)).status).toBe(404)
  })

  it('are erased with a child whose two guardians are erased at the same moment', async () => {
    const { lesson } = await taught(child)
    const other = someone('parent').userId
    const ofChild = { studentId: undefined, childId: randomUUID() }
    const guardianIds = [lesson.parent.userId, other]
    await lesson.publishConnection('approved', 'changed', { ...ofChild, guardianIds })
    await upload(lesson, lesson.teacher)
    await Promise.all(guardianIds.map((userId) => eraseAccount(world.parts, userId, world.now())))
    expect(await rowsOf(lesson)).toEqual([])
    const row = await world.collections.connections.findOne({ _id: lesson.connectionId })
    expect(row).toMatchObject({ guardianIds: [], studentName: '' })
  })

  it('are kept for a concern after the retention of the board, and removed with the concern', async () => {
    const { lesson, teacher } = await taught()
    await upload(lesson, lesson.teacher)
    const reported = await world.call(`POST /classroom/${lesson.sessionId}/report`, {
      as: lesson.teacher,
      body: { reason: 'other', text: 'A picture of somebody else' },
    })
    expect(reported.status).toBe(201)
    const [picture] = await rowsOf(lesson)
    const [report] = await world.collections.reports.find({ sessionId: lesson.sessionId }).toArray()
    const copy = report?.pictures[0]?.file.key ?? ''
    const removals = createRetention(world.parts)
    const later = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000)
    expect(await removals.classrooms(later(366))).toBeGreaterThan(0)
    await eventually(async () => (await rowsOf(lesson)).length === 0)
    // a removed lesson has no open tabs
    await eventually(() => !teacher.isOpen())
    expect(await world.storage.get(picture?.file.key ?? '')).toBeNull()
    expect(await removals['orphan-pictures'](later(2))).toBe(0)
    expect(await world.storage.get(copy)).not.toBeNull()
    await removals['classroom-reports'](later(1827))
    expect(await world.storage.get(copy)).toBeNull()
  })

  it('are copied once for a concern whose call is repeated, and one alert follows', async () => {
    const { lesson } = await taught()
    await upload(lesson, lesson.teacher)
    const before = await stored()
    const call = (as: Identity) =>
      world.call(`POST /classroom/${lesson.sessionId}/report`, {
        as,
        body: { reason: 'behaviour', text: 'He shouted' },
        headers: { 'idempotency-key': 'one-attempt' },
      })
    for (const as of [lesson.student, lesson.student, lesson.teacher])
      expect((await call(as)).status).toBe(201)
    const reports = await world.collections.reports.find({ sessionId: lesson.sessionId }).toArray()
    expect(reports.map(({ by }) => by).sort()).toEqual([lesson.student.userId, lesson.teacher.userId].sort())
    for (const { _id } of reports)
      expect(await world.kafka.published('classroom.reported', _id, 1)).toHaveLength(1)
    expect((await stored()).length - before.length).toBe(2)
  })

  it('that no document names are removed after a day', async () => {
    await world.storage.put('boards/orphan', Buffer.from('x'))
    const removals = createRetention(world.parts)
    expect(await removals['orphan-pictures'](new Date())).toBe(0)
    const tomorrow = new Date(Date.now() + 25 * 3600 * 1000)
    expect(await removals['orphan-pictures'](tomorrow)).toBe(1)
    expect(await stored()).not.toContain('boards/orphan')
  })
})
