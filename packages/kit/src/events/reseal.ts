import type { Connection } from 'mongoose'
import type { Registry } from 'prom-client'
import type { Documents } from '../mongo/documents.ts'
import { createLease } from '../mongo/lease.ts'
import type { Log } from '../observability/log.ts'
import { readGauge } from '../observability/metrics.ts'
import { repeat } from '../repeat.ts'
import type { Sealer } from './seal.ts'

/** Path of the values sealed with one key: `sealed`, `last.sealed`; fields in lists use the same form. */
type SealedField = { collection: Documents; path: string }
export type SealedWith = { key: string; sealer: Sealer; fields: readonly SealedField[] }

const pageSize = 500
const everyMs = 3_600_000
/** Longer than a predecessor stays after this start: it still seals with the old key. */
const predecessorMs = 120_000
const leaseMs = 60_000

type Resealing = {
  connection: Connection
  /** By the database's clock. */
  now: () => Date
  registry: Registry
  log: Pick<Log, 'warn'>
  afterMs?: number
}

/**
 * While a variable has several keys: reseals values of the older ones two minutes after the start and then hourly, and
 * counts what is left. A key can be removed when `sealed_by_old_keys` is 0. Of several replicas one works, and only that
 * one counts; the others try again with their next round. There is no count before the first round.
 */
export function startResealing(
  sealed: readonly SealedWith[],
  { connection, now, registry, log, afterMs = predecessorMs }: Resealing,
): () => Promise<void> {
  const rotating = sealed.filter(({ sealer }) => sealer.hasOlderKeys)
  const left = new Map<string, { labels: { key: string; rows: string }; value: number }>()
  const labelNames = ['key', 'rows']
  const help = 'Documents that hold a value sealed with an older key of a variable.'
  readGauge(registry, { name: 'sealed_by_old_keys', help, labelNames }, async () => [...left.values()])
  if (rotating.length === 0) return async () => {}

  const lease = createLease(connection, 'resealing', { forMs: leaseMs, now })
  const work = async (isStopping: () => boolean) => {
    left.clear()
    const mayGoOn = async () => !isStopping() && (await lease.take())
    for (const { key, sealer, fields } of rotating) {
      for (const field of fields) {
        const rows = `${field.collection.collectionName}.${field.path}`
        try {
          const value = await reseal(field, sealer, { log, mayGoOn })
          if (value === null) return
          left.set(`${key} ${rows}`, { labels: { key, rows }, value: value.left })
        } catch (error) {
          // the other fields go on
          log.warn({ err: error, rows }, 'old seals not renewed')
        }
      }
    }
    await lease.release()
  }
  return repeat({ everyMs, afterMs, work, log, failed: 'old seals not renewed' })
}

type Pass = { log: Pick<Log, 'warn'>; mayGoOn?: () => Promise<boolean> }

/**
 * Goes through all documents in the order of their ids, in commands of bounded size, because no index holds sealed
 * values. A document that changed since it was read is left to the next round.
 * @returns how many documents were sealed again, and how many still hold a value of an older key; null when it stopped
 */
export async function reseal(
  { collection, path }: SealedField,
  sealer: Sealer,
  { log, mayGoOn = async () => true }: Pass,
): Promise<{ changed: number; left: number } | null> {
  const [field = path, ...inner] = path.split('.')
  let [changed, left] = [0, 0]
  for (let after = ''; ; ) {
    if (!(await mayGoOn())) return null
    const options = { sort: { _id: 1 }, limit: pageSize, projection: { [field]: 1 } }
    // `as`: the projection above; ids are texts of ours
    const page = (await collection.find({ _id: { $gt: after } }, options).toArray()) as ({
      _id: string
    } & Record<string, unknown>)[]
    for (const { _id, [field]: value } of page) {
      if (!holdsOld(value, inner, sealer)) continue
      try {
        const $set = { [field]: renewed(value, inner, sealer) }
        const { matchedCount } = await collection.updateOne({ _id, [field]: value }, { $set })
        changed += matchedCount
        left += 1 - matchedCount
      } catch (error) {
        left++
        log.warn({ err: error, rows: collection.collectionName, path }, 'a value could not be sealed anew')
      }
    }
    const last = page.at(-1)
    if (!last) return { changed, left }
    after = last._id
  }
}

const isOld = (value: unknown, { keyId }: Sealer): value is string =>
  typeof value === 'string' && value !== '' && !value.startsWith(`${keyId}.`)

function holdsOld(value: unknown, path: readonly string[], sealer: Sealer): boolean {
  if (Array.isArray(value)) return value.some((each) => holdsOld(each, path, sealer))
  const [name, ...rest] = path
  if (name === undefined) return isOld(value, sealer)
  // `as`: a document of ours
  return typeof value === 'object' && value !== null
    ? holdsOld((value as Record<string, unknown>)[name], rest, sealer)
    : false
}

function renewed(value: unknown, path: readonly string[], sealer: Sealer): unknown {
  if (Array.isArray(value)) return value.map((each) => renewed(each, path, sealer))
  const [name, ...rest] = path
  if (name === undefined) {
    return isOld(value, sealer) ? sealer.seal(sealer.unseal(value)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === name ? renewed(each, rest, sealer) : each]),
  )
}
