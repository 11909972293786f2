import { isMinor } from '@darsi/contracts/registration-rules.ts'
import { birthYearOf, isMinorAccount, type Profile } from './profile.ts'

type AgeProblem = { path: string; slug: 'birth-year-fixed' | 'minor-fixed' }

/**
 * Nobody leaves the guardians' care by typing: a year of birth stands once it is saved, and whoever counts as a minor
 * comes of age by the year that was saved before or not at all. A guardian may correct it, for the child.
 */
export function ageProblems(
  profile: Profile,
  roleData: Readonly<Record<string, unknown>>,
  now: Date,
): AgeProblem[] {
  const saved = birthYearOf(profile)
  const year = birthYearOf({ roleData })
  if (profile.role !== 'student') return []
  if (saved !== null && year !== saved) return [{ path: 'roleData.birthYear', slug: 'birth-year-fixed' }]
  if (!isMinorAccount(profile, now) || isAdultYear(saved, now)) return []
  if (isAdultYear(year, now)) return [{ path: 'roleData.birthYear', slug: 'minor-fixed' }]
  return isMinorAccount({ ...profile, roleData }, now)
    ? []
    : [{ path: 'roleData.educationLevel', slug: 'minor-fixed' }]
}

const isAdultYear = (birthYear: number | null, today: Date): boolean =>
  birthYear !== null && !isMinor({ birthYear, educationLevel: null, today })
