import { asDocument } from '../src/mongo/collection.ts'
import type { Documents } from '../src/mongo/documents.ts'

type Doc = { _id: string; [field: string]: unknown }
type Bag = { [name: string]: unknown }

/**
 * The collection of the property tests. It evaluates exactly the filters and updates of outbox, relay and projections,
 * and refuses any other. test/documents.test.ts compares it with the real database.
 */
type MemoryDocuments<D> = Documents<D> & { all(): D[] }

type Options<D> = {
  /** Awaited before each operation, which is then atomic. */
  turn?: (operation: string) => Promise<void>
  /** Awaited after the operation has taken effect. */
  after?: (operation: string) => Promise<void>
  docs?: Map<string, D>
}

export function memoryDocuments<D extends { _id: string } = Doc>(
  collectionName: string,
  { turn = async () => {}, after = async () => {}, docs = new Map() }: Options<D> = {},
): MemoryDocuments<D> {
  const operation = async <T>(name: string, run: () => T): Promise<T> => {
    await turn(name)
    const result = copy(run())
    await after(name)
    return result
  }
  const matching = (filter: object) => [...docs.values()].filter((doc) => matches(doc, filter))
  const insert = (doc: D) => {
    if (docs.has(doc._id)) throw Object.assign(new Error('E11000 duplicate key'), { code: 11000 })
    docs.set(doc._id, copy(doc))
  }

  return {
    collectionName,
    all: () => copy([...docs.values()]),
    insertOne: (doc) => operation('insertOne', () => insert(doc)),
    findOne: (filter) => operation('findOne', () => matching(filter)[0] ?? null),
    find: (filter, options) => ({
      toArray: () =>
        operation('find', () => {
          const { limit } = options as { limit?: number }
          const field = Object.keys((options as { sort?: object }).sort ?? { _id: 1 })[0] ?? '_id'
          return matching(filter)
            .sort((a, b) => Number(at(a, field)) - Number(at(b, field)))
            .slice(0, limit)
        }),
    }),
    countDocuments: (filter) => operation('countDocuments', () => matching(filter).length),
    findOneAndUpdate: (filter, update) =>
      operation('findOneAndUpdate', () => {
        const [doc] = matching(filter)
        if (doc) apply(doc, update)
        return doc ?? null
      }),
    findOneAndReplace: (filter, replacement) =>
      operation('findOneAndReplace', () => {
        const [doc] = matching(filter)
        if (doc) docs.set(doc._id, copy(asDocument<D>({ ...replacement, _id: doc._id })))
        return doc ?? null
      }),
    deleteMany: (filter) =>
      operation('deleteMany', () => ({
        deletedCount: matching(filter).filter(({ _id }) => docs.delete(_id)).length,
      })),
    updateOne: async (filter, update, { upsert = false } = {}) => {
      const matchedCount = await operation('updateOne', () => {
        const [doc] = matching(filter)
        if (doc) apply(doc, update)
        return doc ? 1 : 0
      })
      if (matchedCount > 0 || !upsert) return { matchedCount, upsertedCount: 0 }
      // an upsert without a match inserts in a second step: of two at once, one gets a duplicate key
      await operation('upsert', () => insert(asDocument<D>(upserted(filter, update))))
      return { matchedCount, upsertedCount: 1 }
    },
  }
}

function matches(doc: object, filter: object): boolean {
  return Object.entries(filter).every(([path, condition]) => holds(at(doc, path), condition))
}

function holds(value: unknown, condition: unknown): boolean {
  if (!isOperators(condition)) return (value ?? null) === condition
  return Object.entries(condition).every(([operator, operand]) => {
    switch (operator) {
      case '$lte':
        return comparable(value, operand) && Number(value) <= Number(operand)
      case '$gte':
        return comparable(value, operand) && Number(value) >= Number(operand)
      case '$exists':
        return (value !== undefined) === operand
      case '$not':
        return !holds(value, operand)
      default:
        throw new Error(`the stand-in has no ${operator}`)
    }
  })
}

/** MongoDB compares only values of one type: a missing number is neither smaller nor larger. */
function comparable(value: unknown, operand: unknown): boolean {
  return value instanceof Date
    ? operand instanceof Date
    : typeof value === 'number' && typeof operand === 'number'
}

function apply(doc: object, update: object): void {
  for (const [operator, changes] of Object.entries(update)) {
    for (const [path, value] of Object.entries(changes as Bag)) change(doc, operator, path, value)
  }
}

function change(doc: object, operator: string, path: string, value: unknown): void {
  const { parent, name } = locate(doc, path)
  const list = (parent[name] ?? []) as Doc[]
  if (operator === '$set') parent[name] = copy(value)
  else if (operator === '$unset') delete parent[name]
  else if (operator === '$inc') parent[name] = Number(parent[name] ?? 0) + Number(value)
  else if (operator === '$push') parent[name] = [...list, copy(value)]
  else if (operator === '$pull' && !(name in parent)) return
  else if (operator === '$pull') parent[name] = list.filter((item) => !matches(item, value as object))
  else if (operator !== '$setOnInsert') throw new Error(`the stand-in has no ${operator}`)
}

function upserted(filter: object, update: object): Doc {
  const doc: Doc = { _id: '' }
  for (const [path, condition] of Object.entries(filter)) {
    if (!isOperators(condition)) change(doc, '$set', path, condition)
  }
  apply(doc, update)
  for (const [path, value] of Object.entries((update as { $setOnInsert?: Bag }).$setOnInsert ?? {})) {
    change(doc, '$set', path, value)
  }
  return doc
}

function locate(doc: object, path: string): { parent: Bag; name: string } {
  const names = path.split('.')
  const name = names.pop() ?? ''
  const parent = names.reduce<Bag>((bag, step) => {
    bag[step] ??= {}
    return bag[step] as Bag
    // `as`: a document with arbitrary fields
  }, doc as Bag)
  return { parent, name }
}

function at(doc: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Bag | undefined)?.[name], doc)
}

function isOperators(condition: unknown): condition is Bag {
  return (
    typeof condition === 'object' &&
    condition !== null &&
    !(condition instanceof Date) &&
    Object.keys(condition).every((key) => key.startsWith('$'))
  )
}

/** Not structuredClone: its dates would belong to another realm than the tests'. */
function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copy) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner)])) as T
}
