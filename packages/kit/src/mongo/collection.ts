import type { Connection, mongo } from 'mongoose'
import type { Documents } from './documents.ts'

type Identified = { _id: string }

/** A typed collection of MongoDB's own driver: filters, updates and rows are checked against `T`. */
export type Collection<T extends Identified> = mongo.Collection<T>

/** A filter or an update built outside the call: without this type, `{ state: 'sent' }` would be any text. */
export type Filter<T extends Identified> = mongo.Filter<T>
export type Update<T extends Identified> = mongo.UpdateFilter<T>

/** An index by fields of `T` or by paths into them, with the driver's options. */
export type Index<T> = Omit<mongo.IndexDescription, 'key'> & {
  key: { readonly [F in (keyof T & string) | `${keyof T & string}.${string}`]?: 1 | -1 }
}

type Path<D> = (keyof D & string) | `${keyof D & string}.${string}`
type Fields<D> = { readonly [F in keyof D & string]?: D[F] } & {
  readonly [F in `${keyof D & string}.${string}`]?: unknown
}
type Numbers<D> = { readonly [F in Path<D>]?: number | Date }
/** Of a list in `D`: its elements; a path into a field takes any. */
type Elements<D> = {
  readonly [F in keyof D & string]?: NonNullable<D[F]> extends readonly (infer E)[] ? E | Each<E> : never
} & { readonly [F in `${keyof D & string}.${string}`]?: unknown }
type Each<E> = { readonly $each: readonly E[]; readonly $slice?: number }
type Matches<D> = { readonly [F in Path<D>]?: unknown }

/**
 * A change that outbox and projections write: fields of `D` and paths into them. The driver's own `UpdateFilter`
 * accepts any other name as well, so that it reports no misspelt field.
 */
export type Change<D> = {
  readonly $set?: Fields<D>
  readonly $unset?: { readonly [F in Path<D>]?: 1 | true | '' }
  readonly $inc?: Numbers<D>
  readonly $min?: Numbers<D>
  readonly $max?: Numbers<D>
  readonly $push?: Elements<D>
  readonly $addToSet?: Elements<D>
  readonly $pull?: Matches<D>
  readonly $currentDate?: { readonly [F in Path<D>]?: true }
}

/** A change that may create the document. */
export type Upsert<D> = Change<D> & { readonly $setOnInsert?: Fields<D> }

/** What the outbox needs of a collection: the typed collection, or the in-memory one of the property tests. */
export type Stored<D extends Identified> = Collection<D> | Documents<D>

type Declared = ReadonlyMap<string, readonly mongo.IndexDescription[]>
const declarations = new WeakMap<Connection, Map<string, readonly mongo.IndexDescription[]>>()

/**
 * A collection of a service's database and its indexes, created by `syncIndexes`. Unlike a schema the driver sets no
 * defaults (write them in the insert: a missing field is not `null`, though the filter `{ field: null }` finds both),
 * casts nothing (a text is no date) and writes `undefined` as `null`. `outbox.insert`, `outbox.update` and `insertOnce`
 * leave undefined fields out.
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

/** The indexes declared on this connection, by collection name. */
export function declaredOn(connection: Connection): Declared {
  return declarations.get(connection) ?? new Map()
}

/** Every document of a collection as raw BSON, sorted by id. */
export function rawRows(db: mongo.Db, name: string): AsyncIterable<Uint8Array> {
  // `as`: the driver's types do not cover `raw`
  return db
    .collection(name)
    .find({}, { raw: true, batchSize: 500, sort: { _id: 1 } }) as unknown as AsyncIterable<Uint8Array>
}

/** A document with missing fields, such as a tombstone or a partial row of a projection. */
export function asDocument<T extends Identified>(fields: Identified & Record<string, unknown>): T {
  // `as`: its readers know that fields may be missing
  return fields as T
}

/** The operations of a collection, with untyped filters. */
export function documentsOf<D extends Identified>(stored: Stored<D>): Documents<D> {
  // `as`: the driver's filters are narrower than `object`
  return stored as unknown as Documents<D>
}

/** Leaves undefined fields out. @throws a duplicate key (E11000) when the document exists */
export async function insertDocument<D extends Identified>(stored: Stored<D>, document: object): Promise<D> {
  // `as`: the caller passes all fields of `D`
  const written = document as unknown as D
  await documentsOf<D>(stored).insertOne(written, { ignoreUndefined: true })
  return written
}

/** Inserts documents in one command, without their undefined fields. @throws a duplicate key when some existed */
export async function insertDocuments<D extends Identified>(
  stored: Collection<D>,
  documents: readonly object[],
): Promise<void> {
  // `as`: the caller passes all fields of `D`
  const written = documents as mongo.OptionalUnlessRequiredId<D>[]
  if (written.length > 0) await stored.insertMany(written, { ordered: false, ignoreUndefined: true })
}

/** Leaves fields with undefined values unchanged. @returns the new document, or null when none matches */
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

/** Updates several documents in one command. @returns the number of documents that matched their filter */
export async function updateDocuments<D extends Identified>(
  stored: Collection<D>,
  updates: readonly { filter: object; update: object }[],
): Promise<number> {
  if (updates.length === 0) return 0
  // `as`: filters and updates are built by the outbox, as in `updateDocument`
  const operations = updates.map((updateOne) => ({ updateOne })) as mongo.AnyBulkWriteOperation<D>[]
  return (await stored.bulkWrite(operations, { ordered: false, ignoreUndefined: true })).matchedCount
}
