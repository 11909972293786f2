import type { mongo } from 'mongoose'

type Fields = Readonly<Record<string, unknown>>
/** What the planner of a server does for a query. */
type Plan = { stages: readonly string[]; examined: number; returned: number }

/**
 * The reads in a command of the driver, each as a `find` with the same filter, order and limit. Explaining these
 * changes no data on any engine, and `returned` is what the filter selects, for counts and groups too.
 */
export function readsOf(command: Fields): Fields[] {
  const [name = ''] = Object.keys(command)
  const read = (filter: unknown, { sort, limit, skip, hint }: Fields = {}): Fields => ({
    find: command[name],
    filter: filter ?? {},
    ...Object.fromEntries(
      Object.entries({ sort, limit, skip, hint }).filter(([, value]) => value !== undefined),
    ),
  })
  switch (name) {
    case 'find':
      return [read(command['filter'], command)]
    case 'findAndModify':
      return [read(command['query'], { sort: command['sort'], limit: 1 })]
    case 'count':
    case 'distinct':
      return [read(command['query'])]
    case 'update':
      return listOf(command['updates']).map(({ q, multi }) => read(q, multi ? {} : { limit: 1 }))
    case 'delete':
      return listOf(command['deletes']).map(({ q, limit }) => read(q, limit ? { limit } : {}))
    case 'aggregate':
      return aggregated(listOf(command['pipeline']), read)
    default:
      return []
  }
}

function aggregated(pipeline: readonly Fields[], read: (filter: unknown, more?: Fields) => Fields): Fields[] {
  const [first = {}, ...rest] = pipeline
  // reads the log of operations
  if ('$changeStream' in first) return []
  if (!('$match' in first)) return [read({})]
  const order: Fields = Object.assign(
    {},
    ...rest.slice(
      0,
      before(rest, (stage) => !('$sort' in stage || '$skip' in stage || '$limit' in stage)),
    ),
  )
  return [read(first['$match'], { sort: order['$sort'], skip: order['$skip'], limit: order['$limit'] })]
}

function before(stages: readonly Fields[], isOther: (stage: Fields) => boolean): number {
  const found = stages.findIndex(isOther)
  return found < 0 ? stages.length : found
}

/** @param verbosity `executionStats` runs the query and counts documents */
export async function explain(
  db: mongo.Db,
  read: Fields,
  verbosity: 'queryPlanner' | 'executionStats',
): Promise<Plan> {
  return planOf(await db.command({ explain: read, verbosity }))
}

/** Reads the answer of `explain`; a server without statistics gives NaN. */
export function planOf(answer: Fields): Plan {
  const planner = fieldsOf(answer['queryPlanner'])
  const stats = fieldsOf(answer['executionStats'])
  return {
    stages: stagesIn(planner['winningPlan']),
    examined: Number(stats['totalDocsExamined']),
    returned: Number(stats['nReturned']),
  }
}

/** Of the plan and its parts, which also stand in lists and below `queryPlan` and `shards`. */
function stagesIn(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return []
  return Object.entries(plan).flatMap(([name, part]) =>
    name === 'stage' && typeof part === 'string' ? [part] : stagesIn(part),
  )
}

// `as`: the driver and the server build their messages so
const fieldsOf = (fields: unknown) => (fields ?? {}) as Fields
const listOf = (list: unknown) => (list ?? []) as readonly Fields[]
