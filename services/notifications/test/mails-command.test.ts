import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { testServers, unique } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Connection } from 'mongoose'
import { createMailStore, type MailStore } from '../src/mails/mail-store.ts'

const database = unique('mails-command')
const file = new URL('../src/mails/mails-cli.ts', import.meta.url).pathname
/** Preloaded: the machine of the operator is an hour ahead. */
const aheadClock = `data:text/javascript,const now = Date.now
globalThis.Date = class extends Date {
  constructor(...values) { super(...(values.length > 0 ? values : [Date.now()])) }
  static now() { return now() + 3600000 }
}`

let connection: Connection
let mails: MailStore
beforeAll(async () => {
  connection = await connectMongo(testServers().mongoUrl, database)
  mails = createMailStore(connection)
  await syncIndexes(connection)
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

/** @returns what `npm run mails -- …` prints */
const command = async (...args: string[]) => {
  const env = { ...process.env, MONGO_URL: testServers().mongoUrl, MONGO_DB: database }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', encodeURI(aheadClock), file, ...args],
    { env },
  )
  return stdout
}
const keep = (_id: string) => mails.keep({ _id, kind: 'welcome', userId: _id, sealed: 'secret' })
const givenUp = async (_id: string) => {
  await keep(_id)
  const mail = await mails.claim(_id, new Date())
  if (!mail) throw new Error('not due')
  await mails.settle(mail, 'dead', '550 RCPT TO', new Date())
}

it('mails that were given up are listed by reason and shown without content', async () => {
  await givenUp('refused')
  expect(await command('list')).toMatch(/^\n550 RCPT TO \(1\)\n {2}refused {2}welcome /)
  const shown = await command('show', 'refused')
  expect(JSON.parse(shown)).toMatchObject({ _id: 'refused', error: '550 RCPT TO', sealedBytes: 6 })
  expect(shown).not.toContain('secret')
  await expect(command('show', 'unknown')).rejects.toMatchObject({ code: 1 })
})

it('a resent mail is due at once, also when the clock of the operator is ahead', async () => {
  await givenUp('one')
  expect(await command('resend', 'one')).toBe('resent one\n')
  expect(await mails.claim('one', new Date())).toMatchObject({ attempt: 1 })
  await expect(command('resend', 'one')).rejects.toMatchObject({ code: 1 })
  await givenUp('two')
  expect(await command('resend', '--all')).toContain('resent two\n')
  expect(await mails.claim('two', new Date())).not.toBeNull()
  expect(await command('list')).toBe('No mail was given up.\n')
})

it('a released mail is due at once, a discarded one never, also when the clock of the operator is ahead', async () => {
  for (const _id of ['needed', 'useless']) await keep(_id)
  const ofBackup = { _id: { $in: ['needed', 'useless'] } }
  await mails.collection.updateMany(ofBackup, { $set: { state: 'held' } })
  expect(await command('held')).toContain('welcome (2)')
  expect(await command('release', 'needed')).toBe('1 released\n')
  expect(await command('discard', '--all')).toBe('1 discarded\n')
  expect(await mails.claim('needed', new Date())).not.toBeNull()
  expect(await mails.claim('useless', new Date())).toBeNull()
})
