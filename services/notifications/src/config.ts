import { baseConfig, readConfig, redisUrl, sealingKey, smtpUrl } from '@darsi/kit/config/config.ts'
import * as z from 'zod'
import { knownPushHosts } from './push/push-hosts.ts'

const settings = z.object({
  ...baseConfig,
  REDIS_URL: redisUrl,
  MAIL_KEY: sealingKey('that seal the mails that wait'),
  PUSH_KEY: sealingKey('by which push messages are signed (VAPID)'),
  PUSH_HOSTS: z
    .string()
    .default(knownPushHosts)
    .describe(
      'Push services that the service may call, comma separated: hosts, `*.` for all below one, or one exact origin with its scheme.',
    ),
  SMS_URL: z
    .url({ protocol: /^https?$/, hostname: /.+/ })
    .refine(isSafe, 'must begin with https, except on this machine')
    .optional()
    .describe(
      'Where a provider of text messages takes `POST {from, to, text}` (as Telnyx does); unset, no text messages are offered.',
    ),
  SMS_TOKEN: z.string().min(1).optional().describe('Bearer token for `SMS_URL`. Secret.'),
  SMS_SENDER: z
    .string()
    .regex(/^(\+\d{6,15}|[A-Za-z0-9 ]{1,11})$/, 'must be a number with its country, or up to 11 letters')
    .optional()
    .describe('Sender of text messages, as the provider knows it: a number, or up to 11 letters.'),
  SMTP_URL: smtpUrl,
  MAIL_FROM: z.email().default('no-reply@darsi.example').describe('Sender of every mail.'),
  BOUNCE_ADDRESS: z
    .email()
    .optional()
    .describe(
      'Address that mails come back to when they cannot be delivered; each mail adds `+` and its own code. Of the domain of `MAIL_FROM`. Unset, they come back to `MAIL_FROM`, and nothing reads them.',
    ),
  BOUNCE_MAILBOX: z
    .url({ protocol: /^imaps?$/, hostname: /.+/ })
    .optional()
    .describe('The mailbox of `BOUNCE_ADDRESS`: `imaps://user:password@host/Folder`. Secret.'),
  SUPPORT_EMAIL: z
    .email()
    .default('support@darsi.example')
    .describe('Recipient of contact messages, and the support address in mails.'),
  OPERATOR_NAME: z
    .string()
    .default('')
    .describe('Who runs the site: a person or a company, on the legal pages and below every mail.'),
  OPERATOR_ADDRESS: z.string().default('').describe('Postal address of the operator, shown with the name.'),
  OPERATOR_DECLARATION: z
    .string()
    .default('')
    .describe('Number of the declaration to the INPDP, on the legal pages; empty, none is shown.'),
})

export const schema = settings
  .refine(({ SMS_URL, SMS_TOKEN, SMS_SENDER }) => !SMS_URL || Boolean(SMS_TOKEN && SMS_SENDER), {
    path: ['SMS_URL'],
    message: 'needs SMS_TOKEN and SMS_SENDER',
  })
  .refine(({ BOUNCE_ADDRESS, BOUNCE_MAILBOX }) => !BOUNCE_ADDRESS === !BOUNCE_MAILBOX, {
    path: ['BOUNCE_ADDRESS'],
    message: 'needs BOUNCE_MAILBOX, and the other way round',
  })

type Config = z.output<typeof schema>
/** What the service's own parts read of the configuration. */
export type Settings = Pick<Config, Exclude<keyof Config, keyof typeof baseConfig> | 'PUBLIC_URL' | 'DEMO'>
export const config = () => readConfig(schema)

/** The provider of text messages, or null where the operator has set none. */
export const smsProviderOf = ({
  SMS_URL: url,
  SMS_TOKEN: token,
  SMS_SENDER: sender,
}: Pick<Config, 'SMS_URL' | 'SMS_TOKEN' | 'SMS_SENDER'>) =>
  url && token && sender ? { url, token, sender } : null

/** The token and the numbers must not travel in the clear; a bridge on the same machine may use http. */
function isSafe(address: string): boolean {
  // the check before this one says so
  if (!URL.canParse(address)) return true
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
