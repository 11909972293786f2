import type { Query } from './served.ts'

type Fields = Readonly<Record<string, unknown>>

/** The queries in a command of the driver, as command monitoring reports it; none for inserts and administration. */
export function queriesOf(command: Fields): Query[] {
  const [name = ''] = Object.keys(command)
  const collection = String(command[name])
  const query = (filter: unknown, more: Partial<Query> = {}): Query => ({
    ...{ collection, command: name, filter: fieldsOf(filter), sort: [], isLimited: false },
    ...more,
  })
  switch (name) {
    case 'find':
      return [query(command['filter'], orderOf(command))]
    case 'findAndModify':
      return [query(command['query'], orderOf({ ...command, limit: 1 }))]
    case 'count':
    case 'distinct':
      return [query(command['query'])]
    case 'update':
      return listOf(command['updates']).map(({ q }) => query(q))
    case 'delete':
      return listOf(command['deletes']).map(({ q }) => query(q))
    case 'aggregate':
      return [aggregated(listOf(command['pipeline']), query)]
    default:
      return []
  }
}

/** The first stages decide what is read; `$changeStream` reads the log of operations. */
function aggregated(
  pipeline: readonly Fields[],
  query: (filter: unknown, more?: Partial<Query>) => Query,
): Query {
  const [first = {}] = pipeline
  if ('$changeStream' in first) return query({ _id: '' })
  const matched = pipeline.findIndex((stage) => !('$match' in stage))
  const filters = (matched < 0 ? pipeline : pipeline.slice(0, matched)).map(({ $match }) => $match)
  const rest = matched < 0 ? [] : pipeline.slice(matched)
  const sort = rest[0]?.['$sort']
  const order = orderOf({ sort, limit: sort && rest[1]?.['$limit'] })
  return query(filters.length > 1 ? { $and: filters } : filters[0], order)
}

const orderOf = ({ sort, limit }: Fields): Pick<Query, 'sort' | 'isLimited'> => ({
  sort: sort instanceof Map ? [...sort.keys()] : Object.keys(sort ?? {}),
  isLimited: typeof limit === 'number' && limit > 0,
})

// `as`: the driver builds its commands so
const fieldsOf = (filter: unknown) => (filter ?? {}) as Fields
const listOf = (list: unknown) => (list ?? []) as readonly Fields[]

/** The query without its values: `find rooms {"state":"=","dueAt":{"$lte":"…"}}`. */
export function shapeOf({ command, collection, filter }: Query): string {
  return `${command} ${collection} ${JSON.stringify(shaped(filter))}`
}

function shaped(value: unknown): unknown {
  if (value === null) return null
  if (Array.isArray(value)) return value.some(isNested) ? value.map(shaped) : '…'
  if (!isNested(value)) return '…'
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$exists' || name === '$type' ? inner : shaped(inner),
    ]),
  )
}

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
