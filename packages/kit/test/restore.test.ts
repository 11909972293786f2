import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type Connection, Schema } from 'mongoose'
import { encrypted } from '../src/backup.ts'
import { databaseOf } from '../src/database-backup.ts'
import { connectMongo } from '../src/mongo.ts'
import { createOutbox, type Outboxed, outboxFields } from '../src/outbox.ts'
import { project, projectionFields } from '../src/projection.ts'
import { noteRestores, restore } from '../src/restore.ts'
import { versionsBegin } from '../src/restores.ts'
import { createSealer } from '../src/seal.ts'
import { testEventKey, testServers, unique } from '../src/testing.ts'

type Owner = Outboxed & { role: string }

const services = ['admin', 'auth', 'users', 'availability', 'notifications']
const passphrase = 'quatre oliviers et un puits'
const prefix = `${unique('system')}-`
const folder = mkdtempSync(join(tmpdir(), 'darsi-restore-'))
const file = join(folder, 'backup.darsi')

let mongo: Connection
let whole: Buffer
beforeAll(async () => {
  mongo = await connectMongo(testServers().mongoUrl, `${prefix}nothing`)
  const sections: Buffer[] = []
  for (const service of services) {
    const database = mongo.useDb(`${prefix}${service}`)
    await database.collection('things').insertMany([
      { _id: 'one' as never, of: service },
      { _id: 'two' as never, of: service, at: new Date(0) },
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

const from = (bytes: Buffer, secret = passphrase) => {
  writeFileSync(file, bytes)
  return restore({ file, passphrase: secret, mongo, prefix, say: () => {} })
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
    expect(await documents()).toBe(10)
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

  it('lets versions go on above everything that was seen before', async () => {
    await wipe()
    await from(whole)
    const users = mongo.useDb(`${prefix}users`)
    const schema = new Schema({ _id: { type: String, required: true }, role: String, ...outboxFields })
    const model = users.model<Owner>('owner', schema)
    const rows = users.model(
      'row',
      new Schema({ _id: { type: String, required: true }, ...projectionFields }),
    )
    // as the backup had them: one of five changes, one that a projection made, none of the third
    await model.collection.insertOne({ _id: 'old', v: 5, outbox: [] } as never)
    await model.collection.insertOne({ _id: 'projected', src: { auth: 3 } } as never)
    // what others had learnt before all was lost
    const learnt = 900
    for (const id of ['old', 'projected', 'new'])
      await project(rows as never, id, { producer: 'users', sequence: learnt }, {})
    const above = await versionsBegin(users)
    const outbox = createOutbox({ producer: 'users', sealer: createSealer(testEventKey), above })
    const data = { userId: 'x', service: 'users', at: new Date().toISOString() }
    const event = { type: 'user.erased' as const, data }
    await outbox.insert(model, { _id: 'new', role: '' }, event)
    for (const id of ['old', 'projected']) await outbox.update(model, id, () => ({ update: {}, event }))
    for (const id of ['old', 'projected', 'new']) {
      const entries = (await model.findById(id).lean())?.outbox ?? []
      expect(entries).toHaveLength(1)
      const sequence = entries[0]?.seq ?? 0
      expect(await project(rows as never, id, { producer: 'users', sequence }, {})).toBe('applied')
    }
  })

  it('serves databases that came back by other means, and a second restore is above the first', async () => {
    await noteRestores(mongo, prefix, 1_000_000)
    expect(await versionsBegin(mongo.useDb(`${prefix}auth`))).toBe(1000)
    await noteRestores(mongo, prefix, 3_000_000)
    expect(await versionsBegin(mongo.useDb(`${prefix}auth`))).toBe(3000)
    expect(await versionsBegin(mongo.useDb(`${prefix}nothing`))).toBe(0)
  })
})
