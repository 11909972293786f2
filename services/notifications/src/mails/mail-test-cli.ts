import { promises as dns } from 'node:dns'
import { parseArgs } from 'node:util'
import { readConfig, smtpUrl } from '@darsi/kit/config/config.ts'
import { createTransport } from 'nodemailer'
import * as z from 'zod'
import { checkSender } from './sender-records.ts'

const usage = `Sends a mail to you and looks at the records of the sender's domain.

  mail-test you@example.tn [--selector <name of the relay's DKIM key>]
`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { selector: { type: 'string', default: '' } },
})
const to = z.email().safeParse(positionals[0])
if (!to.success) {
  process.stderr.write(usage)
  process.exit(2)
}
const config = readConfig(
  z.object({ SMTP_URL: smtpUrl, MAIL_FROM: z.email().default('no-reply@darsi.example') }),
)
const print = (text: string) => process.stdout.write(`${text}\n`)

const smtp = createTransport({ url: config.SMTP_URL, connectionTimeout: 5000, greetingTimeout: 5000 })
try {
  const { response } = await smtp.sendMail({
    from: { name: 'Darsi', address: config.MAIL_FROM },
    to: to.data,
    subject: 'Darsi: a test of your mail server',
    text: `This mail came from ${config.MAIL_FROM}.\nIf it lies in the spam folder, read docs/mail.md.\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  print(`✓ The mail server answered: ${response}`)
} catch (error) {
  print(`✗ The mail server refused: ${error instanceof Error ? error.message : String(error)}`)
  print('  Next: correct secrets/smtp_url or MAIL_FROM.')
  process.exitCode = 1
} finally {
  smtp.close()
}

for (const { isGood, text } of await checkSender(config.MAIL_FROM, values.selector, new dns.Resolver())) {
  print(`${isGood ? '✓' : '✗'} ${text}`)
  if (!isGood) process.exitCode = 1
}
