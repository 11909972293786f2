import { syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { databaseOfFile } from '@darsi/kit/testing/database.ts'
import { expect, it } from '@jest/globals'
import { createMailStore } from '../src/mails/mail-store.ts'
import { unsentMails } from '../src/mails/unsent-mails.ts'

const now = new Date('2026-11-25T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const connection = await databaseOfFile('unsent-mails')

it('mails that are not sent are counted whatever they wait for, and the oldest one is not hidden by fresh ones', async () => {
  const mails = createMailStore(connection, () => now)
  await syncIndexes(connection)
  expect(await unsentMails(mails.collection, now)).toEqual({
    counts: { waiting: 0, active: 0, delayed: 0 },
    oldestSeconds: 0,
  })
  const keep = (_id: string, at: Date) => mails.keep({ _id, kind: 'welcome', userId: _id, sealed: 'x' }, at)
  const claimed = async (_id: string, createdAt: Date) => {
    await keep(_id, createdAt)
    const mail = await mails.claim(_id, now)
    if (!mail) throw new Error('not due')
    return mail
  }
  await keep('fresh', minutesAgo(1))
  await claimed('is-sending', minutesAgo(2))
  const postponed = await claimed('postponed', minutesAgo(50))
  await mails.postpone(postponed, new Date(now.getTime() + 1000), { kind: 'later', reason: '450' })
  await mails.settle(await claimed('was-sent', minutesAgo(90)), 'sent', '', now)
  await mails.settle(await claimed('is-dead', minutesAgo(100)), 'dead', '550', now)
  // waits since it was resent
  await mails.settle(await claimed('was-resent', minutesAgo(200)), 'dead', '550', now)
  await mails.resend('was-resent')
  expect(await unsentMails(mails.collection, now)).toEqual({
    counts: { waiting: 2, active: 1, delayed: 1 },
    oldestSeconds: 50 * 60,
  })
})
