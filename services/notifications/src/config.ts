import { baseConfig, readConfig, redisUrl, sealingKey, smtpUrl } from '@darsi/kit/config.ts'
import * as z from 'zod'
import { knownPushHosts } from './push/push-hosts.ts'

export const schema = z.object({
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
  SMTP_URL: smtpUrl,
  MAIL_FROM: z.email().default('no-reply@darsi.example').describe('Sender of every mail.'),
  SUPPORT_EMAIL: z
    .email()
    .default('support@darsi.example')
    .describe('Where contact messages go, and what mails name as support.'),
})

export const config = () => readConfig(schema)
