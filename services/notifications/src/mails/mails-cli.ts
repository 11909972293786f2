import { baseConfig, readConfig } from '@darsi/kit/config.ts'
import { connectMongo } from '@darsi/kit/mongo/mongo.ts'
import * as z from 'zod'
import { createMailStore, type Mail } from './mail-store.ts'

const usage = `Mails that were given up. They keep their content, sealed, for 14 days.

  mails list                  those that were given up, grouped by reason
  mails show <id>             one mail; its recipient and content stay sealed
  mails resend <id> | --all   sends it, or all of them, once more: after the cause is repaired
`

const [command, argument] = process.argv.slice(2)
if (!['list', 'show', 'resend'].includes(command ?? '') || (command !== 'list' && !argument)) {
  process.stderr.write(usage)
  process.exit(2)
}

const { MONGO_URL, MONGO_DB } = baseConfig
const config = readConfig(z.object({ MONGO_URL, MONGO_DB }))
const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? 'darsi-notifications')
const mails = createMailStore(connection)
const dead = await mails.dead()

if (command === 'list') list(dead)
else if (command === 'resend' && argument === '--all') for (const { _id } of dead) await resend(_id)
else if (command === 'resend') await resend(argument ?? '')
else show(dead.find(({ _id }) => _id === argument))
await connection.close()

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
    missing(argument ?? '')
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

function missing(id: string): void {
  print(`There is no mail ${id} that was given up.`)
  process.exitCode = 1
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
