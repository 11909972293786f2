import { createHash, randomBytes } from 'node:crypto'
import type { Material, Upload } from '@darsi/contracts/calls/users/materials-api.ts'
import type { Message } from '@darsi/contracts/calls/users/threads-api.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { pieceLimit, storageLimit } from '@darsi/contracts/rules/files.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import { cleanFile } from '@darsi/kit/storage/clean-file.ts'
import { sampleDocument } from '@darsi/kit/storage/sample-document.ts'
import { dataOf, eventually, someone } from '@darsi/kit/testing/testing.ts'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { finishUpload } from '../src/materials/material-commands.ts'
import { createRemovals } from '../src/retention.ts'
import { connectedIn } from './connected.ts'
import { beginUpload, sendPiece, sendPieces, uploadFile } from './uploads.ts'
import { type World, worldOfFile } from './world.ts'

const world = await worldOfFile()
const pdf = await sampleDocument(['Exercise 3'], 'Rue du Lac')
const noise = { raw: { width: 900, height: 700, channels: 3 } } as const
const picture = sharp(randomBytes(900 * 700 * 3), noise).withExif({ IFD0: { Artist: 'Rue du Lac' } })
/** Larger than one piece. */
const photo = new Uint8Array(await picture.png().toBuffer())

const begin = (as: Identity, bytes: Uint8Array, name?: string) => beginUpload(world, as, bytes, name)
const piece = (as: Identity, id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  sendPiece(world, as, id, offset, bytes)
const finish = (as: Identity, id: string) => world.call(`POST /materials/uploads/${id}/finish`, { as })
const uploaded = (as: Identity, bytes: Uint8Array<ArrayBuffer>, name?: string) =>
  uploadFile(world, as, bytes, name)
const write = (as: Identity, thread: string, files: readonly string[], text = '') =>
  world.call(`POST /threads/${thread}/messages`, { as, body: { text, files } })
const open = (as: Identity, id: string) => world.call(`GET /materials/${id}/file`, { as })
const messagesOf = async (as: Identity, thread: string) =>
  dataOf<Message[]>(await world.call(`GET /threads/${thread}/messages`, { as }))
const removals = (days: number) => {
  const at = new Date(Date.now() + days * 24 * 3600 * 1000)
  return createRemovals(world)['unsent-files'](at)
}

it('an account stores 1 GB; a removed file is free at once', async () => {
  const as = await world.account('student')
  const { id } = await uploaded(as, pdf)
  await world.materials.collection.updateOne(
    { _id: id },
    { $set: { 'file.size': storageLimit - pdf.length } },
  )
  expect(
    (await world.call('POST /materials/uploads', { as, body: { name: 'a.pdf', size: pdf.length } })).status,
  ).toBe(201)
  const full = await world.call('POST /materials/uploads', { as, body: { name: 'b.pdf', size: 1 } })
  expect([full.status, full.body['code']]).toEqual([409, 'STORAGE_FULL'])
  expect((await world.call(`DELETE /materials/uploads/${id}`, { as })).status).toBe(200)
  expect((await world.call('POST /materials/uploads', { as, body: { name: 'b.pdf', size: 1 } })).status).toBe(
    201,
  )
})

describe('files that fill the storage', () => {
  type Own = { used: number; files: Material[] }
  const own = async (as: Identity) => dataOf<Own>(await world.call('GET /materials/uploads', { as }))
  const remove = async (as: Identity, id: string) =>
    (await world.call(`DELETE /materials/uploads/${id}`, { as })).status
  const age = (id: string, days: number) =>
    world.materials.collection.updateOne({ _id: id }, { $set: { at: new Date(Date.now() - days * dayMs) } })

  it('are listed to their sender, the largest first, and removed once they are 30 days old', async () => {
    const { id, teacher, student } = await connectedIn(world)
    const [small, large] = [await uploaded(teacher, pdf), await uploaded(teacher, photo)]
    await write(teacher, id, [small.id, large.id])
    const used = small.size + large.size
    await age(small.id, 29)
    expect(await own(teacher)).toEqual({ used, files: [] })
    expect(await remove(teacher, small.id)).toBe(404)
    for (const each of [small, large]) await age(each.id, 31)
    expect((await own(teacher)).files.map((each) => each.id)).toEqual([large.id, small.id])
    expect((await own(student)).files).toEqual([])
    expect(await remove(student, large.id)).toBe(404)
    expect(await remove(teacher, large.id)).toBe(200)
    expect(await own(teacher)).toMatchObject({ used: small.size, files: [{ id: small.id }] })
    expect((await messagesOf(student, id))[0]?.files.map((each) => each.id)).toEqual([small.id])
    expect((await open(student, large.id)).status).toBe(404)
    expect(await world.materials.find(large.id)).toBeNull()
  })

  it('of a minor’s conversation are hidden as evidence and do not count', async () => {
    const { id, teacher, student, parent } = await connectedIn(world, { minor: true })
    const file = await uploaded(teacher, pdf)
    await write(teacher, id, [file.id])
    await age(file.id, 31)
    expect(await remove(teacher, file.id)).toBe(200)
    expect(await own(teacher)).toEqual({ used: 0, files: [] })
    for (const as of [teacher, student, parent]) {
      expect((await messagesOf(as, id))[0]?.files).toEqual([])
      expect((await open(as, file.id)).status).toBe(404)
    }
    await world.call(`POST /threads/${id}/report`, { as: parent, body: { reason: 'Look at this' } })
    const kept = await eventually(() => world.reportedFiles.collection.findOne({ threadId: id }))
    expect(kept.files).toMatchObject([{ id: file.id }])
  })

  it('that are hidden count until they are 30 days old, or sending and withdrawing would fill the disk', async () => {
    const { id, teacher } = await connectedIn(world, { minor: true })
    const file = await uploaded(teacher, pdf)
    await write(teacher, id, [file.id])
    await world.materials.hide({ _id: file.id })
    expect(await own(teacher)).toEqual({ used: file.size, files: [] })
    await age(file.id, 31)
    expect(await own(teacher)).toEqual({ used: 0, files: [] })
  })

  it('stay while the connection is paused', async () => {
    const { id, teacher } = await connectedIn(world, { minor: true })
    const file = await uploaded(teacher, pdf)
    await write(teacher, id, [file.id])
    await age(file.id, 31)
    await world.threads.collection.updateOne({ connectionId: id }, { $set: { status: 'suspended' } })
    expect((await own(teacher)).files).toEqual([])
    expect(await remove(teacher, file.id)).toBe(404)
  })
})

describe('a file in a conversation', () => {
  it('is read only by the parties and the guardian, and a browser saves it instead of opening it', async () => {
    const { id, teacher, student, parent } = await connectedIn(world, { minor: true })
    const material = await uploaded(teacher, pdf, 'exercise.html')
    expect(material).toMatchObject({ name: 'exercise.pdf', type: 'application/pdf' })
    expect((await open(student, material.id)).status).toBe(404)
    expect((await write(teacher, id, [material.id], 'For Monday')).status).toBe(201)
    for (const as of [teacher, student, parent]) {
      expect(await messagesOf(as, id)).toMatchObject([{ text: 'For Monday', files: [material] }])
      const { status, body, headers } = await open(as, material.id)
      expect([status, String(body['text']).slice(0, 4)]).toEqual([200, '%PDF'])
      expect(String(body['text'])).not.toContain('Rue du Lac')
      expect(headers.get('content-type')).toMatch(/octet-stream/)
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="?exercise\.pdf"?$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain('sandbox')
    }
    for (const role of ['teacher', 'student', 'parent'] as const)
      expect((await open(someone(role), material.id)).status).toBe(404)
  })

  it('resumes a broken upload at the same offset on every process', async () => {
    const { teacher } = await connectedIn(world)
    const { id } = await begin(teacher, photo, 'board.png')
    expect((await piece(teacher, id, 0, photo.slice(0, pieceLimit))).status).toBe(204)
    const other = await world.serveWith()
    const state = await other.call(`GET /materials/uploads/${id}`, { as: teacher })
    expect(dataOf<Upload>(state)).toEqual({ id, size: photo.length, offset: pieceLimit })
    const asTus = await other.call(`HEAD /materials/uploads/${id}`, {
      as: teacher,
      headers: { 'tus-resumable': '1.0.0' },
    })
    expect(asTus.headers.get('upload-offset')).toBe(String(pieceLimit))
    expect(asTus.headers.get('upload-length')).toBe(String(photo.length))
    await other.close()
    // sent again because its answer was lost: refused, and nothing is there twice
    expect((await piece(teacher, id, 0, photo.slice(0, pieceLimit))).status).toBe(409)
    expect((await finish(teacher, id)).body['code']).toBe('UPLOAD_UNFINISHED')
    await sendPieces(world, teacher, id, photo, pieceLimit)
    const [first, second] = await Promise.all([finish(teacher, id), finish(teacher, id)])
    expect([first?.status, second?.status]).toEqual([201, 201])
    const { _id, file } = (await world.materials.find(id)) ?? {}
    const kept = file && (await world.files.get(file))
    expect(
      createHash('sha256')
        .update(kept ?? '')
        .digest('hex'),
    ).toBe(file?.hash)
    expect(String(kept)).not.toContain('Rue du Lac')
    // of two that finished at once one file is left, and no piece
    expect(await removedOrphans()).toBe(0)
    expect(_id).toBe(id)
    expect(await world.uploads.countOf(teacher.userId)).toBe(0)
  })

  it('is found by a call that another one overtook', async () => {
    const { teacher } = await connectedIn(world)
    const { uploads, files } = world
    const overtaken = async (others: (id: string) => Partial<World>) => {
      const { id } = await begin(teacher, pdf)
      await sendPieces(world, teacher, id, pdf)
      expect((await finishUpload({ ...world, ...others(id) }, teacher.userId, id))._id).toBe(id)
    }
    await overtaken(() => ({
      uploads: {
        ...uploads,
        find: async (id, by) => {
          await finish(teacher, id)
          return uploads.find(id, by)
        },
      },
    }))
    // by another process, because this one finishes one file at a time
    const other = await world.materials.find((await uploaded(teacher, pdf)).id)
    if (!other) throw new Error('no material')
    await overtaken((id) => ({
      files: {
        ...files,
        get: async () => {
          await world.materials.collection.insertOne({ ...other, _id: id })
          return null
        },
      },
    }))
  })

  it('cannot be continued, finished or sent by another person', async () => {
    const { id: thread, teacher, student } = await connectedIn(world)
    const { id } = await begin(teacher, pdf)
    expect((await piece(student, id, 0, pdf)).status).toBe(404)
    expect((await world.call(`GET /materials/uploads/${id}`, { as: student })).status).toBe(404)
    await sendPieces(world, teacher, id, pdf)
    expect((await finish(student, id)).status).toBe(404)
    await finish(teacher, id)
    expect((await write(student, thread, [id])).status).toBe(404)
    const elsewhere = await connectedIn(world)
    expect((await write(teacher, thread, [id])).status).toBe(201)
    expect((await write(teacher, elsewhere.id, [id])).status).toBe(404)
  })

  it('is refused when it is no document, and leaves nothing', async () => {
    const { teacher } = await connectedIn(world)
    const page = new TextEncoder().encode('<script>alert(1)</script>')
    const { id } = await begin(teacher, page, 'exercise.pdf')
    await sendPieces(world, teacher, id, page)
    const refused = await finish(teacher, id)
    expect([refused.status, refused.body['code']]).toEqual([415, 'FILE_TYPE_REFUSED'])
    expect(await world.uploads.countOf(teacher.userId)).toBe(0)
    const large = { name: 'film.pdf', size: 10 * 1024 * 1024 + 1 }
    expect((await world.call('POST /materials/uploads', { as: teacher, body: large })).status).toBe(400)
  })

  it('with a telephone number in its name has a neutral one where a minor reads it, and is not held back for it', async () => {
    const { id, teacher, student, parent } = await connectedIn(world, { minor: true })
    const names = async (as: Identity) =>
      (await messagesOf(as, id)).flatMap(({ files }) => files.map(({ name }) => name))
    const numbered = await uploaded(teacher, pdf, 'call 20 123 456.pdf')
    const sent = dataOf<Message>(await write(teacher, id, [numbered.id]))
    expect([sent.held, sent.files.length]).toEqual([false, 1])
    const photographed = await uploaded(teacher, photo, '20261124_101530.jpg')
    expect(dataOf<Message>(await write(teacher, id, [photographed.id], 'Page 12')).held).toBe(false)
    for (const as of [teacher, student, parent])
      expect(await names(as)).toEqual([
        '20261124_101530.png',
        expect.stringMatching(/^\p{L}+[,،] \d{1,2} \p{L}+\.pdf$/u),
      ])
    expect((await open(student, numbered.id)).headers.get('content-disposition')).not.toContain('456')
    // the sender's own name is evidence
    const body = { reason: 'Look at the name', about: { kind: 'message', id: sent.id } }
    expect((await world.call(`POST /threads/${id}/report`, { as: parent, body })).status).toBe(200)
    const kept = await eventually(() => world.reportedFiles.collection.findOne({ threadId: id }))
    // the reported one first, then those around it
    expect(kept.files.map(({ name }) => world.sealer.unseal(name))).toEqual([
      'call 20 123 456.pdf',
      '20261124_101530.png',
    ])
    // the guardian sends under any name
    const own = await uploaded(parent, pdf, 'call 20 123 456.pdf')
    expect(dataOf<Message>(await write(parent, id, [own.id])).files).toMatchObject([{ name: own.name }])
  })

  it('of a reported message is kept for administrators, who open it by a call that is audited', async () => {
    const { id, teacher, student } = await connectedIn(world)
    const material = await uploaded(teacher, photo, 'photo.png')
    const { id: messageId } = dataOf<Message>(await write(teacher, id, [material.id]))
    const report = `POST /threads/${id}/report`
    expect(
      (
        await world.call(report, {
          as: student,
          body: { reason: 'Look', about: { kind: 'message', id: messageId } },
        })
      ).status,
    ).toBe(200)
    const kept = await eventually(() => world.reportedFiles.collection.findOne({ threadId: id }))
    const [reported] = await world.kafka.published('safety.reported', kept._id, 1)
    expect(reported?.data).toMatchObject({ files: 1 })
    const admin = someone('admin')
    const file = `GET /admin/reported-files/${kept._id}/files/${material.id}`
    // not before the view is in the audit log
    expect((await world.call(file, { as: admin })).status).toBe(404)
    const view = `POST /admin/reported-files/${kept._id}/view`
    for (const as of [teacher, student]) expect((await world.call(view, { as })).status).toBe(403)
    const opened = await world.call(view, { as: admin })
    expect(opened.body['data']).toMatchObject({
      files: [{ id: material.id, name: 'photo.png', type: 'image/png', by: { id: teacher.userId } }],
    })
    expect((await world.call(file, { as: admin })).status).toBe(200)
    expect((await world.call(file, { as: someone('admin') })).status).toBe(404)
    const [viewed] = await world.kafka.published('safety.files-viewed', kept._id, 1)
    expect(viewed?.data).toMatchObject({ by: admin.userId, threadId: id })

    // the copy survives the account, without its name, and is no orphan
    await world.kafka.account.deletionRequested({ userId: teacher.userId, role: 'teacher', sequence: 2 })
    await eventually(async () => (await world.materials.find(material.id)) === null)
    await eventually(
      async () => (await world.reportedFiles.collection.findOne({ _id: kept._id }))?.files[0]?.by === null,
    )
    expect(await removedOrphans()).toBe(0)
    expect((await world.call(file, { as: admin })).status).toBe(200)
    await world.reportedFiles.removeBefore(new Date(Date.now() + 1000), world.materials.dropFile)
    expect(kept.files[0] && (await world.files.get(kept.files[0].file))).toBeNull()
  })

  it('cannot be sent to a closed conversation, and more than enough cannot wait', async () => {
    const { id, teacher, student, tell } = await connectedIn(world)
    const material = await uploaded(teacher, pdf)
    await tell('ended', 'ended')
    await eventually(async () => (await world.threads.find(id))?.status === 'ended')
    expect((await write(teacher, id, [material.id])).body['code']).toBe('THREAD_CLOSED')
    expect((await open(student, material.id)).status).toBe(404)
  })

  it('is in the export of its sender and is erased with the account, including its pieces', async () => {
    const { id, teacher, student } = await connectedIn(world)
    const material = await uploaded(student, pdf, 'my answer.pdf')
    await write(student, id, [material.id], 'Here it is')
    const waiting = await begin(student, photo)
    await piece(student, waiting.id, 0, photo.slice(0, 1000))
    const { body } = await world.call('GET /me/export/profile', { as: student })
    const [exported] = body['files'] as { name: string; base64: string }[]
    expect(exported?.name).toBe('my answer.pdf')
    expect(
      Buffer.from(exported?.base64 ?? '', 'base64')
        .subarray(0, 4)
        .toString(),
    ).toBe('%PDF')
    const kept = await world.materials.find(material.id)
    const { pieces = [] } = (await world.uploads.find(waiting.id, student.userId)) ?? {}

    await world.kafka.account.deletionRequested({ userId: student.userId, by: student.userId, sequence: 2 })
    await eventually(async () => (await world.materials.find(material.id)) === null)
    expect(await messagesOf(teacher, id)).toMatchObject([{ text: '', by: 'erased', files: [] }])
    await eventually(async () => (await world.uploads.countOf(student.userId)) === 0)
    expect(kept && (await world.files.get(kept.file))).toBeNull()
    expect(pieces).toHaveLength(1)
    for (const each of pieces) expect(await world.files.get(each)).toBeNull()
  })

  it('stays uploaded when it cannot be checked now, because many others are', async () => {
    const { teacher } = await connectedIn(world)
    const { id } = await begin(teacher, pdf)
    await sendPieces(world, teacher, id, pdf)
    const read = async () => pdf
    const others = Array.from({ length: 5 }, () => cleanFile({ by: teacher.userId, read }))
    expect((await finish(teacher, id)).body['code']).toBe('UPLOADS_BUSY')
    await Promise.all(others)
    await eventually(async () => (await finish(teacher, id)).status === 201)
  })

  it('that is removed or refused leaves its place at once', async () => {
    const { id: thread, teacher, student } = await connectedIn(world)
    const remove = (as: Identity, id: string) => world.call(`DELETE /materials/uploads/${id}`, { as })
    const used = async () =>
      (await world.uploads.countOf(teacher.userId)) + (await world.materials.unsentOf(teacher.userId))
    const half = await begin(teacher, photo)
    await piece(teacher, half.id, 0, photo.slice(0, 1000))
    const ready = await uploaded(teacher, pdf)
    const broken = new TextEncoder().encode('no file')
    const refused = await begin(teacher, broken)
    await sendPieces(world, teacher, refused.id, broken)
    expect((await finish(teacher, refused.id)).body['code']).toBe('FILE_TYPE_REFUSED')
    expect(await used()).toBe(2)
    for (const { id } of [half, ready]) {
      expect((await remove(student, id)).status).toBe(404)
      expect((await remove(teacher, id)).status).toBe(200)
      expect((await remove(teacher, id)).status).toBe(404)
    }
    expect([await used(), await removedOrphans()]).toEqual([0, 0])
    const sent = await uploaded(teacher, pdf)
    await write(teacher, thread, [sent.id])
    expect((await remove(teacher, sent.id)).status).toBe(404)
    expect((await open(student, sent.id)).status).toBe(200)
  })

  it('that was never sent is removed after a day', async () => {
    const { id, teacher } = await connectedIn(world)
    const [sent, unsent] = [await uploaded(teacher, pdf), await uploaded(teacher, pdf)]
    await write(teacher, id, [sent.id])
    await begin(teacher, pdf)
    await removals(0)
    expect(await world.materials.find(unsent.id)).not.toBeNull()
    await removals(2)
    expect(await world.materials.find(unsent.id)).toBeNull()
    expect(await world.uploads.countOf(teacher.userId)).toBe(0)
    expect((await open(teacher, sent.id)).status).toBe(200)
  })
})

async function removedOrphans(): Promise<number> {
  const now = new Date(Date.now() + 2 * 24 * 3600 * 1000)
  const isNamed = world.materials.hasFile
  return (
    (await world.files.removeOrphans('materials', { isNamed, now })) +
    (await world.files.removeOrphans('uploads', { isNamed: world.uploads.hasFile, now }))
  )
}
