import { baseConfig, httpUrl, readConfig, redisUrl, sealingKey } from '@darsi/kit/config.ts'
import { storagePlace } from '@darsi/kit/storage/storage-config.ts'
import * as z from 'zod'

export const schema = z.object({
  ...baseConfig,
  REDIS_URL: redisUrl,
  ...storagePlace,
  BOARD_KEY: sealingKey('that seal boards, and the keys of their pictures'),
  LIVEKIT_URL: httpUrl
    .optional()
    .describe(
      'Where the LiveKit server listens, not published; unset, lessons have board and messages alone.',
    ),
  LIVEKIT_KEY: z.string().min(1).default('darsi').describe('Name of the key that LiveKit knows.'),
  LIVEKIT_SECRET: sealingKey(
    'by which classroom and the LiveKit server know each other; the first one counts',
  ),
})
export const config = () => readConfig(schema)
