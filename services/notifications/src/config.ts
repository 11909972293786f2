import { baseConfig, readConfig, redisUrl, smtpUrl } from '@darsi/kit/config.ts'
import * as z from 'zod'

const schema = z.object({
  ...baseConfig,
  REDIS_URL: redisUrl,
  SMTP_URL: smtpUrl,
  MAIL_FROM: z.email().default('no-reply@darsi.example'),
  SUPPORT_EMAIL: z.email().default('support@darsi.example'),
})

export type Config = z.output<typeof schema>
export const config = () => readConfig(schema)
