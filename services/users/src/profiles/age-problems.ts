import { choiceFrom } from '@darsi/contracts/reference/choices.ts'
import { childLevels } from '@darsi/contracts/reference/levels.ts'
import { isMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { birthYearOf, isMinorAccount, type Profile, textOf } from './profile.ts'

type AgeProblem = { path: string; slug: 'birth-year-fixed' | 'minor-fixed' }
/** Whether the account has or had guardians, and the birth year in their child record. */
export type Guarding = { isGuarded: boolean; wasGuarded: boolean; birthYear: number | null }
export const unguarded: Guarding = { isGuarded: false, wasGuarded: false, birthYear: null }

/**
 * A minor must not end the guardians' access by editing the profile. A saved birth year is fixed, and a minor comes of
 * age only by the saved year. Only a student without a year, school level or guardian, now or before, may enter an
 * adult's year, once. A guardian may correct the year in the child record.
 */
export function ageProblems(
  profile: Profile,
  roleData: Readonly<Record<string, unknown>>,
  now: Date,
  guarding: Guarding = unguarded,
): AgeProblem[] {
  const saved = birthYearOf(profile)
  const year = birthYearOf({ roleData })
  if (profile.role !== 'student') return []
  if (saved !== null && year !== saved) return [{ path: 'roleData.birthYear', slug: 'birth-year-fixed' }]
  if (!isMinorAccount(profile, now)) return []
  if (saved === null && isAdultYear(year, now))
    return mayEnterAdultYear(profile, guarding) ? [] : [{ path: 'roleData.birthYear', slug: 'minor-fixed' }]
  // otherwise a pupil without a year could first leave school and then enter an adult's year
  const leaves = year === null && isPupil(profile.roleData) && !isPupil(roleData)
  const staysMinor = isMinorAccount({ ...profile, roleData }, now) && !leaves
  if (staysMinor || mayLeaveSchool(saved, guarding, now)) return []
  return [{ path: 'roleData.educationLevel', slug: 'minor-fixed' }]
}

/** A school level chosen by mistake: the birth year is an adult's, in the guardians' child record too. */
const mayLeaveSchool = (saved: number | null, { isGuarded, birthYear }: Guarding, now: Date): boolean =>
  isAdultYear(isGuarded ? birthYear : saved, now)

const mayEnterAdultYear = ({ roleData }: Profile, { isGuarded, wasGuarded }: Guarding): boolean =>
  !isGuarded && !wasGuarded && !isPupil(roleData)

const isPupil = (roleData: Readonly<Record<string, unknown>>): boolean =>
  choiceFrom(childLevels, textOf(roleData['educationLevel'])) !== null

const isAdultYear = (birthYear: number | null, today: Date): boolean =>
  birthYear !== null && !isMinor({ birthYear, educationLevel: null, today })
