import type { Connection } from 'mongoose'

type Database = Pick<Connection, 'collection'>

/**
 * The version base that a restore writes into each service's database. Other services may have seen later versions of
 * restored or lost documents, from Kafka or from a section that was read minutes later. New versions therefore start
 * far above all of those; otherwise consumers would ignore the next events as stale.
 */
type Versions = { _id: string; above: number; at: Date }
const note = { _id: 'versions' }

/** Versions of aggregates start above this one: 0 in a system that was never restored. */
export async function versionsBegin(database: Database): Promise<number> {
  const found = await database.collection<Versions>('restores').findOne(note)
  return found?.above ?? 0
}

/** When this database was restored last; null if it never was. */
export async function restoredAt(database: Database): Promise<Date | null> {
  const found = await database.collection<Versions>('restores').findOne(note)
  return found?.at ?? null
}

/**
 * Seconds since 1970: no aggregate changes once a second for years, so a later restore always gets a higher value.
 * @param now the database's time, with which services compare the times of their documents
 */
export async function noteRestore(database: Database, now: number): Promise<void> {
  const change = { $set: { above: Math.floor(now / 1000), at: new Date(now) } }
  await database.collection<Versions>('restores').updateOne(note, change, { upsert: true })
}
