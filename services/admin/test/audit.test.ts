import { randomUUID } from 'node:crypto'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import {
  dataOf,
  eventually,
  silentLog,
  someone,
  testEventKey,
  testServers,
} from '@darsi/kit/testing/testing.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { AuditActionName } from '../src/audit/audit-action.ts'
import { createAuditAnchors } from '../src/audit/audit-anchors.ts'
import { createAuditLog } from '../src/audit/audit-log.ts'
import { createAuditMac } from '../src/audit/audit-mac.ts'
import { type Admin, start } from './world.ts'

let admin: Admin
beforeEach(async () => {
  admin = await start()
})
afterEach(() => admin.close())

const root = someone('super-admin')
const newAction = (action: AuditActionName = 'user.approved') => ({
  ...{ id: randomUUID(), action, by: 'a', target: 'x', detail: '', shown: [], at: new Date() },
})
const chain = async () => (await admin.call('GET /superadmin/audit/chain', { as: root })).body['data']
const entries = () => admin.audit.collection

describe('the audit log', () => {
  it('records each list once an hour', async () => {
    const viewer = someone('admin')
    const lists = [
      'duplicates',
      'tickets',
      'alerts',
      'connections',
      'upgrades',
      'cards',
      'care-changes',
      'users',
    ]
    for (const list of lists)
      for (let time = 0; time < 2; time++)
        expect((await admin.call(`GET /admin/${list}`, { as: viewer })).status).toBe(200)
    const seen = await admin.audit.collection.find({ by: viewer.userId }, { sort: { sequence: 1 } }).toArray()
    expect(seen.map(({ action }) => action)).toEqual(lists.map((list) => `${list}.listed`))
  })

  it('records each download of a file, and what an administrator was shown in another service', async () => {
    for (let time = 0; time < 2; time++) await admin.call('GET /superadmin/exports/users.csv', { as: root })
    const [view, at] = [`view.${randomUUID()}`, new Date().toISOString()]
    await admin.kafka.publish('users', view, 1, {
      type: 'records.viewed',
      data: { action: 'proofs.listed', by: root.userId, target: '', shown: ['t1', 't2'], at },
    })
    const found = async () => (await admin.call('GET /superadmin/audit?target=t2', { as: root })).body['data']
    const listed = expect.objectContaining({ action: 'proofs.listed', shown: 2 })
    await eventually(async () => ((await found()) as unknown[]).length > 0)
    expect(await found()).toEqual([listed])
    expect(await entries().countDocuments({ action: 'users.exported' })).toBe(2)
  })

  it('gives the recent activity by time, also of events that arrived late', async () => {
    const days = [3, 1, 2].map((daysAgo) => new Date(Date.now() - daysAgo * 86_400_000))
    for (const at of days) await admin.audit.append({ ...newAction(), at })
    const shown = dataOf<{ at: string }[]>(await admin.call('GET /admin/activity', { as: root })).map(
      ({ at }) => at,
    )
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
    const keyed = (key: string) => ({ ...forged, key, hash: hashOf({ ...forged, key }) })
    for (const entry of [keyed(''), keyed(keyId)]) {
      await entries().insertOne(entry)
      expect(await chain()).toMatchObject({ intact: false, brokenAt: 2 })
      await entries().deleteOne({ sequence: 2 })
    }
    expect(await chain()).toMatchObject({ intact: true })
  })

  it('is one chain when two replicas append at once', async () => {
    const connection = admin.connection.useDb(admin.connection.name, { useCache: false })
    const logs = [admin.audit, createAuditLog(connection, createAuditMac(testEventKey))]
    await Promise.all(Array.from({ length: 60 }, (_, count) => logs[count % 2]?.append(newAction())))
    expect(await chain()).toMatchObject({ intact: true, entries: 60 })
  })
})
