import { createHash, randomUUID } from 'node:crypto'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import { silentLog, someone, testEventKey, testServers } from '@darsi/kit/testing/testing.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { AuditActionName } from '../src/audit/audit-action.ts'
import { createAuditAnchors } from '../src/audit/audit-anchors.ts'
import { createAuditLog } from '../src/audit/audit-log.ts'
import { createAuditMac } from '../src/audit/audit-mac.ts'
import { type Admin, start } from './world.ts'

const now = () => new Date()
let admin: Admin
beforeEach(async () => {
  admin = await start()
})
afterEach(() => admin.close())

const root = someone('super-admin')
const newAction = (action: AuditActionName = 'user.approved') => ({
  ...{ id: randomUUID(), action, by: 'a', target: 'x', detail: '', at: new Date() },
})
const chain = async () => (await admin.call('GET /superadmin/audit/chain', { as: root })).body['data']
const entries = () => admin.audit.collection

describe('the audit log', () => {
  it('records who viewed contact details of duplicates and tickets', async () => {
    const viewer = someone('admin')
    for (const list of ['duplicates', 'tickets'])
      for (let time = 0; time < 2; time++)
        expect((await admin.call(`GET /admin/${list}`, { as: viewer })).status).toBe(200)
    const seen = await admin.audit.collection.find({ by: viewer.userId }, { sort: { sequence: 1 } }).toArray()
    expect(seen.map(({ action }) => action)).toEqual(['duplicates.listed', 'tickets.listed'])
  })

  it('gives the recent activity by time, also of events that arrived late', async () => {
    const days = [3, 1, 2].map((daysAgo) => new Date(Date.now() - daysAgo * 86_400_000))
    for (const at of days) await admin.audit.append({ ...newAction(), at })
    const { body } = await admin.call('GET /admin/activity', { as: root })
    // `as`: the contract's answer
    const shown = (body['data'] as { at: string }[]).map(({ at }) => at)
    expect(shown).toEqual(
      days
        .map((at) => at.toISOString())
        .sort()
        .reverse(),
    )
  })

  it('detects a removed tail, also after the log has grown again', async () => {
    for (let count = 0; count < 5; count++) await admin.audit.append(newAction())
    await admin.anchors.write(new Date())
    const [event] = await admin.kafka.published('audit.anchored', 'audit-head', 1)
    expect(event?.data).toMatchObject({ sequence: 5 })
    expect(await chain()).toMatchObject({ intact: true, entries: 5 })
    await entries().deleteMany({ sequence: { $gt: 3 } })
    // the rest is a valid chain
    expect(await admin.audit.check()).toMatchObject({ intact: true, entries: 3 })
    expect(await chain()).toMatchObject({ intact: false, brokenAt: 4, next: null })
    for (let count = 0; count < 5; count++) await admin.audit.append(newAction())
    await admin.anchors.write(new Date())
    expect(await chain()).toMatchObject({ intact: false, brokenAt: 5 })
    expect(await admin.anchors.missing()).toMatchObject({ sequence: 5 })
  })

  it('keeps the later anchor when another replica writes an earlier one afterwards', async () => {
    await admin.audit.append(newAction())
    await admin.anchors.write(new Date())
    await admin.audit.append(newAction())
    const earlier = await admin.audit.head()
    await admin.audit.append(newAction())
    const connection = await connectMongo(testServers().mongoUrl, admin.connection.name)
    const late = createAuditAnchors({
      connection,
      outbox: admin.outbox,
      folder: admin.ledgerFolder,
      log: silentLog,
      audit: {
        head: async () => earlier,
        // after its read of the folder and before its own anchor
        has: async () => {
          await admin.anchors.write(new Date())
          return true
        },
      },
    })
    await late.write(new Date())
    await connection.close()
    await entries().deleteMany({ sequence: 3 })
    expect(await admin.anchors.missing()).toMatchObject({ sequence: 3 })
  })

  it('detects entries that were written without the key', async () => {
    await admin.audit.append(newAction())
    const [first] = await entries().find().toArray()
    const { keyId, hashOf } = createAuditMac(Buffer.alloc(32, 9).toString('base64'))
    const { id: _id, ...rest } = newAction()
    const forged = { _id, ...rest, sequence: 2, previous: String(first?.['hash']) }
    const unkeyed = { ...forged, hash: hashOf(forged) }
    const otherKey = { ...forged, key: keyId }
    for (const entry of [unkeyed, { ...otherKey, hash: hashOf(otherKey) }]) {
      await entries().insertOne(entry)
      expect(await chain()).toMatchObject({ intact: false, brokenAt: 2 })
      await entries().deleteOne({ sequence: 2 })
    }
    expect(await chain()).toMatchObject({ intact: true })
  })

  it('of an earlier release stays readable: its head is sealed once, then nothing unkeyed is accepted', async () => {
    let previous = ''
    for (let sequence = 1; sequence <= 3; sequence++) {
      const { id: _id, ...rest } = newAction()
      const fields = [previous, sequence, _id, rest.action, rest.by, rest.target, rest.detail, rest.at]
      const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
      await entries().insertOne({ _id, ...rest, sequence, previous, hash })
      previous = hash
    }
    expect(await chain()).toMatchObject({ intact: false, brokenAt: 1 })
    const other = createAuditLog(
      admin.connection.useDb(admin.connection.name, { useCache: false }),
      createAuditMac(testEventKey),
      { now },
    )
    await Promise.all([admin.audit.begin(), other.begin(), admin.audit.append(newAction())])
    await admin.audit.begin()
    expect(await chain()).toMatchObject({ intact: true, entries: 5 })
    expect(await entries().countDocuments({ action: 'audit.keyed' })).toBe(1)
    await entries().updateOne({ sequence: 2 }, { $set: { by: 'b' } })
    expect(await chain()).toMatchObject({ intact: false, brokenAt: 2 })
  })

  it('stays unkeyed beside processes of an earlier release, and is keyed once they have stopped', async () => {
    const connection = () => admin.connection.useDb(admin.connection.name, { useCache: false })
    const key = createAuditMac(testEventKey)
    const upgrading = createAuditLog(connection(), key, { now, isUpgrade: true })
    const early = async () => {
      const head = (await upgrading.head()) ?? { sequence: 0, hash: '' }
      const { id: _id, ...rest } = newAction()
      const entry = { _id, ...rest, sequence: head.sequence + 1, previous: head.hash }
      await entries().insertOne({ ...entry, hash: key.hashOf(entry) })
    }
    await early()
    await upgrading.begin()
    await upgrading.append(newAction())
    await early()
    await upgrading.append(newAction())
    expect(await upgrading.check()).toMatchObject({ intact: true, entries: 4 })
    expect((await upgrading.page(10, null)).intact).toBe(true)
    expect(await entries().countDocuments({ key: { $exists: true } })).toBe(0)
    // EVENT_TRUST is unset: an old and a new process run in parallel
    await admin.audit.begin()
    await Promise.all([
      upgrading.append(newAction()),
      admin.audit.append(newAction()),
      upgrading.append(newAction()),
    ])
    expect(await chain()).toMatchObject({ intact: true, entries: 8 })
    expect(await upgrading.check()).toMatchObject({ intact: true, entries: 8 })
    expect(await entries().countDocuments({ key: { $exists: true } })).toBe(4)
    expect(await entries().findOne({ sequence: 5 })).toMatchObject({ action: 'audit.keyed' })
    await early()
    expect(await upgrading.check()).toMatchObject({ intact: false, brokenAt: 9 })
  })

  it('with keyed entries stays keyed while EVENT_TRUST is `upgrade`', async () => {
    await admin.audit.append(newAction())
    const connection = admin.connection.useDb(admin.connection.name, { useCache: false })
    const upgrading = createAuditLog(connection, createAuditMac(testEventKey), { now, isUpgrade: true })
    await upgrading.append(newAction())
    expect(await upgrading.check()).toMatchObject({ intact: true, entries: 2 })
    expect(await entries().countDocuments({ key: { $exists: true } })).toBe(2)
  })

  it('is one chain when two replicas append at once', async () => {
    const connection = admin.connection.useDb(admin.connection.name, { useCache: false })
    const logs = [admin.audit, createAuditLog(connection, createAuditMac(testEventKey), { now })]
    await Promise.all(Array.from({ length: 60 }, (_, count) => logs[count % 2]?.append(newAction())))
    expect(await chain()).toMatchObject({ intact: true, entries: 60 })
  })
})
