import { roles } from '@darsi/contracts/roles.ts'
import { accountStatuses } from '@darsi/contracts/schemas.ts'
import type { Filters } from './fitting.ts'
import { pairsOf } from './letters.ts'
import type { Person } from './person.ts'

/**
 * Everybody by id, and what filters look at side by side in typed arrays: a look at all of them stays in the
 * processor's cache, and only who may fit is touched.
 */
export function createColumns() {
  const slots = new Map<string, number>()
  const people: (Person | null)[] = []
  const free: number[] = []
  let kinds = new Uint8Array(1024)
  let pairs = new Int32Array(4 * 1024)

  const grow = (slot: number) => {
    if (slot < kinds.length) return
    const size = Math.ceil(slot * 1.5)
    const [more, wider] = [new Uint8Array(size), new Int32Array(4 * size)]
    more.set(kinds)
    wider.set(pairs)
    kinds = more
    pairs = wider
  }

  return {
    size: (): number => slots.size,
    all: (): Person[] => people.filter((person) => person !== null),

    clear: (): void => {
      slots.clear()
      people.length = 0
      free.length = 0
      kinds.fill(none)
    },

    /** @returns whom it held under this id */
    remove: (id: string): Person | null => {
      const slot = slots.get(id)
      if (slot === undefined) return null
      const person = people[slot] ?? null
      slots.delete(id)
      people[slot] = null
      kinds[slot] = none
      free.push(slot)
      return person
    },

    /** Nobody may be there under this id. */
    add: (person: Person): void => {
      const slot = free.pop() ?? people.length
      grow(slot)
      slots.set(person.id, slot)
      people[slot] = person
      kinds[slot] = kindOf(person)
      pairs.set(pairsOf(person.letters), 4 * slot)
    },

    /** Everybody who fits, in no order. */
    matching: ({ words, role, status, assignee }: Filters): Person[] => {
      const fitting = kindsOf(role, status)
      const [pairs0, pairs1, pairs2, pairs3] = pairsOf(words)
      const found: Person[] = []
      for (let slot = 0; slot < people.length; slot++) {
        if (fitting[kinds[slot] ?? none] === 0) continue
        const at = 4 * slot
        if (((pairs[at] ?? 0) & pairs0) !== pairs0 || ((pairs[at + 1] ?? 0) & pairs1) !== pairs1) continue
        if (((pairs[at + 2] ?? 0) & pairs2) !== pairs2 || ((pairs[at + 3] ?? 0) & pairs3) !== pairs3) continue
        const person = people[slot]
        if (!person || (assignee !== undefined && person.assignee !== assignee)) continue
        if (person.letters.includes(words)) found.push(person)
      }
      return found
    },
  }
}

/** An empty slot. */
const none = 0

/** Role and status in one number. */
const kindOf = ({ role, status }: Pick<Person, 'role' | 'status'>): number =>
  1 + roles.indexOf(role) * accountStatuses.length + accountStatuses.indexOf(status)

function kindsOf(wantedRole: string | null, wantedStatus: string | null): Uint8Array {
  const fitting = new Uint8Array(1 + roles.length * accountStatuses.length)
  for (const role of roles) {
    for (const status of accountStatuses) {
      const fits =
        (wantedRole === null || role === wantedRole) && (wantedStatus === null || status === wantedStatus)
      if (fits) fitting[kindOf({ role, status })] = 1
    }
  }
  return fitting
}
