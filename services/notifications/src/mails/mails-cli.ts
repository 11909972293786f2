import { baseConfig, readConfig } from '@darsi/kit/config/config.ts'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import { createLog } from '@darsi/kit/observability/log.ts'
import { createServerClock, databaseTime } from '@darsi/kit/server-clock.ts'
import * as z from 'zod'
import { createMailStore, type Mail } from './mail-store.ts'

const usage = `Mails that were given up. They keep their content, sealed, until 14 days after the event.

  mails list                  those that were given up, grouped by reason
  mails show <id>             one mail; its recipient and content stay sealed
  mails resend <id> | --all   sends it, or all of them, once more: after the cause is repaired

Mails that a restore brought back. They may have been sent after the backup, so none leaves by itself.

  mails held                  how many, by kind, and each with its id
  mails release <id> | --all  sends it, or all of them
  mails discard <id> | --all  never sends it, or any of them
`

const lists = ['list', 'held']
const [command = '', argument = ''] = process.argv.slice(2)
const ofOne = ['show', 'resend', 'release', 'discard']
if (!lists.includes(command) && (!ofOne.includes(command) || argument === '')) {
  process.stderr.write(usage)
  process.exit(2)
}

const { MONGO_URL, MONGO_DB } = baseConfig
const config = readConfig(z.object({ MONGO_URL, MONGO_DB }))
const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? 'darsi-notifications')
const log = createLog('notifications', 'warn')
// a mail that the clock of another machine releases or resends would be due in the future
const clock = await createServerClock({ read: () => databaseTime(connection), log })
const mails = createMailStore(connection, clock.date)

const commands: Record<string, () => Promise<void>> = {
  list: async () => list(await mails.dead()),
  show: async () => show((await mails.dead()).find(({ _id }) => _id === argument)),
  resend: async () => {
    if (argument !== '--all') return resend(argument)
    for (const { _id } of await mails.dead()) await resend(_id)
  },
  held: async () => listHeld(await mails.held()),
  release: async () => decided(await mails.release(chosen()), 'released'),
  discard: async () => decided(await mails.discard(chosen()), 'discarded'),
}
await commands[command]?.()
await clock.stop()
await connection.close()

function chosen(): string | null {
  return argument === '--all' ? null : argument
}

function listHeld(found: readonly Mail[]): void {
  if (found.length === 0) print('No mail is held.')
  for (const [kind, same] of Map.groupBy(found, (mail) => mail.kind)) {
    print(`\n${kind} (${same.length})`)
    for (const { _id, createdAt } of same) print(`  ${_id}  made ${createdAt.toISOString()}`)
  }
}

function decided(count: number, what: string): void {
  if (count > 0) print(`${count} ${what}`)
  else if (argument === '--all') print('No mail is held.')
  else missing(argument, 'held')
}

function list(found: readonly Mail[]): void {
  if (found.length === 0) print('No mail was given up.')
  for (const [error, same] of Map.groupBy(found, (mail) => mail.error)) {
    print(`\n${error} (${same.length})`)
    for (const { _id, kind, attempt, settledAt } of same)
      print(`  ${_id}  ${kind}  ${settledAt?.toISOString()}  attempts ${attempt}`)
  }
}

function show(mail: Mail | undefined): void {
  if (!mail) {
    missing(argument)
    return
  }
  const { sealed, ...open } = mail
  print(JSON.stringify({ ...open, sealedBytes: sealed?.length }, null, 2))
}

/** The sweeper of the running service creates the job. */
async function resend(id: string): Promise<void> {
  if (await mails.resend(id)) print(`resent ${id}`)
  else missing(id)
}

function missing(id: string, what = 'given up'): void {
  print(`There is no mail ${id} that was ${what}.`)
  process.exitCode = 1
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
