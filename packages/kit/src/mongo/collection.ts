import type { Connection, mongo } from 'mongoose'
import type { Documents } from './documents.ts'

type Identified = { _id: string }

/** A typed collection of MongoDB's own driver: filters, updates and rows are checked against `T`. */
export type Collection<T extends Identified> = mongo.Collection<T>

/** A filter or an update that is not written in place: without the type, `{ state: 'sent' }` has any text as state. */
export type Filter<T extends Identified> = mongo.Filter<T>
export type Update<T extends Identified> = mongo.UpdateFilter<T>

/** An index by fields of `T` or by paths into them, with the driver's options. */
export type Index<T> = Omit<mongo.IndexDescription, 'key'> & {
  key: { readonly [F in (keyof T & string) | `${keyof T & string}.${string}`]?: 1 | -1 }
}

/** What the outbox works on: a typed collection, or the in-memory stand-in of the property tests. */
export type Stored<D extends Identified> = Collection<D> | Documents<D>

type Declared = ReadonlyMap<string, readonly mongo.IndexDescription[]>
const declarations = new WeakMap<Connection, Map<string, readonly mongo.IndexDescription[]>>()

/**
 * The collection of a service's database, and the indexes that `syncIndexes` creates for it.
 *
 * What the driver does not do, unlike a schema: it fills in no defaults (write them in the insert: a missing field is
 * no `null`, though the filter `{ field: null }` finds both), casts nothing (a text is no date) and writes `undefined`
 * as `null`. `outbox.insert`, `outbox.update` and `insertOnce` leave undefined fields out.
 */
export function collection<T extends Identified>(
  connection: Connection,
  name: string,
  indexes: readonly Index<T>[] = [],
): Collection<T> {
  const { db } = connection
  if (!db) throw new Error('database not connected')
  const declared = declarations.get(connection) ?? new Map()
  declarations.set(connection, declared)
  // `as`: no direction of a declared field is undefined
  declared.set(name, [...(declared.get(name) ?? []), ...(indexes as readonly mongo.IndexDescription[])])
  return db.collection<T>(name)
}

/** The indexes that `collection` was given on this connection, by the name of their collection. */
export function declaredOn(connection: Connection): Declared {
  return declarations.get(connection) ?? new Map()
}

/** Every document of a collection as the bytes that the database keeps, by id. */
export function rawRows(db: mongo.Db, name: string): AsyncIterable<Uint8Array> {
  // `as`: the driver's types do not know what `raw` answers
  return db
    .collection(name)
    .find({}, { raw: true, batchSize: 500, sort: { _id: 1 } }) as unknown as AsyncIterable<Uint8Array>
}

/** A document of which some fields are not there yet, as a tombstone or a row that a projection makes. */
export function asDocument<T extends Identified>(fields: Identified & Record<string, unknown>): T {
  // `as`: its readers know that fields may be missing
  return fields as T
}

/** The operations of a collection, with plain filters. */
export function documentsOf<D extends Identified>(stored: Stored<D>): Documents<D> {
  // `as`: the driver's filters are narrower than `object`
  return stored as unknown as Documents<D>
}

/** Undefined fields are left out. @throws a duplicate key (E11000) when the document is there already */
export async function insertDocument<D extends Identified>(stored: Stored<D>, document: object): Promise<D> {
  // `as`: the caller has put together what `D` is
  const written = document as unknown as D
  await documentsOf<D>(stored).insertOne(written, { ignoreUndefined: true })
  return written
}

/** Fields whose value is undefined are left as they are. @returns the document after it, or null when none matches */
export function updateDocument<D extends Identified>(
  stored: Stored<D>,
  filter: object,
  update: object,
): Promise<D | null> {
  return documentsOf<D>(stored).findOneAndUpdate(filter, update, {
    returnDocument: 'after',
    ignoreUndefined: true,
  })
}
