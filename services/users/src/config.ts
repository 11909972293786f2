import { approvalRequires, baseConfig, readConfig, redisUrl, sealingKey } from '@darsi/kit/config/config.ts'
import { storageConfig } from '@darsi/kit/storage/storage-config.ts'
import * as z from 'zod'

export const schema = z.object({
  ...baseConfig,
  REDIS_URL: redisUrl,
  APPROVAL_REQUIRES: approvalRequires,
  ...storageConfig,
  MESSAGE_KEY: sealingKey('that seal the messages of threads'),
})
export const config = () => readConfig(schema)
