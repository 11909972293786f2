import { baseConfig, httpUrl, readConfig, redisUrl, sealingKey } from '@darsi/kit/config/config.ts'
import { storagePlace } from '@darsi/kit/storage/storage-config.ts'
import * as z from 'zod'

export const schema = z.object({
  ...baseConfig,
  REDIS_URL: redisUrl,
  ...storagePlace,
  BOARD_KEY: sealingKey('that seal boards, and the keys of their pictures'),
  LIVEKIT_URL: httpUrl
    .optional()
    .describe('Internal address of the LiveKit server; unset, lessons have board and messages only.'),
  LIVEKIT_KEY: z.string().min(1).default('darsi').describe('Name of the key configured in LiveKit.'),
  LIVEKIT_SECRET: sealingKey('shared with the LiveKit server; only the first is used'),
})
export const config = () => readConfig(schema)
