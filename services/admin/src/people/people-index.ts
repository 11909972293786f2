import type { CountGroup, CountPlace } from '../plain-users.ts'
import type { UserSort } from '../user-store.ts'
import { createColumns } from './columns.ts'
import { type Filters, fitting } from './fitting.ts'
import { createOrder, type Order, type Place, type SortField } from './order.ts'
import type { Person } from './person.ts'

export type Asked = Filters & { sort: UserSort; limit: number; after: Place | null }

/**
 * Everybody in memory, in each order that a list has: a substring, a rare filter or the number of matches would cost
 * a database the reading of every row.
 * @param few of more matches it is quicker to walk along the order until the page is full than to sort them
 */
export function createPeopleIndex({ few = 2000 } = {}) {
  const columns = createColumns()
  const orders: Record<SortField, Order> = {
    createdAt: createOrder('createdAt'),
    name: createOrder('name'),
    lastLogin: createOrder('lastLogin'),
  }
  const groups = new Map<string, CountGroup>()
  const places = new Map<string, CountPlace>()

  const count = (person: Person, by: 1 | -1) => {
    const { role, status, confirmed, approved, governorateId } = person
    const key = `${role} ${status} ${confirmed} ${approved}`
    const group = groups.get(key) ?? { _id: { role, status, confirmed, approved }, count: 0 }
    group.count += by
    groups.set(key, group)
    const isOnMap = status === 'approved' && (role === 'teacher' || role === 'student')
    if (!isOnMap || governorateId === null) return
    const name = `${role} ${governorateId}`
    const place = places.get(name) ?? { _id: { governorateId, role }, count: 0 }
    place.count += by
    places.set(name, place)
  }

  const remove = (id: string): void => {
    const person = columns.remove(id)
    if (!person) return
    count(person, -1)
    for (const order of Object.values(orders)) order.remove(person)
  }

  return {
    size: columns.size,
    remove,

    put: (person: Person): void => {
      remove(person.id)
      columns.add(person)
      count(person, 1)
      for (const order of Object.values(orders)) order.add(person)
    },

    /** Takes these instead of all others. Nothing else may be written meanwhile. */
    fill: async (people: readonly Person[]): Promise<void> => {
      columns.clear()
      groups.clear()
      places.clear()
      for (const person of people) {
        columns.add(person)
        count(person, 1)
      }
      const all = columns.all()
      for (const order of Object.values(orders)) await order.fill(all)
    },

    counts: (): CountGroup[] => [...groups.values()].filter((group) => group.count > 0),
    places: () => [...places.values()].filter((place) => place.count > 0),

    /** The ids of a page, where it ends if more follow, and how many fit in all. */
    page: ({
      sort,
      limit,
      after,
      ...filters
    }: Asked): { ids: string[]; end: Place | null; total: number } => {
      const down = sort.startsWith('-')
      // `as`: UserSort without its sign
      const order = orders[sort.replace('-', '') as SortField]
      const known = knownTotal(filters, groups)
      const matches = known === null ? columns.matching(filters) : null
      const wanted = { after, down, limit: limit + 1 }
      const found =
        matches && matches.length <= few
          ? behind(order, order.sorted(matches), wanted)
          : walk(order, fitting(filters), wanted)
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      return {
        ids: shown.map(({ id }) => id),
        end: last ? order.placeOf(last) : null,
        total: known ?? matches?.length ?? 0,
      }
    },
  }
}

type Wanted = { after: Place | null; down: boolean; limit: number }

function behind(order: Order, sorted: readonly Person[], { after, down, limit }: Wanted): Person[] {
  const inOrder = down ? sorted.toReversed() : sorted
  const sign = down ? -1 : 1
  const rest = after ? inOrder.filter((person) => order.compare(person, after) * sign > 0) : inOrder
  return rest.slice(0, limit)
}

function walk(order: Order, fits: (person: Person) => boolean, { after, down, limit }: Wanted): Person[] {
  const found: Person[] = []
  for (let index = firstBehind(order, after, down); found.length < limit; index += down ? -1 : 1) {
    const person = order.at(index)
    if (!person) break
    if (fits(person)) found.push(person)
  }
  return found
}

function firstBehind(order: Order, after: Place | null, down: boolean): number {
  if (!after) return down ? order.size() - 1 : 0
  const before = order.before(after)
  return down ? before - 1 : before + (order.has(after) ? 1 : 0)
}

/** Role and state are counted all the time; a search or an assignee is not. */
function knownTotal({ words, role, status, assignee }: Filters, groups: ReadonlyMap<string, CountGroup>) {
  if (words || assignee !== undefined) return null
  let total = 0
  for (const { _id, count } of groups.values())
    if ((!role || role === _id.role) && (!status || status === _id.status)) total += count
  return total
}
