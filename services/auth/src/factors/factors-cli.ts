import { besideService } from '@darsi/kit/commands/beside-service.ts'
import { readConfig, redisUrl } from '@darsi/kit/config/config.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { createLog } from '@darsi/kit/observability/log.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import * as z from 'zod'
import { createAccountStore } from '../accounts/account-store.ts'
import { createRevocations } from '../sessions/revocations.ts'
import { createSessionStore } from '../sessions/session-store.ts'
import { createSessions } from '../sessions/sessions.ts'
import { removeFactors } from './factors.ts'

const usage = `Removes all second factors and recovery codes of an account and ends its sessions. The owner gets a mail.
Check first who asks for it: docs/emergencies.md, "A lost second factor".

  factors remove <email>
`

const [command = '', email = ''] = process.argv.slice(2)
if (command !== 'remove' || email === '') {
  process.stderr.write(usage)
  process.exit(2)
}

const config = readConfig(z.object({ REDIS_URL: redisUrl }))
const redis = connectRedis(config.REDIS_URL, createLog('auth', 'warn'))

await besideService('auth', async ({ connection, outbox, date: now }) => {
  const accounts = createAccountStore(connection)
  const revocations = createRevocations({ connection, redis, now })
  const rows = createSessionStore(connection)
  const sessions = createSessions({ sessions: rows, accounts, outbox, revocations, now })
  try {
    const done = await removeFactors({ accounts, sessions, outbox }, email)
    // the running service publishes the event
    if (done === 'removed')
      print(`The second factors and recovery codes of ${email} are removed, and all sessions are ended.`)
    else if (done === 'no-factor') fail(`The account ${email} has no second factor. Nothing was changed.`)
    else fail(`There is no account with the address ${email}. Nothing was changed.`)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    fail(
      `The second factors and recovery codes of ${email} are removed, and all sessions are ended. Redis did not answer: pages that are open may go on for ten minutes.`,
    )
  }
}).finally(() => redis.disconnect())

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(line: string): void {
  process.stderr.write(`${line}\n`)
  process.exitCode = 1
}
