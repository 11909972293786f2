import { describe, expect, it } from '@jest/globals'
import { compare, keysOf, type Person } from '../../../services/admin/src/duplicates/score.ts'
import { demoPeople } from '../../../services/auth/src/demo/demo.ts'

const people = demoPeople(true)

/** What admin compares of an account. */
const personOf = ({ fullName, email, phone, role, roleData, ...place }: (typeof people)[number]): Person => ({
  ...{ fullName, email, phone, role },
  birthYear: typeof roleData['birthYear'] === 'number' ? roleData['birthYear'] : null,
  governorateId: place.governorateId,
  delegationId: place.delegationId ?? null,
})

describe('the demo of npm start', () => {
  it('has exactly one pair of likely duplicates', () => {
    const pairs = people.flatMap((one, index) =>
      people.slice(index + 1).flatMap((other) => {
        const [a, b] = [personOf(one), personOf(other)]
        const keys = new Set(keysOf(a))
        const isCompared = keysOf(b).some((key) => keys.has(key))
        return isCompared && compare(a, b).isDuplicate ? [`${one.id} ${other.id}`] : []
      }),
    )
    expect(pairs).toEqual(['demo-student-10 demo-student-10-again'])
  })

  it('has the same people after each reset', () => {
    expect(demoPeople(true)).toEqual(people)
  })
})
