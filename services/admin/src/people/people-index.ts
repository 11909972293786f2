import type { CountGroup, CountPlace } from '../plain-users.ts'
import type { UserSort } from '../user-store.ts'
import { type Filters, fitting } from './fitting.ts'
import { createOrder, type Order, type Place, type SortField } from './order.ts'
import type { Person } from './person.ts'

export type Asked = Filters & { sort: UserSort; limit: number; after: Place | null }

/**
 * Everybody in memory, in each order that a list has: a substring, a rare filter or the number of matches would cost
 * a database the reading of every row.
 */
export function createPeopleIndex() {
  const byId = new Map<string, Person>()
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
    const person = byId.get(id)
    if (!person) return
    byId.delete(id)
    count(person, -1)
    for (const order of Object.values(orders)) order.remove(person)
  }

  return {
    size: (): number => byId.size,
    remove,

    put: (person: Person): void => {
      remove(person.id)
      byId.set(person.id, person)
      count(person, 1)
      for (const order of Object.values(orders)) order.add(person)
    },

    /** Takes these instead of all others. Nothing else may be written meanwhile. */
    fill: async (people: readonly Person[]): Promise<void> => {
      byId.clear()
      groups.clear()
      places.clear()
      for (const person of people) {
        byId.set(person.id, person)
        count(person, 1)
      }
      const all = [...byId.values()]
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
      const fits = fitting(filters)
      const known = knownTotal(filters, groups)
      const step = down ? -1 : 1
      const first = firstBehind(order, after, down)
      const found: Person[] = []
      let total = 0
      // without a total to find out, the walk begins behind the cursor and ends with the page
      const start = known === null ? (down ? order.size() - 1 : 0) : first
      for (let index = start; ; index += step) {
        const person = order.at(index)
        if (!person) break
        if (!fits(person)) continue
        total++
        if (found.length <= limit && (index - first) * step >= 0) found.push(person)
        if (known !== null && found.length > limit) break
      }
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      return {
        ids: shown.map(({ id }) => id),
        end: last ? order.placeOf(last) : null,
        total: known ?? total,
      }
    },
  }
}

export type PeopleIndex = ReturnType<typeof createPeopleIndex>

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
