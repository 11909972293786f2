import { foldLetters } from '@darsi/contracts/fold-text.ts'
import type { UserFilters } from '../user-store.ts'
import type { Person } from './person.ts'

/** Filters that are really asked for; `words` are folded as the rows are. */
export type Filters = {
  words: string
  role: string | null
  status: string | null
  /** Undefined for everybody's, null for nobody's. */
  assignee: string | null | undefined
}

export function filtersOf({ q, role, status, assignee }: UserFilters): Filters {
  const chosen = (value: string | undefined) => (value && value !== 'all' ? value : null)
  return { words: q ? foldLetters(q) : '', role: chosen(role), status: chosen(status), assignee }
}

export function fitting({ words, role, status, assignee }: Filters): (person: Person) => boolean {
  return (person) =>
    (role === null || person.role === role) &&
    (status === null || person.status === status) &&
    (assignee === undefined || person.assignee === assignee) &&
    person.letters.includes(words)
}
