import type { EventType } from '@darsi/contracts/events/events.ts'
import { demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import { seedDemoProofs } from '../src/proofs/demo-proofs.ts'
import { askForBulletins } from '../src/proofs/proof-commands.ts'
import { createRemovals } from '../src/retention.ts'
import { sendFile } from './uploads.ts'
import { registered, type World, worldOfFile } from './world.ts'

const admin = someone('admin')
const world = await worldOfFile()
const document = await sampleDocument(['Diploma'], 'Rue du Lac')

type Teacher = Awaited<ReturnType<World['account']>>
type Proof = { id: string; kind: string; state: string; reason: string; hasFile: boolean }
type File = { missing: string[]; missingFields: string[]; proofs: Proof[] }

const complete = {
  levels: ['secondary'],
  sessionTypes: ['online'],
  experienceLevel: 'expert',
  hourlyRate: 30,
  bio: 'I teach mathematics.',
}
const aTeacher = () => world.account('teacher', { status: 'pending', roleData: complete })
const keep = (as: Teacher, kind: string, upload: string) =>
  world.call(`PUT /me/proofs/${kind}`, { as, body: { upload } })
const send = async (as: Teacher, kind: string, bytes = document) =>
  keep(as, kind, await sendFile(world, as, bytes))
const uploaded = async (as: Teacher, kind: string) => {
  const answer = await send(as, kind)
  expect(answer.status).toBe(200)
  const found = dataOf<File>(answer).proofs.find((proof) => proof.kind === kind)
  if (!found) throw new Error(kind)
  return found
}
const removeFiles = (days: number) => createRemovals(world)['proof-files'](inDays(days))
const inDays = (days: number) => new Date(Date.now() + days * dayMs)
const fileOf = async ({ userId }: Teacher) =>
  dataOf<File>(await world.call(`GET /admin/teachers/${userId}/review-file`, { as: admin }))
const decide = ({ userId }: Teacher, { id }: Proof, decision: string, reason = '') =>
  world.call(`PUT /admin/teachers/${userId}/proofs/${id}`, { as: admin, body: { decision, reason } })
const open = ({ userId }: Teacher, { id }: Pick<Proof, 'id'>) =>
  world.call(`GET /admin/teachers/${userId}/proofs/${id}/file`, { as: admin })
const stored = async (teacher: Teacher) =>
  (await world.proofs.of(teacher.userId)).flatMap(({ file }) => (file ? [file] : []))
const events = <K extends EventType>(type: K, { userId }: Teacher, atLeast = 0) =>
  world.kafka.published(type, userId, atLeast)

describe('a teacher’s proofs', () => {
  it('go from the upload to the badge, and the approval lacks nothing any more', async () => {
    const teacher = await aTeacher()
    expect((await fileOf(teacher)).missing).toEqual(['identity', 'diploma'])
    const identity = await uploaded(teacher, 'identity')
    const diploma = await uploaded(teacher, 'diploma')
    const { body } = await world.call('GET /admin/proofs', { as: admin })
    expect(body['data']).toContainEqual(
      expect.objectContaining({ id: teacher.userId, waiting: ['identity', 'diploma'] }),
    )
    const seen = await open(teacher, identity)
    expect(seen.body['text']).toMatch(/^%PDF/)
    expect(seen.headers.get('content-type')).toMatch(/octet-stream/)
    expect(await events('proof.viewed', teacher, 1)).toMatchObject([{ data: { by: admin.userId } }])
    // what a list or a review file showed is an event as well, once an hour
    const views = await world.views.collection.find({}).toArray()
    const recorded = await Promise.all(
      views.map(({ _id }) => world.kafka.published('records.viewed', _id, 1)),
    )
    expect(recorded.flat().map(({ data: { action, target, shown } }) => [action, target, shown])).toEqual(
      expect.arrayContaining([
        ['proofs.listed', '', expect.arrayContaining([teacher.userId])],
        ['review-file.viewed', teacher.userId, []],
      ]),
    )
    await decide(teacher, identity, 'accepted')
    await decide(teacher, diploma, 'accepted')
    expect((await fileOf(teacher)).missing).toEqual([])

    await world.kafka.publish('admin', teacher.userId, 1, {
      type: 'user.approved',
      data: { userId: teacher.userId, role: 'teacher', at: new Date().toISOString(), by: admin.userId },
      personal: { email: '', fullName: '', language: 'fr' },
    })
    const card = await eventually(async () => {
      const answer = await world.call(`GET /teachers/${teacher.userId}`, { as: someone('student') })
      return answer.status === 200 && dataOf<{ checks: { kind: string }[] }>(answer)
    })
    expect(card.checks.map(({ kind }) => kind)).toEqual(['address', 'identity', 'diploma'])
  })

  it('a refusal needs a reason, which the teacher reads; another document may follow', async () => {
    const teacher = await aTeacher()
    const first = await uploaded(teacher, 'diploma')
    expect((await decide(teacher, first, 'refused')).status).toBe(400)
    expect((await decide(teacher, first, 'refused', 'Too dark')).status).toBe(200)
    const own = dataOf<File>(await world.call('GET /me/review-file', { as: teacher }))
    expect(own.proofs).toMatchObject([{ state: 'refused', reason: 'Too dark' }])
    const [decided] = await events('proof.decided', teacher, 1)
    expect(decided).toMatchObject({ data: { decision: 'refused' }, personal: { reason: 'Too dark' } })
    expect(JSON.stringify(decided?.data)).not.toContain('dark')
    await uploaded(teacher, 'diploma')
    expect((await fileOf(teacher)).proofs).toHaveLength(2)
  })

  it('of two decisions at once one counts', async () => {
    const teacher = await aTeacher()
    const proof = await uploaded(teacher, 'identity')
    const answers = await Promise.all([
      decide(teacher, proof, 'accepted'),
      decide(teacher, proof, 'refused', 'Not yours'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('of two uploads at once one waits, and no file is left without a document', async () => {
    const teacher = await aTeacher()
    await Promise.all([send(teacher, 'identity'), send(teacher, 'identity')])
    const files = await stored(teacher)
    expect(files).toHaveLength(1)
    const orphans = await world.files.removeOrphans('proofs', {
      isNamed: world.proofs.hasFile,
      now: inDays(2),
    })
    expect(orphans).toBe(0)
    for (const file of files) expect(await world.files.get(file)).not.toBeNull()
  })

  it('a file of another type is refused, and the document’s metadata is removed', async () => {
    const teacher = await aTeacher()
    const page = new TextEncoder().encode('<script>alert(1)</script>')
    const refused = await send(teacher, 'identity', page)
    expect([refused.status, refused.body['code']]).toEqual([415, 'FILE_TYPE_REFUSED'])
    await uploaded(teacher, 'identity')
    const [file] = await stored(teacher)
    expect(String(file && (await world.files.get(file)))).not.toContain('Rue du Lac')
    expect((await send(teacher, 'passport')).status).toBe(404)
  })

  it('is kept once, however often its upload is finished, and only by its sender', async () => {
    const [teacher, other] = [await aTeacher(), await aTeacher()]
    const upload = await sendFile(world, teacher, document)
    expect((await keep(other, 'identity', upload)).status).toBe(404)
    const answers = await Promise.all([1, 2].map(() => keep(teacher, 'identity', upload)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    // after a lost answer
    expect((await keep(teacher, 'identity', upload)).status).toBe(200)
    expect(await stored(teacher)).toHaveLength(1)
    expect(await world.uploads.countOf(teacher.userId)).toBe(0)
    const isNamed = world.proofs.hasFile
    expect(await world.files.removeOrphans('proofs', { isNamed, now: inDays(2) })).toBe(0)
  })

  it('cannot be opened by other people', async () => {
    const teacher = await aTeacher()
    const { id } = await uploaded(teacher, 'identity')
    const path = `GET /admin/teachers/${teacher.userId}/proofs/${id}/file`
    for (const as of [teacher, someone('student'), someone('parent'), await aTeacher()])
      expect((await world.call(path, { as })).status).toBe(403)
    // another teacher's file cannot be read with this one's id
    const other = await aTeacher()
    expect((await open(other, { id })).status).toBe(404)
  })
})

describe('the files of proofs', () => {
  it('are deleted 30 days after the decision; decision and hash stay', async () => {
    const teacher = await aTeacher()
    const proof = await uploaded(teacher, 'identity')
    const waiting = await uploaded(teacher, 'diploma')
    const [file] = await stored(teacher)
    await decide(teacher, proof, 'accepted')
    await removeFiles(29)
    expect((await open(teacher, proof)).status).toBe(200)
    await removeFiles(31)
    expect((await open(teacher, proof)).status).toBe(404)
    expect(file && (await world.files.get(file))).toBeNull()
    expect((await fileOf(teacher)).proofs.find(({ id }) => id === proof.id)).toMatchObject({
      state: 'accepted',
      hasFile: false,
    })
    expect((await world.proofs.of(teacher.userId)).map(({ hash }) => hash.length)).toEqual([64, 64])
    expect((await open(teacher, waiting)).status).toBe(200)
  })

  it('are erased with the account, and a late upload is refused', async () => {
    const teacher = await aTeacher()
    await uploaded(teacher, 'identity')
    const [file] = await stored(teacher)
    await world.kafka.account.deletionRequested({ userId: teacher.userId, role: 'teacher', evidence: [] })
    await eventually(async () => (await world.profiles.find(teacher.userId)) === null)
    expect(file && (await world.files.get(file))).toBeNull()
    expect((await send(teacher, 'identity')).status).toBe(503)
    expect(await world.proofs.of(teacher.userId)).toEqual([])
  })

  it('are in the person’s export by their names and hashes', async () => {
    const teacher = await aTeacher()
    await uploaded(teacher, 'diploma')
    const { body } = await world.call('GET /me/export/profile', { as: teacher })
    expect(body['proofs']).toMatchObject([{ kind: 'diploma', state: 'waiting' }])
    expect(JSON.stringify(body['proofs'])).not.toContain('sealedKey')
  })
})

it('a bulletin n° 3 is requested again after 33 months', async () => {
  const teacher = await world.account('teacher', { roleData: complete })
  const proof = await uploaded(teacher, 'bulletin')
  await decide(teacher, proof, 'accepted')
  await askForBulletins(world)
  expect(await events('proof.due', teacher)).toEqual([])
  const now = () => inDays(34 * 31)
  await askForBulletins({ ...world, now })
  await askForBulletins({ ...world, now })
  expect(await events('proof.due', teacher, 1)).toHaveLength(1)
})

it('the demo’s teachers have generated documents, accepted or waiting as the teacher is', async () => {
  const ids = ['demo-teacher', ...demoTeacherIds]
  expect(await seedDemoProofs(world)).toBe(false)
  const arrives = async (id: string, status: 'approved' | 'pending') => {
    await world.kafka.publish('auth', id, 1, registered(id, 'teacher', { roleData: complete, status }))
    await eventually(async () => (await world.profiles.find(id)) !== null)
  }
  for (const id of ids) await arrives(id, 'approved')
  await arrives('demo-pending-1', 'pending')
  // one who waits arrives later
  expect(await seedDemoProofs(world)).toBe(false)
  await arrives('demo-pending-2', 'pending')
  expect(await eventually(() => seedDemoProofs(world))).toBe(true)
  await seedDemoProofs(world)
  for (const id of ['demo-teacher', 'demo-teacher-24'])
    expect((await world.proofs.of(id)).map(({ state }) => state)).toEqual(['accepted', 'accepted'])
  for (const id of ['demo-pending-1', 'demo-pending-2'])
    expect((await world.proofs.of(id)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})
