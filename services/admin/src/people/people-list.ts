import { foldLetters } from '@darsi/contracts/reference/fold-text.ts'
import { countsAs } from '@darsi/contracts/rules/counted.ts'
import type { Person } from './person.ts'

export type UserFilters = {
  q?: string | undefined
  role?: string | undefined
  status?: string | undefined
  /** An administrator's account, or null for users without an assignee. */
  assignee?: string | null | undefined
}
type SortField = 'createdAt' | 'name' | 'lastLogin'
export type UserSort = SortField | `-${SortField}`
/** A position in a sorted list: the value of the sort field and, where values are equal, the id. */
export type Place = { value: string | number; id: string }
type PageRequest = UserFilters & { sort: UserSort; limit: number; after: Place | null }

export type CountGroup = {
  _id: { role: string; status: string; confirmed: boolean; approved: boolean }
  count: number
}
/** Teachers with proofs, and teachers with a changed card, that wait for a decision. */
export type Waiting = { proofs: number; cards: number }
export type CountPlace = { _id: { governorateId: number; role: string }; count: number }

/**
 * All users in memory. A page reads each of them once: it counts the matches and keeps the first of the order. The
 * database would read every row for a substring, and every match for its number (docs/adr/0009).
 */
export function createPeopleList() {
  const people = new Map<string, Person>()
  const groups = new Map<string, CountGroup>()
  const places = new Map<string, CountPlace>()
  const waiting = { proofs: 0, cards: 0 }

  const count = (person: Person, by: 1 | -1): void => {
    const { role, status, confirmed, approved, governorateId, hasProofs, hasCard } = person
    add(groups, { role, status, confirmed, approved }, by)
    if (countsAs(person) && governorateId !== null) add(places, { governorateId, role }, by)
    if (hasProofs) waiting.proofs += by
    if (hasCard) waiting.cards += by
  }
  const remove = (id: string): void => {
    const person = people.get(id)
    if (!person) return
    people.delete(id)
    count(person, -1)
  }

  return {
    size: (): number => people.size,
    remove,
    put: (person: Person): void => {
      remove(person.id)
      people.set(person.id, person)
      count(person, 1)
    },
    counts: (): CountGroup[] => [...groups.values()],
    places: (): CountPlace[] => [...places.values()],
    waiting: (): Waiting => ({ ...waiting }),

    ids: (): string[] =>
      [...people.values()]
        .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
        .map(({ id }) => id),

    /** The ids of a page, the place of its last row if more rows follow, and the number of matches. */
    page: ({ sort, limit, after, ...filters }: PageRequest) => {
      // `as`: UserSort without its sign
      const field = sort.replace('-', '') as SortField
      const isDown = sort.startsWith('-')
      const compare = isDown ? (one: Place, other: Place) => -ascending(one, other) : ascending
      const precedes = (one: Place['value'], other: Place['value']) => (isDown ? one > other : one < other)
      const matches = matcherOf(filters)
      const first: Place[] = []
      let total = 0
      for (const person of people.values()) {
        if (!matches(person)) continue
        total++
        const last = first.length > limit ? first[0] : undefined
        if (last && precedes(last.value, person[field])) continue
        // equal values are common: accounts that never logged in all have the same
        if (last && last.value === person[field] && precedes(last.id, person.id)) continue
        const place = { value: person[field], id: person.id }
        // one more than the page shows whether more rows follow
        if (!after || compare(place, after) > 0) keepFirst(first, place, limit + 1, compare)
      }
      const ids = first.map(({ id }) => id).reverse()
      const end = ids.length > limit ? (first[1] ?? null) : null
      return { ids: ids.slice(0, limit), end, total }
    },
  }
}

export type PeopleList = ReturnType<typeof createPeopleList>

type Compare = (one: Place, other: Place) => number

const ascending: Compare = (one, other) => {
  if (one.value !== other.value) return one.value < other.value ? -1 : 1
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0
}

/** Inserts a place into the `size` first ones. They are sorted backwards: rows mostly come by time, so that the newest is pushed. */
function keepFirst(first: Place[], place: Place, size: number, compare: Compare): void {
  if (first.length === size) {
    if (first[0] && compare(place, first[0]) > 0) return
    first.shift()
  }
  let at = first.length
  for (let next = first[at - 1]; next && compare(place, next) > 0; next = first[at - 1]) at--
  first.splice(at, 0, place)
}

function matcherOf({ q = '', role = 'all', status = 'all', assignee }: UserFilters) {
  // in any order, with any blanks between them
  const words = foldLetters(q).split(/\s+/u)
  return (person: Person): boolean =>
    (role === 'all' || person.role === role) &&
    (status === 'all' || person.status === status) &&
    (assignee === undefined || person.assignee === assignee) &&
    words.every((word) => person.searchText.includes(word))
}

function add<Id extends object>(counts: Map<string, { _id: Id; count: number }>, _id: Id, by: 1 | -1): void {
  const key = Object.values(_id).join(' ')
  const sum = (counts.get(key)?.count ?? 0) + by
  if (sum === 0) counts.delete(key)
  else counts.set(key, { _id, count: sum })
}
