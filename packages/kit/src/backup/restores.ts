import type { Connection } from 'mongoose'

type Database = Pick<Connection, 'collection'>

/**
 * What a restore notes in each service's database. Others may have seen later versions of what was put back, and of
 * what was lost: in topics that are still there, or in a section that was read some minutes later. Versions therefore
 * go on far above all of those, or the next events would pass for old ones for ever.
 */
type Versions = { _id: string; above: number; at: Date }
const note = { _id: 'versions' }

/** Versions of aggregates begin above this one: 0 in a system that was never restored. */
export async function versionsBegin(database: Database): Promise<number> {
  const found = await database.collection<Versions>('restores').findOne(note)
  return found?.above ?? 0
}

/** Seconds since 1970: no aggregate changes once a second for years, and a later restore is always above. */
export async function noteRestore(database: Database, now = Date.now()): Promise<void> {
  const change = { $set: { above: Math.floor(now / 1000), at: new Date(now) } }
  await database.collection<Versions>('restores').updateOne(note, change, { upsert: true })
}
