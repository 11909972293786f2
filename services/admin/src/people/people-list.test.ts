import { countsAs } from '@darsi/contracts/rules/counted.ts'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createPeopleList, type UserFilters, type UserSort } from './people-list.ts'
import type { Person } from './person.ts'

const row = fc.record({
  id: fc.integer({ min: 0, max: 30 }).map((number) => `p${number}`),
  name: fc.constantFrom('amal ben salah', 'karim', 'sarra (.*)', ''),
  email: fc.constantFrom('a@example.tn', 'needle@example.tn'),
  role: fc.constantFrom('student' as const, 'teacher' as const, 'admin' as const),
  status: fc.constantFrom('pending' as const, 'approved' as const, 'suspended' as const),
  assignee: fc.constantFrom(null, 'p1'),
  createdAt: fc.integer({ min: 0, max: 9 }),
  lastLogin: fc.integer({ min: 0, max: 3 }),
  confirmed: fc.boolean(),
  approved: fc.boolean(),
  governorateId: fc.constantFrom(null, 1, 15),
  hasProofs: fc.boolean(),
  hasCard: fc.boolean(),
})
const person = row.map(({ email, ...rest }) => ({ ...rest, searchText: `${rest.name}\n${email}` }))
const asked = fc.record({
  q: fc.constantFrom(undefined, 'AMAL', 'n', '.*', 'nobody', 'salahneedle'),
  role: fc.constantFrom(undefined, 'all', 'teacher'),
  status: fc.constantFrom(undefined, 'all', 'pending'),
  assignee: fc.constantFrom(undefined, null, 'p1'),
})
const sort = fc.constantFrom<UserSort>('createdAt', '-createdAt', 'name', '-name', 'lastLogin', '-lastLogin')
const change = fc.oneof(
  { weight: 4, arbitrary: person },
  { weight: 1, arbitrary: person.map(({ id }) => id) },
)

/** The same list by filter() and sort(). */
function plainly(
  people: readonly Person[],
  wanted: UserSort,
  { q = '', role, status, assignee }: UserFilters,
) {
  // `as`: the sort without its sign
  const field = wanted.replace('-', '') as 'createdAt' | 'name' | 'lastLogin'
  const order = (one: Person, other: Person) =>
    one[field] < other[field] ? -1 : one[field] > other[field] ? 1 : one.id < other.id ? -1 : 1
  const sorted = people
    .filter((one) => one.searchText.includes(q.toLowerCase()))
    .filter((one) => role === undefined || role === 'all' || one.role === role)
    .filter((one) => status === undefined || status === 'all' || one.status === status)
    .filter((one) => assignee === undefined || one.assignee === assignee)
    .sort(order)
  return (wanted.startsWith('-') ? sorted.reverse() : sorted).map(({ id }) => id)
}

describe('the list of people', () => {
  it('has the pages, the total and the counts of the plain list after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(person, { maxLength: 40 }),
        fc.array(change, { maxLength: 40 }),
        asked,
        sort,
        fc.integer({ min: 1, max: 7 }),
        (first, changes, filters, wanted, limit) => {
          const list = createPeopleList()
          const people = new Map<string, Person>()
          for (const one of [...first, ...changes]) {
            if (typeof one === 'string') {
              people.delete(one)
              list.remove(one)
            } else {
              people.set(one.id, one)
              list.put(one)
            }
          }
          const all = [...people.values()]
          const expected = plainly(all, wanted, filters)
          const got: string[] = []
          let after: Parameters<typeof list.page>[0]['after'] = null
          do {
            const page = list.page({ ...filters, sort: wanted, limit, after })
            expect(page.total).toBe(expected.length)
            expect(page.ids.length).toBe(Math.min(limit, expected.length - got.length))
            got.push(...page.ids)
            after = page.end
          } while (after)
          expect(got).toEqual(expected)
          expect(list.ids()).toEqual(plainly(all, 'createdAt', {}))
          expect(list.counts().reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
          expect(list.waiting()).toEqual({
            proofs: all.filter(({ hasProofs }) => hasProofs).length,
            cards: all.filter(({ hasCard }) => hasCard).length,
          })
          for (const { _id, count } of list.places()) {
            const there = all.filter(
              (one) => countsAs(one) === _id.role && one.governorateId === _id.governorateId,
            )
            expect(count).toBe(there.length)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
