import type { mongo } from 'mongoose'

export type Query = {
  collection: string
  /** The command: `find`, `update`, `aggregate` … */
  command: string
  filter: Readonly<Record<string, unknown>>
  sort: readonly string[]
  isLimited: boolean
}
export type DeclaredIndex = Pick<mongo.IndexDescription, 'key' | 'partialFilterExpression' | 'sparse'>
type Condition = { field: string; test: unknown }

/**
 * Whether MongoDB can answer a query from an index instead of reading the whole collection: a condition selects by the
 * first field of an index that may be used, and every branch of an `$or` has one. Without any condition all documents
 * are wanted. A part of them in the order of an index is served if their number is limited.
 */
export function isServed(query: Query, indexes: readonly DeclaredIndex[]): boolean {
  const all = [idIndex, ...indexes]
  const { filter, sort, isLimited } = query
  const conditions = conditionsOf(filter)
  if (conditions.length === 0 || isFilterServed(filter, all)) return true
  const [first] = sort
  const isOrdered = first !== undefined && all.some((index) => firstFieldOf(index) === first)
  return isOrdered && isLimited && conditions.every(({ field }) => field === first)
}

type Fields = Readonly<Record<string, unknown>>
/** What MongoDB fetches by one index: all that these filters match, or only as many as are wanted. */
type Selection = { filters: Fields[]; isLimited: boolean }

/**
 * What MongoDB reads for a query by each index that may serve it: the documents that match the conditions on fields of
 * the index. It stops at the limit if the index decides everything and has the wanted order.
 */
export function selectionsOf(query: Query, indexes: readonly DeclaredIndex[]): Selection[] {
  const conditions = conditionsOf(query.filter)
  const direct = [idIndex, ...indexes]
    .filter((index) => serves(index, conditions))
    .map((index) => selectionBy(index, conditions, query))
  const branches = conditions.find(({ field }) => field === '$or')?.test
  if (direct.length > 0 || !Array.isArray(branches)) return direct
  const common = filtersOf(conditions.filter(({ field }) => field !== '$or'))
  const best = branches.map(
    (branch) => selectionsOf({ ...query, filter: { $and: [branch, ...common] } }, indexes)[0],
  )
  if (best.some((one) => !one)) return []
  return [{ filters: best.flatMap((one) => one?.filters ?? []), isLimited: false }]
}

function selectionBy(index: DeclaredIndex, conditions: readonly Condition[], { sort }: Query): Selection {
  const fields = Object.keys(index.key)
  const own = conditions.filter(({ field }) => fields.includes(field))
  const partial = conditionsOf(index.partialFilterExpression ?? {})
  const isInside = (one: Condition) => partial.some((part) => JSON.stringify(part) === JSON.stringify(one))
  const isOne = (field: string) => own.some((one) => one.field === field && !isOperators(one.test))
  const ordered = fields.find((field) => !isOne(field))
  return {
    filters: [{ $and: filtersOf([...own, ...partial]) }],
    isLimited:
      conditions.every((one) => own.includes(one) || isInside(one)) &&
      (sort.length === 0 || sort[0] === ordered),
  }
}

const filtersOf = (conditions: readonly Condition[]) =>
  conditions.map(({ field, test }) => ({ [field]: test }))

const idIndex: DeclaredIndex = { key: { _id: 1 } }

const serves = (index: DeclaredIndex, conditions: readonly Condition[]): boolean =>
  conditions.some(
    ({ field, test }) =>
      firstFieldOf(index) === field &&
      selects(field, test) &&
      mayUse(index, conditions) &&
      !field.startsWith('$'),
  )

function isFilterServed(filter: Fields, indexes: readonly DeclaredIndex[]) {
  const conditions = conditionsOf(filter)
  return (
    indexes.some((index) => serves(index, conditions)) ||
    conditions.some(({ field, test }) => field === '$or' && isEachServed(test, conditions, indexes))
  )
}

/** The conditions beside an `$or` hold for each of its branches, so that a partial index may serve it. */
function isEachServed(
  branches: unknown,
  beside: readonly Condition[],
  indexes: readonly DeclaredIndex[],
): boolean {
  const common = filtersOf(beside.filter(({ field }) => field !== '$or'))
  return (
    Array.isArray(branches) &&
    branches.every((branch) => isFilterServed({ $and: [branch, ...common] }, indexes))
  )
}

