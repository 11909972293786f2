import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Connection, mongo } from 'mongoose'
import { isTransient } from '../src/failure.ts'
import { collection, type Index, insertDocuments } from '../src/mongo/collection.ts'
import { connectMongo, inserted, syncIndexes } from '../src/mongo/mongo.ts'
import { testServers, unique } from '../src/testing/testing.ts'

type Row = { _id: string; at: Date | null; name?: string }

const open: Connection[] = []
let database: string

beforeEach(() => {
  database = unique('indexes')
})
afterAll(async () => {
  for (const connection of open) await connection.close()
})

/** A process of a release with these indexes. */
async function started(...declared: Index<Row>[][]): Promise<Connection> {
  const connection = await connectMongo(testServers().mongoUrl, database)
  open.push(connection)
  for (const indexes of declared) collection<Row>(connection, 'rows', indexes)
  return connection
}

/** The indexes of the collection beside that of the ids, with the options that may change. */
async function indexesOf(connection: Connection) {
  const found = await connection.collection('rows').indexes()
  return found
    .filter(({ name }) => name !== '_id_')
    .map(({ key, expireAfterSeconds, unique: isUnique, sparse, partialFilterExpression }) => ({
      key,
      ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
      ...(isUnique && { unique: true }),
      ...(sparse && { sparse: true }),
      ...(partialFilterExpression && { partialFilterExpression }),
    }))
}

describe('the indexes of a collection', () => {
  it('declared by two stores are sent once', async () => {
    const twice: Index<Row>[] = [{ key: { at: 1 }, expireAfterSeconds: 60 }]
    const connection = await started(twice, [
      { key: { at: 1 }, expireAfterSeconds: 60 },
      { key: { name: 1 } },
    ])
    await syncIndexes(connection)
    expect(await indexesOf(connection)).toEqual([
      { key: { at: 1 }, expireAfterSeconds: 60 },
      { key: { name: 1 } },
    ])
  })

  it.each<[string, Index<Row>, Index<Row>]>([
    [
      'another period',
      { key: { at: 1 }, expireAfterSeconds: 60 },
      { key: { at: 1 }, expireAfterSeconds: 90 },
    ],
    [
      'partial instead of sparse',
      { key: { at: 1 }, sparse: true },
      { key: { at: 1 }, partialFilterExpression: { at: { $type: 'date' } } },
    ],
    ['now unique', { key: { name: 1 } }, { key: { name: 1 }, unique: true }],
  ])(
    'with changed options are replaced at the start of two replicas at once: %s',
    async (_what, old, changed) => {
      const before = await started([old, { key: { at: 1, name: 1 } }])
      await syncIndexes(before)
      await before.collection<Row>('rows').insertOne({ _id: 'kept', at: new Date() })
      const replicas = await Promise.all([1, 2].map(() => started([changed, { key: { at: 1, name: 1 } }])))
      await Promise.all(replicas.map(syncIndexes))
      const found = await indexesOf(before)
      expect(found).toHaveLength(2)
      expect(found).toEqual(expect.arrayContaining([changed, { key: { at: 1, name: 1 } }]))
      expect(await before.collection('rows').countDocuments()).toBe(1)
      await syncIndexes(before)
      expect(await indexesOf(before)).toContainEqual(old)
    },
  )
})

// `as`: the driver does not export the class
const failure = (code: number, errmsg: string) => ({ code, errmsg }) as mongo.WriteError

describe('an unordered insert', () => {
  it('says that some existed, but never hides another failure behind that', async () => {
    const connection = await started([{ key: { name: 1 } }])
    const rows = collection<Row>(connection, 'rows')
    await rows.insertOne({ _id: 'a', at: null })
    expect(
      await inserted(
        insertDocuments(rows, [
          { _id: 'a', at: null },
          { _id: 'b', at: null },
        ]),
      ),
    ).toBe(false)
    // the local server refuses nothing else, so the driver's error is built here
    const failures = [failure(11_000, 'E11000 duplicate key'), failure(365, 'TemporarilyUnavailable')]
    // `as`: nor this one
    const result = { getWriteConcernError: () => undefined } as mongo.BulkWriteResult
    const refusal = new mongo.MongoBulkWriteError(
      { message: 'E11000 duplicate key', code: 11_000, writeErrors: failures },
      result,
    )
    const other = await inserted(Promise.reject(refusal)).catch((error: unknown) => error)
    expect(other).toMatchObject({ message: 'TemporarilyUnavailable', code: 365 })
    expect(isTransient(other)).toBe(true)
    expect(await rows.countDocuments({ _id: { $in: ['a', 'b'] } })).toBe(2)
  })
})
