import { parseArgs } from 'node:util'
import { problemText } from '@darsi/contracts/problems/problem.ts'
import { isLanguage } from '@darsi/contracts/reference/languages.ts'
import { besideService } from '@darsi/kit/commands/beside-service.ts'
import { baseConfig, readConfig } from '@darsi/kit/config/config.ts'
import { Problem } from '@darsi/kit/http/problem.ts'
import { syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import * as z from 'zod'
import { createAccountStore } from './accounts/account-store.ts'
import { createInvitation } from './lifecycle/invitation.ts'

// `npm run create-super-admin -- --email … [--name …] [--language fr]`: once, on a system without one
const config = readConfig(z.object({ PUBLIC_URL: baseConfig.PUBLIC_URL }))
const { values } = parseArgs({
  options: {
    email: { type: 'string', default: '' },
    name: { type: 'string', default: 'Super Administrator' },
    language: { type: 'string', default: 'en' },
  },
})

await besideService('auth', async ({ connection, outbox, date }) => {
  const accounts = createAccountStore(connection)
  await syncIndexes(connection)
  const invitation = createInvitation({ accounts, outbox, now: date })
  const { email, name: fullName, language } = values
  try {
    const token = await invitation.first({
      email,
      fullName,
      language: isLanguage(language) ? language : 'en',
    })
    // the running service publishes the event; no mail is sent
    process.stdout.write(`${config.PUBLIC_URL}/reset-password?token=${token}\n`)
    process.stdout.write('The link sets the password. It works once, within the hour.\n')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const exists = error.slug === 'decision-not-allowed'
    process.stderr.write(`${exists ? 'There is a super-admin already.' : problemText(error.slug, 'en')}\n`)
    process.exitCode = 1
  }
})
