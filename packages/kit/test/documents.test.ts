import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { collection } from '../src/mongo/collection.ts'
import type { Documents } from '../src/mongo/documents.ts'
import { isDuplicateKey } from '../src/mongo/mongo.ts'
import { databaseOfFile } from '../src/testing/database.ts'
import { propertySeed } from '../src/testing/random.ts'
import { memoryDocuments } from './memory-documents.ts'

type Row = { _id: string }
type Operation = (documents: Documents<Row>) => Promise<unknown>

const time = (ms: number) => new Date(1_800_000_000_000 + ms)
const number = fc.integer({ min: 0, max: 4 })
const id = fc.constantFrom('a', 'b')
const source = fc.constantFrom('src.auth', 'src.admin')

// the filters and updates of outbox, relay and projections
const operations: fc.Arbitrary<Operation>[] = [
  fc.tuple(id, number, number).map(([_id, now, lease]) => (documents) => {
    const filter = { _id, outboxAt: { $lte: time(now) } }
    return documents.findOneAndUpdate(
      filter,
      { $set: { outboxAt: time(lease) } },
      { returnDocument: 'after' },
    )
  }),
  fc.tuple(id, number).map(
    ([_id, v]) =>
      (documents) =>
        documents.updateOne({ _id, v }, { $set: { outbox: [] }, $unset: { outboxAt: 1 } }),
  ),
  fc.tuple(id, number, number).map(
    ([_id, last, now]) =>
      (documents) =>
        documents.updateOne(
          { _id },
          { $pull: { outbox: { seq: { $lte: last } } }, $set: { outboxAt: time(now) } },
        ),
  ),
  fc.tuple(id, fc.option(number), number).map(([_id, v, now]) => (documents) => {
    const update = {
      $set: { outboxAt: time(now), at: `${now}` },
      $inc: { v: 1 },
      $push: { outbox: { seq: (v ?? 0) + 1 } },
    }
    return documents.findOneAndUpdate({ _id, v }, update, { returnDocument: 'after' })
  }),
  fc
    .tuple(id, source, number, fc.boolean(), fc.boolean())
    .map(([_id, field, sequence, upsert, fresh]) => (documents) => {
      const filter = { _id, [field]: { $not: { $gte: sequence } }, erasedAt: null }
      const update = {
        $set: { at: `${sequence}`, [field]: sequence },
        ...(fresh && { $setOnInsert: { v: 0 } }),
      }
      return documents.updateOne(filter, update, { upsert })
    }),
  fc.tuple(id, number).map(
    ([_id, now]) =>
      (documents) =>
        documents.updateOne({ _id }, { $set: { erasedAt: time(now) }, $unset: { at: 1 } }, { upsert: true }),
  ),
  fc.tuple(id, fc.option(number), number).map(([_id, v, now]) => async (documents) => {
    const document = { v: (v ?? 0) + 1, outbox: [{ seq: (v ?? 0) + 1 }], outboxAt: time(now) }
    return (await documents.findOneAndReplace({ _id, v }, document)) !== null
  }),
  number.map((now) => (documents) => {
    const options = { projection: { _id: 1 }, sort: { outboxAt: 1 }, limit: 1 }
    return documents
      .find({ outboxAt: { $lte: time(now) } }, options)
      .toArray()
      .then((found) => found.length)
  }),
  fc.constant((documents) => documents.countDocuments({ outboxAt: { $exists: true } })),
  id.map((_id) => async (documents) => (await documents.deleteMany({ _id })).deletedCount),
]

const seed = propertySeed()
const connection = await databaseOfFile('kit')

/** Convention 19: a fake is allowed only if it passes the same suite as the real one. */
describe('the in-memory collection of the property tests', () => {
  it(`answers as the database does, whatever the order of operations (seed ${seed})`, async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(...operations), { minLength: 5, maxLength: 40 }), async (list) => {
        const real = collection<Row>(connection, `round-${round++}`)
        // the stand-in database refuses to delete from a missing collection
        await connection.createCollection(real.collectionName)
        const memory = memoryDocuments<Row>('memory')
        for (const operation of list) {
          expect(await outcome(operation, memory)).toEqual(await outcome(operation, real))
        }
        const stored = await real.find({}, { sort: { _id: 1 } }).toArray()
        expect(memory.all().sort((a, b) => (a._id < b._id ? -1 : 1))).toEqual(stored)
      }),
      { numRuns: 100, seed },
    )
  })
})

async function outcome(operation: Operation, documents: Documents<Row>): Promise<unknown> {
  try {
    const result = await operation(documents)
    // the driver returns more about an update than is used
    if (typeof result === 'object' && result !== null && 'matchedCount' in result) {
      const { matchedCount, upsertedCount } = result as { matchedCount: number; upsertedCount: number }
      return { matchedCount, upsertedCount }
    }
    return result
  } catch (error) {
    return isDuplicateKey(error) ? 'duplicate key' : error
  }
}
