import { describe, expect, it } from '@jest/globals'
import { queriesOf, shapeOf } from './queries.ts'
import { type DeclaredIndex, isServed, selectionsOf } from './served.ts'

const indexes: readonly DeclaredIndex[] = [
  { key: { userId: 1, at: -1 } },
  { key: { dueAt: 1 }, sparse: true },
  { key: { state: 1 }, partialFilterExpression: { state: 'live' } },
  { key: { nextAt: 1 }, partialFilterExpression: { nextAt: { $type: 'date' } } },
  { key: { 'parties.id': 1 } },
]
const find = (filter: object, more: object = {}) => ({ find: 'rooms', filter, ...more })
const isCommandServed = (command: object) =>
  queriesOf(command as Record<string, unknown>).every((query) => isServed(query, indexes))

describe('a query is served', () => {
  it.each<[string, object]>([
    ['by id', find({ _id: 'a', v: 3 })],
    ['by ids', find({ _id: { $in: ['a'] } })],
    ['between two ids', find({ _id: { $gt: 'a', $lte: 'b' }, sealed: { $gt: 'x' } })],
    ['by the first field of an index', find({ userId: 'a', state: 'over' })],
    ['by a range', find({ dueAt: { $lte: new Date() } })],
    ['by a value inside of $and', find({ $and: [{ v: 1 }, { userId: 'a' }] })],
    ['by each branch of $or', find({ $or: [{ userId: 'a' }, { dueAt: { $lt: new Date() } }] })],
    ['by a partial index whose condition it repeats', find({ state: 'live' })],
    ['by a partial index of dates', find({ nextAt: { $lte: new Date() } })],
    ['by an element of a list', find({ parties: { $elemMatch: { id: 'a', role: 'teacher' } } })],
    ['without a filter', find({ $and: [{}, {}] })],
    ['by a missing value of a dense index', find({ userId: null })],
    ['by a prefix of ids', find({ _id: { $regex: '^room.' } })],
    ['for a pipeline without a filter', { aggregate: 'rooms', pipeline: [{ $group: {} }] }],
    ['by the order of an index', find({}, { sort: { userId: 1 }, limit: 10 })],
    ['for an update by id', { update: 'rooms', updates: [{ q: { _id: 'a' } }, { q: { userId: 'b' } }] }],
    [
      'for a pipeline by its first stage',
      { aggregate: 'rooms', pipeline: [{ $match: { userId: 'a' } }, { $group: {} }] },
    ],
    ['for an insert', { insert: 'rooms', documents: [{}] }],
  ])('%s', (_, command) => expect(isCommandServed(command)).toBe(true))
})

describe('a query reads the whole collection', () => {
  it.each<[string, object]>([
    ['by a field without an index', find({ requesterId: 'a' })],
    ['by the second field of an index alone', find({ at: { $gt: new Date() } })],
    ['when one branch of $or has no index', find({ $or: [{ userId: 'a' }, { teacherId: 'a' }] })],
    ['by another value', find({ userId: { $ne: 'a' } })],
    ['by a missing value of a sparse index', find({ dueAt: null })],
    ['outside of a partial index', find({ state: 'over' })],
    ['by all ids above one and another field', find({ _id: { $gt: 'a' }, sealed: { $gt: 'x' } })],
    [
      'in the order of an index with a filter on another field',
      find({ v: 1 }, { sort: { userId: 1 }, limit: 1 }),
    ],
    ['for one of several updates', { update: 'rooms', updates: [{ q: { _id: 'a' } }, { q: { v: 1 } }] }],
    ['for findAndModify', { findAndModify: 'rooms', query: { mediaOpen: true } }],
    ['for distinct', { distinct: 'rooms', key: 'userId', query: { v: 1 } }],
  ])('%s', (_, command) => expect(isCommandServed(command)).toBe(false))
})

describe('what is read for a query', () => {
  const at = { $lt: new Date(0) }
  it.each<[string, object, object[]]>([
    [
      'is what matches the fields of the index, up to the limit in its order',
      find({ userId: 'a', at }, { sort: { at: -1 }, limit: 5 }),
      [{ filters: [{ $and: [{ userId: 'a' }, { at }] }], isLimited: true }],
    ],
    [
      'is everything where another field decides too',
      find({ userId: 'a', v: 1 }, { sort: { at: -1 }, limit: 5 }),
      [{ filters: [{ $and: [{ userId: 'a' }] }], isLimited: false }],
    ],
    [
      'is everything in another order',
      find({ userId: 'a' }, { sort: { v: 1 }, limit: 5 }),
      [{ filters: [{ $and: [{ userId: 'a' }] }], isLimited: false }],
    ],
    [
      'is inside of a partial index',
      find({ state: 'live' }),
      [{ filters: [{ $and: [{ state: 'live' }, { state: 'live' }] }], isLimited: true }],
    ],
    [
      'is that of every branch of $or',
      find({ $or: [{ userId: 'a' }, { _id: 'b' }] }),
      [{ filters: [{ $and: [{ userId: 'a' }] }, { $and: [{ _id: 'b' }] }], isLimited: false }],
    ],
    ['is unknown without an index', find({ v: 1 }), []],
  ])('%s', (_, command, selections) => {
    const [query] = queriesOf(command as Record<string, unknown>)
    expect(query && selectionsOf(query, indexes)).toEqual(selections)
  })
})

it('its shape has no values', () => {
  const [query] = queriesOf(
    find({ userId: 'secret', at: { $gt: new Date() }, tags: { $in: ['a'] }, end: null }),
  )
  expect(query && shapeOf(query)).toBe(
    'find rooms {"userId":"…","at":{"$gt":"…"},"tags":{"$in":"…"},"end":null}',
  )
})
