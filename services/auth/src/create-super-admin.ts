import { parseArgs } from 'node:util'
import { problemText } from '@darsi/contracts/problems/problem.ts'
import { isLanguage } from '@darsi/contracts/reference/languages.ts'
import { versionsBegin } from '@darsi/kit/backup/version-base.ts'
import { baseConfig, readConfig } from '@darsi/kit/config.ts'
import { createOutbox } from '@darsi/kit/events/outbox.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import * as z from 'zod'
import { createAccountStore } from './accounts/account-store.ts'
import { createInvitation } from './accounts/invitation.ts'

// `npm run create-super-admin -- --email … [--name …] [--language fr]`: once, on a system without one
const { MONGO_URL, MONGO_DB, EVENT_KEY, PUBLIC_URL } = baseConfig
const config = readConfig(z.object({ MONGO_URL, MONGO_DB, EVENT_KEY, PUBLIC_URL }))
const { values } = parseArgs({
  options: {
    email: { type: 'string', default: '' },
    name: { type: 'string', default: 'Super Administrator' },
    language: { type: 'string', default: 'en' },
  },
})
const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? 'darsi-auth')
const accounts = createAccountStore(connection)
await syncIndexes(connection)
const above = await versionsBegin(connection)
const outbox = createOutbox({ producer: 'auth', sealer: createSealer(config.EVENT_KEY), above })
const invitation = createInvitation({ accounts, outbox, now: () => new Date() })

try {
  const { email, name: fullName, language } = values
  const token = await invitation.first({ email, fullName, language: isLanguage(language) ? language : 'en' })
  // the running service publishes the event; no mail is sent
  process.stdout.write(`${config.PUBLIC_URL}/reset-password?token=${token}\n`)
  process.stdout.write('The link sets the password. It works once, within the hour.\n')
} catch (error) {
  if (!(error instanceof Problem)) throw error
  const exists = error.slug === 'decision-not-allowed'
  process.stderr.write(`${exists ? 'There is a super-admin already.' : problemText(error.slug, 'en')}\n`)
  process.exitCode = 1
} finally {
  await connection.close()
}
