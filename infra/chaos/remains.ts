import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Bus } from '@darsi/kit/events/bus.ts'
import { boundTo } from '@darsi/kit/events/envelope.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'

/** Places where a text was found, with the number of hits. */
export type Remains = Map<string, number>

const note = (found: Remains, place: string) => found.set(place, (found.get(place) ?? 0) + 1)

/** Searches every document of the databases, sealed fields included. */
export async function inDatabases(
  mongo: Connection,
  names: readonly string[],
  text: string,
  sealer: Sealer,
): Promise<{ found: Remains; read: number }> {
  const found: Remains = new Map()
  let read = 0
  for (const name of names) {
    const { db } = mongo.useDb(name)
    for (const { name: collection } of (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? []) {
      for await (const document of db?.collection(collection).find({}, { batchSize: 500 }) ?? []) {
        read++
        if (holds(document, text, (sealed) => sealer.unseal(sealed))) note(found, `${name}.${collection}`)
      }
    }
  }
  return { found, read }
}

/** Every key and value, also those of the mail queue. */
export async function inRedis(redis: Redis, text: string): Promise<{ found: Remains; read: number }> {
  const found: Remains = new Map()
  let read = 0
  let cursor = '0'
  do {
    const [next, keys] = await redis.scan(cursor, 'COUNT', '500')
    cursor = next
    for (const key of keys) {
      read++
      if (key.includes(text) || (await contentOf(redis, key)).includes(text))
        note(found, key.split(':')[0] ?? key)
    }
  } while (cursor !== '0')
  return { found, read }
}

async function contentOf(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key)
  if (type === 'string') return (await redis.get(key)) ?? ''
  if (type === 'hash') return JSON.stringify(await redis.hgetall(key))
  if (type === 'list') return JSON.stringify(await redis.lrange(key, 0, -1))
  if (type === 'set') return JSON.stringify(await redis.smembers(key))
  if (type === 'zset') return JSON.stringify(await redis.zrange(key, '0', '-1'))
  if (type === 'stream') return JSON.stringify(await redis.xrange(key, '-', '+'))
  throw new Error(`a ${type} in Redis, which nobody reads here`)
}

/**
 * The open part must not contain the text at any age; the sealed part may until the topic's retention is over.
 * @returns hits in the open part, and the number of records whose sealed address will expire
 */
export async function onTopics(bus: Bus, topics: readonly string[], text: string, sealer: Sealer) {
  const found: Remains = new Map()
  let sealed = 0
  const records = await bus.read(topics)
  for (const { topic, key, value, headers } of records) {
    if (`${key} ${value} ${JSON.stringify(headers)}`.includes(text)) note(found, topic)
    const bound = boundTo({
      type: (headers['ce_type'] ?? '').replace(/^tn\.darsi\.(.+)\.v\d+$/, '$1'),
      subject: headers['ce_subject'] ?? '',
      producer: (headers['ce_source'] ?? '').slice(1),
      sequence: Number(headers['ce_sequence']),
    })
    if (holds(parsed(value), text, (one) => sealer.unseal(one, bound))) sealed++
  }
  return { found, sealed, read: records.length }
}

export async function inLogs(folder: string, text: string): Promise<{ found: Remains; read: number }> {
  const found: Remains = new Map()
  let read = 0
  for (const file of readdirSync(folder)) {
    for await (const line of createInterface({ input: createReadStream(join(folder, file)) })) {
      read++
      if (line.includes(text)) note(found, file)
    }
  }
  return { found, read }
}

type Open = (sealed: string) => unknown

/** Whether the text is anywhere in the value, open or sealed. */
function holds(value: unknown, text: string, open: Open): boolean {
  if (typeof value === 'string') return value.includes(text) || unsealed(value, open).includes(text)
  if (value instanceof Date || Buffer.isBuffer(value)) return false
  if (Array.isArray(value)) return value.some((one) => holds(one, text, open))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, one]) => name.includes(text) || holds(one, text, open))
}

function unsealed(value: string, open: Open): string {
  if (!/^[0-9a-f]{8}\.(2\.)?[\w-]{40,}$/.test(value)) return ''
  try {
    return JSON.stringify(open(value))
  } catch {
    return ''
  }
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
