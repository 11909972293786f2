import mongoose, { type mongo } from 'mongoose'

type Call = { collection: mongo.Collection; filter: object }

/**
 * The filters of an action for which MongoDB reads a whole collection, because no index begins with one of their
 * fields. Declared indexes are compared, because the stand-in's `explain` reports a scan for every filter of two fields.
 */
export async function unindexedFilters(act: () => Promise<unknown>): Promise<string[]> {
  const found = new Set<string>()
  for (const { collection, filter } of await callsOf(act)) {
    const leading = new Set((await collection.indexes()).map(({ key }) => Object.keys(key)[0] ?? ''))
    if (!isServed(filter, leading)) found.add(`${collection.collectionName} ${JSON.stringify(filter)}`)
  }
  return [...found]
}

/** The calls of all collections of this process during an action. */
async function callsOf(act: () => Promise<unknown>): Promise<Call[]> {
  const calls: Call[] = []
  const { prototype } = mongoose.mongo.Collection
  const replaced = (['find', 'countDocuments', 'updateMany', 'deleteMany'] as const).map((name) => {
    const method = prototype[name]
    function noted(this: mongo.Collection, filter: object = {}, ...rest: unknown[]): unknown {
      calls.push({ collection: this, filter })
      return Reflect.apply(method, this, [filter, ...rest])
    }
    Object.defineProperty(prototype, name, { value: noted, configurable: true, writable: true })
    return { name, method }
  })
  try {
    await act()
  } finally {
    for (const { name, method } of replaced)
      Object.defineProperty(prototype, name, { value: method, configurable: true, writable: true })
  }
  return calls
}

function isServed(filter: object, leading: ReadonlySet<string>): boolean {
  return Object.entries(filter).some(([field, condition]) => {
    if (field === '$or') return (condition as object[]).every((branch) => isServed(branch, leading))
    return leading.has(field) && selects(condition)
  })
}

/** False for a missing or another value: most documents have one, and a sparse index does not contain them. */
function selects(condition: unknown): boolean {
  if (typeof condition !== 'object') return true
  return condition !== null && !('$ne' in condition) && !('$exists' in condition && !condition.$exists)
}
