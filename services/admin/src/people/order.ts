import { setImmediate } from 'node:timers/promises'
import type { Person } from './person.ts'

export type SortField = 'createdAt' | 'name' | 'lastLogin'
/** Where a person stands in an order. */
export type Place = { value: string | number; id: string }

const runLength = 5000

/** People by one field and, where it is equal, by id; each change costs one search and one move of memory. */
export function createOrder(field: SortField) {
  let list: Person[] = []

  const compare = (person: Person, { value, id }: Place) => {
    const own = person[field]
    if (own !== value) return own < value ? -1 : 1
    return person.id === id ? 0 : person.id < id ? -1 : 1
  }
  const placeOf = (person: Person): Place => ({ value: person[field], id: person.id })

  /** How many stand before this place. */
  const before = (place: Place): number => {
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const person = list[middle]
      if (person && compare(person, place) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    compare,
    placeOf,
    before,
    sorted: (people: readonly Person[]): Person[] =>
      people.toSorted((one, other) => compare(one, placeOf(other))),
    at: (index: number): Person | undefined => list[index],
    size: (): number => list.length,

    /** True when somebody stands at exactly this place. */
    has: (place: Place): boolean => {
      const person = list[before(place)]
      return person !== undefined && compare(person, place) === 0
    },
    add: (person: Person): void => {
      list.splice(before(placeOf(person)), 0, person)
    },
    remove: (person: Person): void => {
      const index = before(placeOf(person))
      if (list[index]?.id === person.id) list.splice(index, 1)
    },
    /** Takes these instead of all others, in short steps: the process goes on answering meanwhile. */
    fill: async (people: readonly Person[]): Promise<void> => {
      list = await sortedInSteps(people, (one, other) => compare(one, placeOf(other)))
    },
  }
}

export type Order = ReturnType<typeof createOrder>

async function sortedInSteps<T>(items: readonly T[], compare: (one: T, other: T) => number): Promise<T[]> {
  let runs: T[][] = []
  for (let start = 0; start < items.length; start += runLength) {
    runs.push(items.slice(start, start + runLength).sort(compare))
    await setImmediate()
  }
  while (runs.length > 1) {
    const longer: T[][] = []
    for (let index = 0; index < runs.length; index += 2) {
      longer.push(merged(runs[index] ?? [], runs[index + 1] ?? [], compare))
      await setImmediate()
    }
    runs = longer
  }
  return runs[0] ?? []
}

function merged<T>(left: readonly T[], right: readonly T[], compare: (one: T, other: T) => number): T[] {
  const all: T[] = []
  let [atLeft, atRight] = [0, 0]
  while (atLeft < left.length || atRight < right.length) {
    const [one, other] = [left[atLeft], right[atRight]]
    if (one !== undefined && (other === undefined || compare(one, other) <= 0)) {
      all.push(one)
      atLeft++
    } else if (other !== undefined) {
      all.push(other)
      atRight++
    }
  }
  return all
}
