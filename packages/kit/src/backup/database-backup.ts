import { Readable } from 'node:stream'
import type { EndpointKey, EndpointTable } from '@darsi/contracts/calls/endpoint.ts'
import mongoose, { type Connection } from 'mongoose'
import * as z from 'zod'
import { stream } from '../http/data-export.ts'
import { type Route, route } from '../http/route.ts'
import { rawRows } from '../mongo/collection.ts'
import { type Batch, encrypted, type Source } from './backup.ts'

/** Exports every collection of a service's database unchanged. */
export function databaseOf(service: string, { db }: Pick<Connection, 'db'>): Source {
  if (!db) throw new Error('database not connected')
  return {
    service,
    collections: (async function* () {
      const found = await db.listCollections({}, { nameOnly: true }).toArray()
      const names = found.map(({ name }) => name).filter((name) => !name.startsWith('system.'))
      for (const name of names.sort()) {
        yield { name, documents: rawRows(db, name) }
      }
    })(),
  }
}

/** Inserts a batch into its collection. @throws a duplicate key where the collection is not empty */
export async function putBack(
  { db }: Pick<Connection, 'db'>,
  { collection, documents }: Batch,
): Promise<void> {
  const { BSON } = mongoose.mongo
  // keep the BSON number types
  const rows = documents.map((bytes) => BSON.deserialize(bytes, { promoteValues: false, bsonRegExp: true }))
  if (rows.length === 0) await db?.createCollection(collection).catch(() => undefined)
  else await db?.collection(collection).insertMany(rows, { ordered: true })
}

/** The service's part of `POST /superadmin/backups`. All data leaves the service encrypted. */
export function backupRoute(
  table: EndpointTable,
  key: EndpointKey,
  {
    service,
    connection,
    before,
  }: { service: string; connection: Connection; before?: (by: string, at: Date) => Promise<void> },
): Route {
  return route(table, key, async ({ body, identity, response, at }) => {
    await before?.(identity?.userId ?? '', at)
    const { passphrase } = z.object({ passphrase: z.string() }).parse(body)
    response.type('application/octet-stream')
    await stream(response, Readable.from(encrypted(databaseOf(service, connection), passphrase)))
    return undefined
  })
}
