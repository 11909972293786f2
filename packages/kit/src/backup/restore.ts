import { createReadStream } from 'node:fs'
import type { Connection } from 'mongoose'
import { noteRestore } from '../mongo/version-base.ts'
import { databaseTime } from '../server-clock.ts'
import { BackupBroken, decrypted } from './backup.ts'
import { putBack } from './database-backup.ts'
import { type Erased, stillToErase } from './erasure-ledger.ts'
import { noteReplays } from './erasure-replay.ts'

/** The restore was refused and nothing was written; the message says why. */
export class RestoreRefused extends Error {}

type Restoring = {
  file: string
  passphrase: string
  mongo: Connection
  say: (line: string) => void
  /** Every account that was ever erased (`readLedger`); null only when the operator has lost the ledger. */
  erased: ReadonlyMap<string, Erased> | null
  /** Prefix of the database names. */
  prefix?: string
}

const services = ['admin', 'auth', 'users', 'availability', 'classroom', 'notifications']

/**
 * Restores a backup into empty databases. The whole file is read and verified first, so a damaged file or a wrong
 * passphrase changes nothing.
 * @returns how many documents each collection got
 */
export async function restore({
  file,
  passphrase,
  mongo,
  say,
  erased,
  prefix = 'darsi-',
}: Restoring): Promise<Map<string, number>> {
  await refuseUnlessEmpty(mongo, prefix)
  const found = new Set<string>()
  let documents = 0
  let takenAt = new Date()
  for await (const batch of read(file, passphrase)) {
    found.add(batch.service)
    documents += batch.documents.length
    if (batch.at < takenAt) takenAt = batch.at
  }
  const missing = services.filter((service) => !found.has(service))
  if (missing.length > 0) throw new RestoreRefused(`The backup has nothing of ${missing.join(', ')}.`)
  say(`The file is whole: ${documents} documents. Writing them…`)
  const written = new Map<string, number>()
  for await (const batch of read(file, passphrase)) {
    await putBack(mongo.useDb(`${prefix}${batch.service}`), batch)
    const place = `${batch.service}.${batch.collection}`
    written.set(place, (written.get(place) ?? 0) + batch.documents.length)
  }
  await noteRestores(mongo, prefix)
  if (erased) {
    const since = new Date(takenAt.getTime() - clockSkewMs)
    say(`Accounts to erase again: ${await noteErased(mongo, erased, { since, prefix })}.`)
  }
  return written
}

/**
 * Raises the version base of all services above every version used before (version-base.ts). Also for databases that were
 * restored by other means (mongorestore, a disk snapshot).
 */
export async function noteRestores(mongo: Connection, prefix = 'darsi-', now?: number): Promise<void> {
  // not the time of the operator's machine: with one that is behind, mails of the backup would leave unshown
  const at = now ?? (await databaseTime(mongo))?.getTime()
  if (at === undefined) throw new Error('database not connected')
  for (const service of services) await noteRestore(mongo.useDb(`${prefix}${service}`), at)
}

/** Assumed maximum clock difference between services. */
const clockSkewMs = 3600 * 1000

/**
 * Writes the list of accounts that the backup may have brought back into every service's database. Each service erases
 * them before it serves its first call (erasure-replay.ts).
 * @param options.since when the backup was taken; without it every account that was ever erased is erased again
 * @returns how many
 */
export async function noteErased(
  mongo: Connection,
  erased: ReadonlyMap<string, Erased>,
  { since = null, prefix = 'darsi-' }: { since?: Date | null; prefix?: string } = {},
): Promise<number> {
  const again = stillToErase(erased.values(), since)
  const at = new Date()
  for (const service of services) await noteReplays(mongo.useDb(`${prefix}${service}`), again, at)
  return again.length
}

async function* read(file: string, passphrase: string) {
  try {
    yield* decrypted(createReadStream(file), passphrase)
  } catch (error) {
    if (error instanceof BackupBroken) throw new RestoreRefused(`Nothing was restored: ${error.message}.`)
    throw error
  }
}

async function refuseUnlessEmpty(mongo: Connection, prefix: string): Promise<void> {
  for (const service of services) {
    const { db } = mongo.useDb(`${prefix}${service}`)
    for (const { name } of (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? []) {
      if (name.startsWith('system.') || !(await db?.collection(name).findOne({}))) continue
      throw new RestoreRefused(
        `${prefix}${service} is not empty (${name}). A backup goes into an empty system.`,
      )
    }
  }
}
