import { beforeAll, describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import { BackupBroken, decrypted, encrypted } from '../src/backup/backup.ts'
import { databaseOf, putBack } from '../src/backup/database-backup.ts'
import { rawRows } from '../src/mongo/collection.ts'
import { databaseOfFile } from '../src/testing/database.ts'

const { Binary, Double, Int32, Long, ObjectId } = mongoose.mongo
const passphrase = 'quatre oliviers et un puits'

const from = await databaseOfFile('backup')
const to = await databaseOfFile('restored')

async function file(secret = passphrase): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of encrypted(databaseOf('users', from), secret)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** In chunks of any size, as a file or a network delivers them. */
async function* pieces(bytes: Buffer, size = 777) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const readAll = async (bytes: Buffer, secret = passphrase) => {
  const found: string[] = []
  for await (const { collection, documents } of decrypted(pieces(bytes), secret))
    found.push(`${collection} ${documents.length}`)
  return found
}
async function contentOf(connection: mongoose.Connection): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {}
  const { db } = connection
  if (!db) throw new Error('not connected')
  for (const { name } of await db.listCollections().toArray()) {
    const rows: string[] = []
    for await (const row of rawRows(db, name)) rows.push(Buffer.from(row).toString('base64'))
    content[name] = rows
  }
  return content
}

describe('a backup', () => {
  beforeAll(async () => {
    const people = Array.from({ length: 3000 }, (_, n) => ({
      _id: `person-${String(n).padStart(5, '0')}`,
      name: n % 2 ? 'أمل بن صالح' : 'Amal Ben Salah',
      at: new Date(n * 1e9),
      padding: 'x'.repeat(1000),
    }))
    await from.collection<{ _id: string }>('people').insertMany(people)
    await from.collection('numbers').insertOne({
      _id: new ObjectId(),
      whole: new Int32(3),
      long: Long.fromString('9007199254740993'),
      decimal: new Double(3),
      nothing: null,
      bytes: new Binary(Buffer.from([0, 1, 255])),
      list: [{ deep: [1, 'two', true] }],
    })
  })

  it('put into an empty database makes every collection equal, byte by byte', async () => {
    const bytes = await file()
    for await (const batch of decrypted(pieces(bytes), passphrase)) await putBack(to, batch)
    const [before, after] = [await contentOf(from), await contentOf(to)]
    expect(before['people']).toHaveLength(3000)
    expect(after).toEqual(before)
  })

  it('reveals nothing about its content', async () => {
    const bytes = await file()
    for (const text of ['Amal', 'person-', 'people', 'أمل']) expect(bytes.includes(text)).toBe(false)
    expect((await file()).equals(bytes)).toBe(false)
  })

  it('opens with its passphrase alone', async () => {
    await expect(readAll(await file(), 'trois oliviers et un puits')).rejects.toThrow(BackupBroken)
  })

  it('that was changed, cut off, or shuffled anywhere is refused', async () => {
    const bytes = await file()
    const head = bytes.indexOf(10) + 1
    const frame = 5 + bytes.readUInt32BE(head)
    const broken = {
      'one byte': Buffer.from(bytes.map((byte, at) => (at === bytes.length - 100 ? byte ^ 1 : byte))),
      'its header': Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))),
      'the end': bytes.subarray(0, bytes.length - 60),
      'a first frame left out': Buffer.concat([bytes.subarray(0, head), bytes.subarray(head + frame)]),
      'another file': Buffer.from('%PDF-1.7 and so on\n'),
    }
    for (const [what, damaged] of Object.entries(broken))
      await expect(readAll(damaged).catch((error) => error instanceof BackupBroken || what)).resolves.toBe(
        true,
      )
  })

  it('of several services is one file after the other', async () => {
    const both = Buffer.concat([await file(), await file()])
    const once = await readAll(await file())
    expect(await readAll(both)).toEqual([...once, ...once])
  })
})
