import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@darsi/contracts/reference/services.ts'
import { operator } from '@darsi/kit/kafka/kafka-rules.ts'
import { newPassword } from '../../access/access-files.ts'
import { principals } from '../../access/kafka-users.ts'
import { redisUsers } from '../../access/redis-rules.ts'
import { replaceFile } from '../keys/key-files.ts'

const users = { kafka: principals, mongo: [...services, operator], redis: redisUsers } as const

/** The password of each user of the local servers. */
export type Access = { [S in keyof typeof users]: Record<(typeof users)[S][number], string> }

/** Created once per data folder and kept, readable by their owner only; missing users are added. */
export function accessIn(dataDir: string): Access {
  const file = join(dataDir, 'secrets', 'access.json')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
  // `as`: written below
  const kept = JSON.parse(text) as { [S in keyof typeof users]?: Record<string, string> }
  const access = {
    kafka: filled(users.kafka, kept.kafka),
    mongo: filled(users.mongo, kept.mongo),
    redis: filled(users.redis, kept.redis),
  }
  const now = JSON.stringify(access)
  if (now === text) return access
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  replaceFile(file, now, 0o600)
  return access
}

function filled<N extends string>(
  names: readonly N[],
  kept: Readonly<Record<string, string>> = {},
): Record<N, string> {
  // `as`: one password per name
  return Object.fromEntries(names.map((name) => [name, kept[name] ?? newPassword()])) as Record<N, string>
}
