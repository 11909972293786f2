import { readConfig } from '@darsi/kit/config/config.ts'
import { hideAddresses } from '@darsi/kit/failure.ts'
import * as z from 'zod'
import { tryMailbox } from './mailbox.ts'

// part of `./darsi doctor`: logs in to the mailbox for returned mails
const { BOUNCE_MAILBOX } = readConfig(z.object({ BOUNCE_MAILBOX: z.string() }))
try {
  await tryMailbox(BOUNCE_MAILBOX)
} catch (error) {
  process.stderr.write(`${hideAddresses(error instanceof Error ? error.message : String(error))}\n`)
  process.exitCode = 1
}
