import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encrypted } from '@darsi/kit/backup.ts'
import { databaseOf } from '@darsi/kit/database-backup.ts'
import { connectMongo } from '@darsi/kit/mongo.ts'
import { testServers, unique } from '@darsi/kit/testing.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Connection } from 'mongoose'
import { restore } from '../local/restore.ts'

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
})
