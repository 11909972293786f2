import type { Registry } from 'prom-client'
import type { Documents } from '../mongo/documents.ts'
import type { Log } from '../observability/log.ts'
import { readGauge } from '../observability/metrics.ts'
import { repeat } from '../repeat.ts'
import type { Sealer } from './seal.ts'

/** Path of the values sealed with one key: `sealed`, `last.sealed`; fields in lists use the same form. */
type SealedField = { collection: Documents; path: string }
export type SealedWith = { key: string; sealer: Sealer; fields: readonly SealedField[] }

const batch = 200
const everyMs = 3_600_000
/** Longer than a predecessor stays after this start: it still seals with the old key. */
const predecessorMs = 120_000

/**
 * Reseals values of older keys two minutes after the start and then hourly, and counts what is left: an old key can be
 * removed when `sealed_by_old_keys` is 0. There is no count before the first round. Safe to run on several replicas.
 */
export function startResealing(
  sealed: readonly SealedWith[],
  {
    registry,
    log,
    afterMs = predecessorMs,
  }: { registry: Registry; log: Pick<Log, 'warn'>; afterMs?: number },
): () => Promise<void> {
  const left = new Map<string, { labels: { key: string; rows: string }; value: number }>()
  const labelNames = ['key', 'rows']
  const help = 'Documents that hold a value sealed with an older key of a variable.'
  readGauge(registry, { name: 'sealed_by_old_keys', help, labelNames }, async () => [...left.values()])

  const work = async (isStopping: () => boolean) => {
    for (const { key, sealer, fields } of sealed) {
      for (const { collection, path } of fields) {
        await reseal({ collection, path }, sealer, log, isStopping)
        const rows = `${collection.collectionName}.${path}`
        left.set(`${key} ${rows}`, {
          labels: { key, rows },
          value: await leftOf({ collection, path }, sealer),
        })
      }
    }
  }
  return repeat({ everyMs, afterMs, work, log, failed: 'old seals not renewed' })
}

/**
 * Continues where an earlier round ended, because finished documents no longer match. A document that changed since it
 * was read is left to the next round.
 * @returns how many documents were sealed again
 */
export async function reseal(
  { collection, path }: SealedField,
  sealer: Sealer,
  log: Pick<Log, 'warn'>,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const [field = path] = path.split('.')
  let changed = 0
  for (let after = ''; !isStopping(); ) {
    const filter = { _id: { $gt: after }, ...byOldKeys(path, sealer.keyId) }
    const options = { sort: { _id: 1 }, limit: batch, projection: { [field]: 1 } }
    // `as`: the projection above; ids are texts of ours
    const found = (await collection.find(filter, options).toArray()) as ({ _id: string } & Record<
      string,
      unknown
    >)[]
    for (const { _id, [field]: value } of found) {
      try {
        const fresh = renewed(value, path.split('.').slice(1), sealer)
        const { matchedCount } = await collection.updateOne(
          { _id, [field]: value },
          { $set: { [field]: fresh } },
        )
        changed += matchedCount
      } catch (error) {
        log.warn({ err: error, rows: collection.collectionName, path }, 'a value could not be sealed anew')
      }
    }
    const last = found.at(-1)
    if (!last) break
    after = last._id
  }
  return changed
}

export function leftOf({ collection, path }: SealedField, { keyId }: Pick<Sealer, 'keyId'>): Promise<number> {
  return collection.countDocuments(byOldKeys(path, keyId))
}

/** A sealed text starts with the key id and a dot; the range ends before the next character, the slash. */
function byOldKeys(path: string, keyId: string): object {
  return { $or: [{ [path]: { $gt: '', $lt: `${keyId}.` } }, { [path]: { $gte: `${keyId}/` } }] }
}

function renewed(value: unknown, path: readonly string[], sealer: Sealer): unknown {
  if (Array.isArray(value)) return value.map((each) => renewed(each, path, sealer))
  const [name, ...rest] = path
  if (name === undefined) {
    const isOld = typeof value === 'string' && value !== '' && !value.startsWith(`${sealer.keyId}.`)
    return isOld ? sealer.seal(sealer.unseal(value)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === name ? renewed(each, rest, sealer) : each]),
  )
}
