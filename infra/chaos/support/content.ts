import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import { services } from '../../local/process/site-ports.ts'
import { until } from '../../local/trials/waiting.ts'

/** Collections that change without any user: timers write the first two every few seconds, and counts of writes expire. */
const clockwork = /^admin\.(health|audit-anchors)|\.write-counts$/
export const isClockwork = (place: string): boolean => clockwork.test(place)

/** Fields that the passing of time changes: what is due is done, and removed. Everything else of the row is compared. */
const timed: Readonly<Record<string, Record<string, 0>>> = {
  'notifications.unreads': { dueAt: 0, pushAt: 0, sealed: 0 },
}

/** A digest of each collection's bytes. */
export async function contentOf(mongo: Connection): Promise<Map<string, string>> {
  const content = new Map<string, string>()
  for (const service of services) {
    const { db } = mongo.useDb(`darsi-${service}`)
    for (const { name } of (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? []) {
      if (name.startsWith('system.')) continue
      const hash = createHash('sha256')
      const place = `${service}.${name}`
      const options = { raw: true, sort: { _id: 1 }, projection: timed[place] ?? {} } as const
      const rows = db?.collection(name).find({}, options) ?? []
      // `as`: raw rows are bytes
      for await (const row of rows as AsyncIterable<unknown>) hash.update(row as Uint8Array)
      content.set(place, hash.digest('hex'))
    }
  }
  return content
}

/** Waits until two reads, some seconds apart, are equal. */
export async function settledContent(mongo: Connection): Promise<void> {
  const look = async () => {
    const content = [...(await contentOf(mongo))].filter(([place]) => !isClockwork(place))
    return JSON.stringify(content)
  }
  let before = ''
  await until('the databases are at rest', 120_000, async () => {
    await sleep(8000)
    const now = await look()
    const isSame = now === before
    before = now
    return isSame
  })
}
