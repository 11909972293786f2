import { services } from '@darsi/contracts/reference/services.ts'
import { noteRestores } from '@darsi/kit/backup/restore.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import { noteRestore, restoredAt } from '@darsi/kit/mongo/version-base.ts'
import { withContext } from '@darsi/kit/observability/context.ts'
import { testEventKey, testServers, unique } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { Connection } from 'mongoose'
import { createUnreadStore } from '../src/digests/unread-store.ts'
import { createMailStore } from '../src/mails/mail-store.ts'
import { createPushStore } from '../src/push/push-store.ts'
import { createSmsStore } from '../src/sms/sms-store.ts'

let connection: Connection
const backupAt = new Date('2026-11-01T03:00:00.000Z')
const restoreAt = new Date('2026-11-02T09:00:00.000Z')
const now = new Date('2026-11-02T09:05:00.000Z')
const clock = () => now

beforeAll(async () => {
  const { mongoUrl } = testServers()
  connection = await connectMongo(mongoUrl, unique('restored-mails'))
  const before = createMailStore(connection)
  for (const _id of ['waits', 'is-sending', 'was-sent', 'is-discarded', 'of-erased', 'taken-back'])
    await before.keep({ _id, kind: 'welcome', userId: _id, sealed: 'x', about: _id, sequence: 1 }, backupAt)
  await before.claim('is-sending', backupAt)
  const sent = await before.claim('was-sent', backupAt)
  if (sent) await before.settle(sent, 'sent', '', backupAt)
  await noteRestore(connection, restoreAt.getTime())
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

async function started() {
  const store = createMailStore(connection, clock, await restoredAt(connection))
  await store.holdRestored()
  return store
}
const idsOf = (mails: readonly { _id: string }[]) => mails.map(({ _id }) => _id).sort()

describe('mails of a restored backup', () => {
  it('are held until an operator decides, after every restart', async () => {
    const mails = await started()
    expect(idsOf(await mails.held())).toEqual([
      'is-discarded',
      'is-sending',
      'of-erased',
      'taken-back',
      'waits',
    ])
    expect(await mails.overdue(0)).toEqual([])
    expect(await mails.claim('waits', now)).toBeNull()
    expect(idsOf(await (await started()).held())).toHaveLength(5)
  })

  it('a withdrawal and an erasure reach them', async () => {
    const mails = await started()
    await mails.takeBack('taken-back', 2, now)
    await mails.erase('of-erased')
    expect(idsOf(await mails.held())).not.toContain('taken-back')
    expect((await mails.held()).find(({ _id }) => _id === 'of-erased')?.sealed).toBeUndefined()
  })

  it('a released mail leaves once and is not held again, a discarded one never leaves', async () => {
    const mails = await started()
    expect(await mails.discard('is-discarded')).toBe(1)
    expect(await mails.release('waits')).toBe(1)
    expect(await mails.release('waits')).toBe(0)
    const again = await started()
    expect(await again.claim('waits', now)).toMatchObject({ _id: 'waits', state: 'sending' })
    expect(await again.claim('waits', now)).toBeNull()
    expect(await again.claim('is-discarded', now)).toBeNull()
    expect(await again.resend('is-discarded')).toBe(false)
  })

  it('an event of the backup that a restored outbox publishes makes a held mail; a later event does not', async () => {
    const mails = await started()
    const keep = (_id: string, eventTime: string) =>
      withContext({ eventTime }, () => mails.keep({ _id, kind: 'welcome', userId: _id, sealed: 'x' }, now))
    await keep('of-old-event', backupAt.toISOString())
    await keep('of-new-event', now.toISOString())
    expect(idsOf(await mails.held())).toContain('of-old-event')
    expect(await mails.claim('of-new-event', now)).not.toBeNull()
  })
})

it('of a backup that a machine with a clock an hour behind restored are held, also those of its last minutes', async () => {
  const prefix = `${unique('behind')}-`
  const mongo = await connectMongo(testServers().mongoUrl, `${prefix}notifications`)
  const made = new Date(Date.now() - 10 * 60_000)
  await createMailStore(mongo).keep({ _id: 'fresh', kind: 'welcome', userId: 'u', sealed: 'x' }, made)
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3600_000)
  await noteRestores(mongo, prefix)
  clock.mockRestore()
  const mails = createMailStore(mongo, () => new Date(), await restoredAt(mongo))
  await mails.holdRestored()
  expect(idsOf(await mails.held())).toEqual(['fresh'])
  for (const service of services) await mongo.useDb(`${prefix}${service}`).dropDatabase()
  await mongo.close()
})

describe('of a restored backup', () => {
  const after = new Date(restoreAt.getTime() + 60_000)
  const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

  it('unread messages cause no second mail or push message; those after the restore do', async () => {
    const unread = createUnreadStore(connection, createSealer(testEventKey))
    for (const [threadId, at] of [['old', restoreAt] as const, ['new', after] as const])
      await unread.add(
        { threadId, userId: threadId, sequence: 1 },
        { number: 1 },
        {
          dueAt: minutesAfter(at, 15),
          pushAt: minutesAfter(at, 3),
          waiting: { email: 'a@example.tn', fullName: 'Amal', language: 'fr', from: 'Sami' },
          by: 'writer',
        },
      )
    await unread.dropRestored(restoreAt)
    const later = minutesAfter(restoreAt, 60)
    expect((await unread.due(later)).map(({ threadId }) => threadId)).toEqual(['new'])
    expect((await unread.duePushes(later)).map(({ threadId }) => threadId)).toEqual(['new'])
    expect(await unread.find('old', 'old')).toMatchObject({ first: 1, dueAt: null })
  })

  it('pending push and text messages are dropped; those after the restore are sent', async () => {
    const pushes = createPushStore(connection)
    const sms = createSmsStore(connection, createSealer(testEventKey))
    for (const [noticeId, createdAt] of [['old', restoreAt] as const, ['new', after] as const]) {
      const news = { userId: 'u', noticeId, kind: 'message-received', createdAt }
      await pushes.keep({ ...news, deviceId: 'd' })
      await sms.keep(news)
    }
    await pushes.dropRestored(restoreAt)
    await sms.dropRestored(restoreAt)
    const later = minutesAfter(restoreAt, 60)
    expect((await pushes.claim(later))?.noticeId).toBe('new')
    expect(await pushes.claim(later)).toBeNull()
    expect((await sms.claim(later))?.noticeId).toBe('new')
    expect(await sms.claim(later)).toBeNull()
  })
})
