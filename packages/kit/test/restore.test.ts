import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Connection } from 'mongoose'
import { encrypted } from '../src/backup/backup.ts'
import { databaseOf } from '../src/backup/database-backup.ts'
import type { Erased } from '../src/backup/erasure-ledger.ts'
import { noteRestores, restore } from '../src/backup/restore.ts'
import { createOutbox, type Outboxed } from '../src/events/outbox.ts'
import { type Projected, project } from '../src/events/projection.ts'
import { createSealer } from '../src/events/seal.ts'
import { asDocument, collection } from '../src/mongo/collection.ts'
import { connectMongo } from '../src/mongo/mongo.ts'
import { versionsBegin } from '../src/mongo/version-base.ts'
import { testEventKey, testServers, unique } from '../src/testing/testing.ts'

type Owner = Outboxed & { role: string }

const services = ['admin', 'auth', 'users', 'availability', 'classroom', 'notifications']
const passphrase = 'quatre oliviers et un puits'
const prefix = `${unique('system')}-`
const folder = mkdtempSync(join(tmpdir(), 'darsi-restore-'))
const file = join(folder, 'backup.darsi')

type Thing = { _id: string; of: string; at?: Date }

let mongo: Connection
let whole: Buffer
beforeAll(async () => {
  mongo = await connectMongo(testServers().mongoUrl, `${prefix}nothing`)
  const sections: Buffer[] = []
  for (const service of services) {
    const database = mongo.useDb(`${prefix}${service}`)
    await database.collection<Thing>('things').insertMany([
      { _id: 'one', of: service },
      { _id: 'two', of: service, at: new Date(0) },
    ])
    for await (const chunk of encrypted(databaseOf(service, database), passphrase)) sections.push(chunk)
  }
  whole = Buffer.concat(sections)
})
const wipe = async () => {
  for (const service of services) await mongo.useDb(`${prefix}${service}`).dropDatabase()
}
afterEach(wipe)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await mongo.close()
})

const from = (bytes: Buffer, secret = passphrase, erased: ReadonlyMap<string, Erased> | null = null) => {
  writeFileSync(file, bytes)
  return restore({ file, passphrase: secret, mongo, prefix, erased, say: () => {} })
}
const thingsOf = (service: string) =>
  mongo
    .useDb(`${prefix}${service}`)
    .collection('things')
    .find({}, { sort: { _id: 1 } })
    .toArray()
const documents = async () => (await Promise.all(services.map(thingsOf))).flat().length

describe('the restore', () => {
  it('goes into an empty system only', async () => {
    await expect(from(whole)).rejects.toThrow(/is not empty/)
    expect(await documents()).toBe(2 * services.length)
  })

  it('brings every service’s documents back', async () => {
    await wipe()
    const written = await from(whole)
    expect([...written]).toEqual(services.map((service) => [`${service}.things`, 2]))
    for (const service of services)
      expect(await thingsOf(service)).toEqual([
        { _id: 'one', of: service },
        { _id: 'two', of: service, at: new Date(0) },
      ])
  })

  it('leaves the system empty when the passphrase is another one, the file damaged, or a service missing', async () => {
    await wipe()
    await expect(from(whole, 'trois oliviers et un puits')).rejects.toThrow(/Nothing was restored/)
    await expect(from(whole.subarray(0, whole.length - 10))).rejects.toThrow(/ends too early/)
    const lastSection = whole.lastIndexOf('darsi-backup-1 ')
    await expect(from(whole.subarray(0, lastSection))).rejects.toThrow(/has nothing of notifications/)
    expect(await documents()).toBe(0)
  })

  it('notes in every service whom it brought back, and not who was erased long before the backup', async () => {
    await wipe()
    const hour = 3600 * 1000
    const erasure = (userId: string, requestedAt: number, finishedAt: number | null): [string, Erased] => [
      userId,
      {
        ...{ userId, role: 'parent', requestedAt: new Date(requestedAt) },
        finishedAt: finishedAt === null ? null : new Date(finishedAt),
      },
    ]
    const long = Date.now() - 48 * hour
    const erased = new Map([
      erasure('long-before', long, long + hour),
      erasure('since', Date.now(), Date.now()),
      erasure('unfinished', long, null),
    ])
    await from(whole, passphrase, erased)
    for (const service of services) {
      const notes = await mongo.useDb(`${prefix}${service}`).collection('erasurereplays').find().toArray()
      expect(notes.map(({ _id, role, doneAt }) => [String(_id), role, doneAt]).toSorted()).toEqual([
        ['since', 'parent', null],
        ['unfinished', 'parent', null],
      ])
    }
  })

  it('continues versions above every version that was published before', async () => {
    await wipe()
    await from(whole)
    const users = mongo.useDb(`${prefix}users`)
    const owners = collection<Owner>(users, 'owners')
    const rows = collection<Projected>(users, 'rows')
    // state of the backup: one of five changes, one made by a projection, none of the third
    await owners.insertOne(asDocument({ _id: 'old', v: 5, outbox: [] }))
    await owners.insertOne(asDocument({ _id: 'projected', src: { auth: 3 } }))
    // versions that other services had seen before the loss
    const learnt = 900
    for (const id of ['old', 'projected', 'new'])
      await project(rows, id, { producer: 'users', sequence: learnt }, {})
    const above = await versionsBegin(users)
    const outbox = createOutbox({ producer: 'users', sealer: createSealer(testEventKey), above })
    const data = { userId: 'x', service: 'users', at: new Date().toISOString() }
    const event = { type: 'user.erased' as const, data }
    await outbox.insert(owners, { _id: 'new', role: '' }, event)
    for (const id of ['old', 'projected']) await outbox.update(owners, id, () => ({ update: {}, event }))
    for (const id of ['old', 'projected', 'new']) {
      const entries = (await owners.findOne({ _id: id }))?.outbox ?? []
      expect(entries).toHaveLength(1)
      const sequence = entries[0]?.seq ?? 0
      expect(await project(rows, id, { producer: 'users', sequence }, {})).toBe('applied')
    }
  })

  it('accepts databases that were restored by other tools, and a second restore gets higher versions than the first', async () => {
    await noteRestores(mongo, prefix, 1_000_000)
    expect(await versionsBegin(mongo.useDb(`${prefix}auth`))).toBe(1000)
    await noteRestores(mongo, prefix, 3_000_000)
    expect(await versionsBegin(mongo.useDb(`${prefix}auth`))).toBe(3000)
    expect(await versionsBegin(mongo.useDb(`${prefix}nothing`))).toBe(0)
  })
})
