import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { ageProblems } from './age-problems.ts'
import { birthYearOf, isMinorAccount, newProfile } from './profile.ts'

const now = new Date('2026-11-21T08:00:00Z')
type AgeFields = { birthYear?: number | null; educationLevel?: string }
const student = (roleData: AgeFields) =>
  newProfile(
    's1',
    {
      role: 'student',
      status: 'approved',
      email: 's@example.tn',
      fullName: 'Amina',
      language: 'fr',
      roleData,
    },
    now,
  )
const problems = (saved: AgeFields, change: AgeFields) => {
  const profile = student(saved)
  return ageProblems(profile, { ...profile.roleData, ...change }, now).map(
    ({ path, slug }) => `${path} ${slug}`,
  )
}

describe('a student’s age', () => {
  it.each<[string, AgeFields, AgeFields, string[]]>([
    [
      'a year once saved stays',
      { birthYear: 2000 },
      { birthYear: 2001 },
      ['roleData.birthYear birth-year-fixed'],
    ],
    [
      'and is not taken back',
      { birthYear: 2012 },
      { birthYear: null },
      ['roleData.birthYear birth-year-fixed'],
    ],
    [
      'a minor by level does not type an adult’s year',
      { educationLevel: 'secondary' },
      { birthYear: 1990 },
      ['roleData.birthYear minor-fixed'],
    ],
    [
      'also not first the year and then the level',
      { educationLevel: 'college' },
      { birthYear: 1990 },
      ['roleData.birthYear minor-fixed'],
    ],
    [
      'a minor by level does not choose the university',
      { educationLevel: 'secondary' },
      { educationLevel: 'university' },
      ['roleData.educationLevel minor-fixed'],
    ],
    ['a minor tells the own year', { educationLevel: 'secondary' }, { birthYear: 2011 }, []],
    [
      'a minor who tells it is at any level',
      { educationLevel: 'secondary' },
      { birthYear: 2011, educationLevel: 'university' },
      [],
    ],
    [
      'an adult by year leaves a level chosen by mistake',
      { birthYear: 1999, educationLevel: 'college' },
      { educationLevel: 'university' },
      [],
    ],
    ['an unknown age at no school is told once', { educationLevel: 'other' }, { birthYear: 1990 }, []],
    [
      'an unknown age does not become an adult’s by the level',
      { educationLevel: 'other' },
      { educationLevel: 'university' },
      ['roleData.educationLevel minor-fixed'],
    ],
    [
      'a pupil does not leave school first and tell the year afterwards',
      { educationLevel: 'secondary' },
      { educationLevel: 'other' },
      ['roleData.educationLevel minor-fixed'],
    ],
    ['an adult tells a year', { educationLevel: 'university' }, { birthYear: 1990 }, []],
    ['an adult turns out to be a minor', { educationLevel: 'university' }, { birthYear: 2012 }, []],
  ])('%s', (_name, saved, change, expected) => {
    expect(problems(saved, change)).toEqual(expected)
  })

  it.each([
    ['who has a guardian', { isGuarded: true, wasGuarded: true, birthYear: null }],
    ['who had one', { isGuarded: false, wasGuarded: true, birthYear: null }],
  ])('%s does not tell an adult’s year', (_name, guarding) => {
    const profile = student({ educationLevel: 'other' })
    const claimed = { ...profile.roleData, birthYear: 1990 }
    expect(ageProblems(profile, claimed, now, guarding)).toMatchObject([{ slug: 'minor-fixed' }])
    expect(ageProblems(profile, { ...claimed, birthYear: 2011 }, now, guarding)).toEqual([])
  })

  it('who has a guardian leaves basic school once the guardian’s year says an adult', () => {
    const profile = student({ birthYear: 1999, educationLevel: 'college' })
    const claimed = { ...profile.roleData, educationLevel: 'secondary' }
    const guarded = (birthYear: number | null) =>
      ageProblems(profile, claimed, now, { isGuarded: true, wasGuarded: true, birthYear })
    expect(guarded(null)).toMatchObject([{ path: 'roleData.educationLevel', slug: 'minor-fixed' }])
    expect(guarded(2010)).toHaveLength(1)
    expect(guarded(1999)).toEqual([])
  })

  it('has no rules for other roles', () => {
    const teacher = { ...student({ birthYear: 1990 }), role: 'teacher' as const }
    expect(ageProblems(teacher, { birthYear: 1991 }, now)).toEqual([])
  })

  it('whatever is changed in whatever order, who counts as a minor stays one unless the year said otherwise before', () => {
    const level = fc.constantFrom('', 'primary', 'college', 'secondary', 'university', 'other')
    const year = fc.option(fc.integer({ min: 1985, max: 2021 }), { nil: null })
    const step = fc.record({ birthYear: year, educationLevel: level }, { requiredKeys: [] })
    fc.assert(
      fc.property(year, level, fc.array(step, { maxLength: 6 }), (birthYear, educationLevel, steps) => {
        let profile = student({ birthYear, educationLevel })
        let mustStay = false
        for (const change of [{}, ...steps]) {
          const roleData = { ...profile.roleData, ...change }
          if (ageProblems(profile, roleData, now).length > 0) continue
          profile = { ...profile, roleData }
          const saved = birthYearOf(profile)
          const isPupil = ['primary', 'college', 'secondary'].includes(
            String(profile.roleData['educationLevel']),
          )
          mustStay ||= saved === null ? isPupil : 2026 - saved <= 18
          if (mustStay) expect(isMinorAccount(profile, now)).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
