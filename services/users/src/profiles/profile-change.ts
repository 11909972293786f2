import { isDeepStrictEqual } from 'node:util'
import type { Preferences } from '@darsi/contracts/calls/users/users-api.ts'
import type { ProblemSlug } from '@darsi/contracts/problems/problem.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { editableRoleData } from '@darsi/contracts/rules/registration/editable-role-data.ts'
import {
  normalisePhone,
  registrationProblems,
  resolvedLocation,
} from '@darsi/contracts/rules/registration/registration-rules.ts'
import { roleProblems } from '@darsi/contracts/rules/registration/role-data-rules.ts'
import type { Location } from '@darsi/contracts/rules/schemas.ts'
import { bodyInvalid } from '@darsi/kit/http/body-invalid.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type * as z from 'zod'
import { ageProblems, type Guarding, unguarded } from './age-problems.ts'
import { reviewAfter, reviewed } from './card-review.ts'
import { type Profile, preferencesOf } from './profile.ts'

export type ProfileChange = {
  version: number
  phone?: string | undefined
  location?: Location | undefined
  roleData?: Record<string, unknown> | undefined
  fullName?: string | undefined
  full_name?: string | undefined
  email?: string | undefined
}

type Circumstances = {
  now: Date
  /** The password was entered in the last ten minutes. */
  isFresh: boolean
  guarding?: Guarding
}

/** spec §2: full name and e-mail are read-only on the profile. @throws Problem with the specification's texts */
export function refuseProfileChange(change: ProfileChange): void {
  if (change.fullName !== undefined || change.full_name !== undefined) throw problem('full-name-fixed')
  if (change.email !== undefined) throw problem('email-fixed')
}

/**
 * The profile after the change.
 * @throws Problem for a stale version, for broken rules (it names all of them), or for a new phone without a fresh login
 */
export function changeProfile(
  profile: Profile,
  change: ProfileChange,
  { now, isFresh, guarding = unguarded }: Circumstances,
): Profile {
  if (change.version !== profile.version)
    throw problem('stale-version', { extra: { version: profile.version } })
  const phone = change.phone === undefined ? profile.phone : normalisePhone(change.phone)
  const roleData = { ...profile.roleData, ...readGiven(profile, change) }
  const location = change.location ? resolvedLocation(change.location) : profile.location
  const broken = [
    ...(phone === null ? [{ path: 'phone', slug: 'phone-invalid' as const }] : []),
    ...(change.location ? locationProblems(change.location) : []),
    ...(change.roleData ? roleDataProblems(profile, roleData, now) : []),
    ...ageProblems(profile, roleData, now, guarding),
  ]
  const [first] = broken
  if (first || phone === null) throw problem(first?.slug ?? 'phone-invalid', { errors: broken })
  // a stolen session must not redirect calls to another phone
  if (phone !== profile.phone && !isFresh) throw problem('reauthentication-required')
  const review = reviewAfter(profile, { ...profile, roleData }, now)
  return { ...profile, phone, location, roleData, ...review, version: profile.version + 1, updatedAt: now }
}

/** A guardian's correction of the birth year, which the owner may not change. Null when nothing changes. */
export function correctBirthYear(profile: Profile, birthYear: number, at: Date): Profile | null {
  if (profile.roleData['birthYear'] === birthYear) return null
  const roleData = { ...profile.roleData, birthYear }
  return { ...profile, roleData, version: profile.version + 1, updatedAt: at }
}

/** An administrator's decision on a changed card; null when it is late or repeated. */
export function applyCardReview(
  profile: Profile,
  decision: Parameters<typeof reviewed>[1],
  at: Date,
): Profile | null {
  const decided = reviewed(profile, decision)
  return decided && { ...decided, version: profile.version + 1, updatedAt: at }
}

/** Null when nothing changes. */
export function changePreferences(profile: Profile, preferences: Preferences): Profile | null {
  const changed = { ...profile, ...preferences, privacy: { ...profile.privacy, ...preferences.privacy } }
  return isDeepStrictEqual(preferencesOf(profile), preferencesOf(changed)) ? null : changed
}

function readGiven(profile: Profile, change: ProfileChange): Readonly<Record<string, unknown>> {
  const read = readRoleData(profile.role, change.roleData ?? {})
  if ('changed' in read) return read.changed
  throw bodyInvalid(read.fields.map((path) => ({ path })))
}

type Broken = { path: string; slug: ProblemSlug }

function locationProblems(location: Location): Broken[] {
  return registrationProblems({ location })
    .filter(({ path }) => path.startsWith('location.'))
    .map(({ path, code }) => ({ path, slug: code }))
}

function roleDataProblems(profile: Profile, roleData: Record<string, unknown>, now: Date): Broken[] {
  // the terms were accepted at registration; invited accounts are not asked
  const values = { ...roleData, acceptTerms: true }
  return roleProblems(profile.role, values, now).map(({ path, code }) => ({
    path: path.replace('roleSpecificData.', 'roleData.'),
    slug: code,
  }))
}

type RoleDataChange = { fields: readonly string[] } | { changed: Readonly<Record<string, unknown>> }

/** The given fields, validated by the role's schema; or the names of the invalid and the fixed ones. */
function readRoleData(role: Role, given: Readonly<Record<string, unknown>>): RoleDataChange {
  const shape: Readonly<Record<string, z.ZodType>> = editableRoleData[role].shape
  const changed: Record<string, unknown> = {}
  const fields: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const parsed = Object.hasOwn(shape, name) ? shape[name]?.safeParse(value) : undefined
    if (parsed?.success) changed[name] = parsed.data
    else fields.push(`roleData.${name.slice(0, 60)}`)
  }
  return fields.length > 0 ? { fields } : { changed }
}
