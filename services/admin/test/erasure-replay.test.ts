import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { services } from '@darsi/contracts/reference/services.ts'
import { encrypted } from '@darsi/kit/backup/backup.ts'
import { databaseOf, putBack } from '@darsi/kit/backup/database-backup.ts'
import { readLedger } from '@darsi/kit/backup/erasure-ledger.ts'
import { createReplayStore, noteReplays, replayErasures } from '@darsi/kit/backup/erasure-replay.ts'
import { noteErased, restore } from '@darsi/kit/backup/restore.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import { eventually, silentLog, someone, testServers, unique } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Connection } from 'mongoose'
import { type Admin, start } from './world.ts'

const passphrase = 'quatre oliviers et un puits'
const prefix = `${unique('replay')}-`
const folder = mkdtempSync(join(tmpdir(), 'darsi-replay-'))
const file = join(folder, 'backup.darsi')

let admin: Admin
let restored: Connection
beforeAll(async () => {
  admin = await start()
  restored = await connectMongo(testServers().mongoUrl, `${prefix}nothing`)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  for (const service of services) await restored.useDb(`${prefix}${service}`).dropDatabase()
  await restored.close()
  await admin.close()
})

const registered = () => admin.account({ fullName: 'Amal Trabelsi' })
const at = () => new Date().toISOString()
const rowOf = (id: string) => admin.users.collection.findOne({ _id: id })
const confirms = (id: string, holder: string) =>
  admin.kafka.publish(holder as 'auth', id, Math.floor(Math.random() * 1e9), {
    type: 'user.erased',
    data: { userId: id, service: holder, at: at() },
  })
async function erase(id: string) {
  await admin.call(`DELETE /admin/users/${id}`, { as: someone('super-admin') })
  for (const holder of ['auth', 'users', 'availability', 'classroom', 'notifications'])
    await confirms(id, holder)
  await eventually(() => admin.users.isErased(id))
}

/** A whole backup: this service's data, and one document for each of the others. */
async function backUp() {
  const sections: Buffer[] = []
  for (const service of services) {
    const other = restored.useDb(`${prefix}${service}`)
    if (service !== 'admin') await collection(other, 'things').insertOne({ _id: randomUUID() })
    const source = databaseOf(service, service === 'admin' ? admin.connection : other)
    for await (const chunk of encrypted(source, passphrase)) sections.push(chunk)
    await other.dropDatabase()
  }
  writeFileSync(file, Buffer.concat(sections))
}

/** Uses the restored database instead of the running service's one. */
async function takeOver() {
  for (const rows of (await admin.connection.db?.collections()) ?? []) await rows.deleteMany({})
  const source = databaseOf('admin', restored.useDb(`${prefix}admin`))
  for await (const { name, documents } of source.collections) {
    const rows: Uint8Array[] = []
    for await (const document of documents) rows.push(Buffer.from(document))
    await putBack(admin.connection, { service: 'admin', collection: name, documents: rows, at: new Date() })
  }
}

it('an account that a backup restored is erased again before the first answer', async () => {
  const [gone, stays, before] = [await registered(), await registered(), await registered()]
  await erase(before)
  // simulates a time long before the backup
  const ledgerThen = await readLedger(admin.ledgerFolder)
  expect(ledgerThen.get(before)?.finishedAt).toBeInstanceOf(Date)
  await backUp()
  await erase(gone)

  const erased = await readLedger(admin.ledgerFolder)
  expect([...erased.keys()].toSorted()).toEqual([gone, before].toSorted())
  await restore({ file, passphrase, mongo: restored, prefix, erased, say: () => {} })
  for (const service of services) {
    const noted = await restored.useDb(`${prefix}${service}`).collection('erasurereplays').find().toArray()
    expect(noted.map(({ _id }) => String(_id))).toContain(gone)
    expect(noted.map(({ _id }) => String(_id))).not.toContain(stays)
  }

  await takeOver()
  expect((await admin.users.byId(gone))?.fullName).toBe('Amal Trabelsi')
  const replays = createReplayStore(admin.connection)
  const { outbox, consumes } = admin
  const replay = () => replayErasures({ service: 'admin', replays, outbox, consumes, log: silentLog })
  // two replicas at once
  await Promise.all([replay(), replay()])
  expect(await admin.users.byId(gone)).toBeNull()
  expect((await rowOf(gone))?.erasure).toMatchObject({
    by: 'restore',
    reason: 'restored',
    pending: ['auth', 'users', 'availability', 'classroom', 'notifications'],
  })
  expect(await admin.users.byId(stays)).not.toBeNull()
  for (const holder of ['auth', 'users', 'availability', 'classroom', 'notifications'])
    await confirms(gone, holder)
  const row = await eventually(async () => {
    const found = await rowOf(gone)
    return found?.erasedAt ? found : null
  })
  expect(row.fullName).toBeUndefined()
  expect(await replay()).toBe(0)
})

it('an account that is missing in the administration’s section is erased too, and stays erased', async () => {
  const id = randomUUID()
  await noteReplays(admin.connection, [{ userId: id, role: 'teacher' }], new Date())
  const replays = createReplayStore(admin.connection)
  const { outbox, consumes } = admin
  expect(await replayErasures({ service: 'admin', replays, outbox, consumes, log: silentLog })).toBe(1)
  // its registration was in another service's outbox
  await admin.kafka.account.registered({
    userId: id,
    role: 'teacher',
    status: 'pending',
    createdAt: at(),
    fullName: 'Late',
    language: 'en',
  })
  const other = await registered()
  await eventually(() => admin.users.byId(other))
  expect(await admin.users.byId(id)).toBeNull()
  expect((await rowOf(id))?.email).toBe('')
})

it('erased accounts in databases that other tools restored are erased again', async () => {
  const id = await registered()
  await erase(id)
  const count = await noteErased(restored, await readLedger(admin.ledgerFolder), { prefix })
  expect(count).toBeGreaterThan(0)
  const noted = await collection(restored.useDb(`${prefix}users`), 'erasurereplays').findOne({ _id: id })
  expect(noted).toMatchObject({ role: 'student', doneAt: null })
})

it('the ledger records an erasure before it starts, and its end', async () => {
  const id = await registered()
  await admin.call(`DELETE /admin/users/${id}`, { as: someone('super-admin') })
  expect((await readLedger(admin.ledgerFolder)).get(id)).toMatchObject({ role: 'student', finishedAt: null })
  for (const holder of ['auth', 'users', 'availability', 'classroom', 'notifications'])
    await confirms(id, holder)
  await eventually(async () => (await readLedger(admin.ledgerFolder)).get(id)?.finishedAt)
})
