import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { filtersOf, fitting } from './fitting.ts'
import { lettersOf } from './letters.ts'
import type { SortField } from './order.ts'
import { createPeopleIndex } from './people-index.ts'
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
})
const person = row.map(({ email, ...rest }) => ({ ...rest, letters: lettersOf(rest.name, email) }))
const asked = fc.record({
  q: fc.constantFrom(undefined, 'AMAL', 'n', '.*', 'nobody'),
  role: fc.constantFrom(undefined, 'all', 'teacher'),
  status: fc.constantFrom(undefined, 'all', 'pending'),
  assignee: fc.constantFrom(undefined, null, 'p1'),
})
const sort = fc.constantFrom('createdAt', '-createdAt', 'name', '-name', 'lastLogin', '-lastLogin')
const change = fc.oneof(
  { weight: 4, arbitrary: person },
  { weight: 1, arbitrary: person.map(({ id }) => id) },
)

/** The list in the plainest way. */
function plainly(people: readonly Person[], wanted: string, filters: Parameters<typeof filtersOf>[0]) {
  // `as`: the sort without its sign
  const field = wanted.replace('-', '') as SortField
  const order = (one: Person, other: Person) =>
    one[field] < other[field] ? -1 : one[field] > other[field] ? 1 : one.id < other.id ? -1 : 1
  const sorted = people.filter(fitting(filtersOf(filters))).sort(order)
  return (wanted.startsWith('-') ? sorted.reverse() : sorted).map(({ id }) => id)
}

describe('the index of people', () => {
  it('after any changes, page after page is the plain list, with its total and counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { maxLength: 40 }),
        fc.array(change, { maxLength: 40 }),
        asked,
        sort,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(0, 3, 2000),
        async (first, changes, filters, wanted, limit, few) => {
          const index = createPeopleIndex({ few })
          const people = new Map<string, Person>(first.map((one) => [one.id, one]))
          await index.fill([...people.values()])
          for (const one of changes) {
            if (typeof one === 'string') {
              people.delete(one)
              index.remove(one)
            } else {
              people.set(one.id, one)
              index.put(one)
            }
          }
          const all = [...people.values()]
          const expected = plainly(all, wanted, filters)
          const got: string[] = []
          let after: Parameters<typeof index.page>[0]['after'] = null
          do {
            // `as`: one of the constants above
            const page = index.page({ ...filtersOf(filters), sort: wanted as 'name', limit, after })
            expect(page.total).toBe(expected.length)
            got.push(...page.ids)
            after = page.end
          } while (after)
          expect(got).toEqual(expected)
          expect(index.counts().reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
          for (const { _id, count } of index.places()) {
            const there = all.filter(
              (one) =>
                one.status === 'approved' && one.role === _id.role && one.governorateId === _id.governorateId,
            )
            expect(count).toBe(there.length)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('sorts many more than one step holds', async () => {
    const index = createPeopleIndex()
    const [sample] = fc.sample(person, 1)
    if (!sample) throw new Error('no sample')
    const many = Array.from({ length: 12_345 }, (_, number) => ({
      ...sample,
      id: `p${number}`,
      createdAt: (number * 7919) % 12_345,
    }))
    await index.fill(many)
    const { ids, total } = index.page({ ...filtersOf({}), sort: 'createdAt', limit: 12_345, after: null })
    expect(total).toBe(12_345)
    expect(ids).toEqual(plainly(many, 'createdAt', {}))
  })
})
