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
  const all = [{ key: { _id: 1 } } as DeclaredIndex, ...indexes]
  const { filter, sort, isLimited } = query
  const conditions = conditionsOf(filter)
  if (conditions.length === 0 || isFilterServed(filter, all)) return true
  const [first] = sort
  const isOrdered = first !== undefined && all.some((index) => firstFieldOf(index) === first)
  return isOrdered && isLimited && conditions.every(({ field }) => field === first)
}

function isFilterServed(filter: Readonly<Record<string, unknown>>, indexes: readonly DeclaredIndex[]) {
  const conditions = conditionsOf(filter)
  const byField = conditions.some(({ field, test }) =>
    indexes.some(
      (index) =>
        firstFieldOf(index) === field &&
        selects(field, test) &&
        mayUse(index, conditions) &&
        !field.startsWith('$'),
    ),
  )
  return (
    byField ||
    conditions.some(({ field, test }) => field === '$or' && isEachServed(test, conditions, indexes))
  )
}

/** The conditions beside an `$or` hold for each of its branches, so that a partial index may serve it. */
function isEachServed(
  branches: unknown,
  beside: readonly Condition[],
  indexes: readonly DeclaredIndex[],
): boolean {
  const common = beside.filter(({ field }) => field !== '$or').map(({ field, test }) => ({ [field]: test }))
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