/** Conditions that all hold, with those of `$and` and of `$elemMatch` (as paths). */
function conditionsOf(filter: Readonly<Record<string, unknown>>, prefix = ''): Condition[] {
  return Object.entries(filter).flatMap(([name, test]): Condition[] => {
    // `as`: the driver has accepted the filter
    if (name === '$and')
      return (test as Record<string, unknown>[]).flatMap((part) => conditionsOf(part, prefix))
    const field = name.startsWith('$') ? name : `${prefix}${name}`
    const inner = isPlain(test) ? test['$elemMatch'] : undefined
    if (isPlain(inner) && !Object.keys(inner).some((key) => key.startsWith('$')))
      return conditionsOf(inner, `${field}.`)
    return [{ field, test }]
  })
}

/** False where most documents match: a missing, empty or other value, or one side of the order of ids. */
function selects(field: string, test: unknown): boolean {
  // a dense index holds missing values too; `mayUse` refuses a sparse one
  if (!isOperators(test)) return true
  const names = Object.keys(test)
  if (names.includes('$eq') || names.includes('$in')) return true
  if (names.includes('$ne')) return test['$ne'] === null
  const isBounded = names.some((name) => /^\$gte?$/.test(name)) && names.some((name) => /^\$lte?$/.test(name))
  if (field === '_id') return isBounded || isPrefix(test['$regex'])
  return (
    names.some((name) =>
      ['$gt', '$gte', '$lt', '$lte', '$type', '$regex', '$all', '$elemMatch'].includes(name),
    ) || test['$exists'] === true
  )
}

const isPrefix = (pattern: unknown) =>
  /^\^[\w.-]/.test(pattern instanceof RegExp ? pattern.source : String(pattern))

/** A partial index may be used only if the query asks for nothing outside of it. */
function mayUse(
  { key, partialFilterExpression, sparse }: DeclaredIndex,
  conditions: readonly Condition[],
): boolean {
  const first = firstFieldOf({ key })
  if (sparse && conditions.some(({ field, test }) => field === first && test === null)) return false
  return conditionsOf(partialFilterExpression ?? {}).every((needed) =>
    conditions.some(({ field, test }) => field === needed.field && implies(test, needed.test)),
  )
}

function implies(test: unknown, needed: unknown): boolean {
  if (JSON.stringify(test) === JSON.stringify(needed)) return true
  if (!isOperators(needed)) return isOperators(test) && JSON.stringify(test['$eq']) === JSON.stringify(needed)
  if (needed['$exists'] === true) return selects('', test)
  if ('$type' in needed)
    return valuesOf(test).some((value) => typeNames(value).includes(String(needed['$type'])))
  if ('$in' in needed) {
    const allowed = (needed['$in'] as unknown[]).map((value) => JSON.stringify(value))
    const asked = isOperators(test) ? test['$in'] : [test]
    return Array.isArray(asked) && asked.every((value) => allowed.includes(JSON.stringify(value)))
  }
  return Object.entries(needed).every(([name, value]) => {
    const [asked] = valuesOf(test)
    if (name === '$gt')
      return (
        Number(asked) > Number(value) ||
        (isOperators(test) && '$gt' in test && Number(asked) >= Number(value))
      )
    if (name === '$gte') return Number(asked) >= Number(value)
    return false
  })
}

/** The values that a condition compares with. */
const valuesOf = (test: unknown): unknown[] =>
  isOperators(test)
    ? Object.entries(test).flatMap(([name, value]) =>
        name === '$in' ? (value as unknown[]) : /^\$(eq|gte?|lte?)$/.test(name) ? [value] : [],
      )
    : [test]

const typeNames = (value: unknown): string[] => {
  if (value instanceof Date) return ['date', '9']
  if (typeof value === 'string') return ['string', '2']
  return typeof value === 'number' ? ['number', 'int', 'double', 'long'] : [typeof value]
}

const firstFieldOf = ({ key }: DeclaredIndex): string => Object.keys(key)[0] ?? ''

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isOperators = (value: unknown): value is Record<string, unknown> =>
  isPlain(value) && Object.keys(value).some((name) => name.startsWith('$'))
