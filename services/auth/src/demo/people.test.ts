import { delegation } from '@darsi/contracts/reference/places/delegations.ts'
import { subjectFrom } from '@darsi/contracts/reference/subjects.ts'
import { describe, expect, it } from '@jest/globals'
import { demoTeachers } from './people.ts'

describe('the demo’s 24 approved teachers', () => {
  it('live in at least 12 governorates, each in a delegation that exists', () => {
    expect(demoTeachers).toHaveLength(24)
    expect(new Set(demoTeachers.map(({ governorateId }) => governorateId)).size).toBeGreaterThanOrEqual(12)
    for (const { governorateId, delegationId } of demoTeachers)
      expect(delegation(governorateId, delegationId)).not.toBeNull()
  })

  it('have everything that a card shows', () => {
    for (const { teaching } of demoTeachers) {
      expect(teaching.bio.length).toBeGreaterThan(40)
      expect(teaching.subjects.map(subjectFrom)).not.toContain(null)
      for (const some of [teaching.subjects, teaching.levels, teaching.languages, teaching.sessionTypes])
        expect(some.length).toBeGreaterThan(0)
    }
  })

  it('have names in both scripts, as their owners write them', () => {
    const arabic = demoTeachers.filter(({ fullName }) => /^[\p{Script=Arabic}\s]+$/u.test(fullName))
    expect(arabic.length).toBeGreaterThanOrEqual(6)
    expect(arabic.length).toBeLessThan(demoTeachers.length / 2)
    expect(new Set(demoTeachers.map(({ fullName }) => fullName)).size).toBe(demoTeachers.length)
  })
})
