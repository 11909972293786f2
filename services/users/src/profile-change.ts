import type { ProblemSlug } from '@darsi/contracts/problem.ts'
import {
  normalisePhone,
  registrationProblems,
  resolvedLocation,
} from '@darsi/contracts/registration-rules.ts'
import { roleProblems } from '@darsi/contracts/role-data-rules.ts'
import type { Location } from '@darsi/contracts/schemas.ts'
import { problem } from '@darsi/kit/problem.ts'
import { ageProblems } from './age-problems.ts'
import type { Profile } from './profile.ts'
import { readRoleData } from './role-data.ts'

export type ProfileChange = {
  version: number
  phone?: string | undefined
  location?: Location | undefined
  roleData?: Record<string, unknown> | undefined
  fullName?: string | undefined
  full_name?: string | undefined
  email?: string | undefined
}

/** spec §2: full name and e-mail are read-only on the profile. @throws Problem with the specification's texts */
export function refuseProfileChange(change: ProfileChange): void {
  if (change.fullName !== undefined || change.full_name !== undefined) throw problem('full-name-fixed')
  if (change.email !== undefined) throw problem('email-fixed')
}

/**
 * The profile after the change.
 * @throws Problem for a stale version or a broken rule; every broken one is named
 */
export function changeProfile(profile: Profile, change: ProfileChange, now: Date): Profile {
  if (change.version !== profile.version)
    throw problem('stale-version', { extra: { version: profile.version } })
  const phone = change.phone === undefined ? profile.phone : normalisePhone(change.phone)
  const roleData = { ...profile.roleData, ...readGiven(profile, change) }
  const location = change.location ? resolvedLocation(change.location) : profile.location
  const broken = [
    ...(phone === null ? [{ path: 'phone', slug: 'phone-invalid' as const }] : []),
    ...(change.location ? locationProblems(change.location) : []),
    ...(change.roleData ? roleDataProblems(profile, roleData, now) : []),
    ...ageProblems(profile, roleData, now),
  ]
  const [first] = broken
  if (first || phone === null) throw problem(first?.slug ?? 'phone-invalid', { errors: broken })
  return { ...profile, phone, location, roleData, version: profile.version + 1, updatedAt: now }
}

function readGiven(profile: Profile, change: ProfileChange): Readonly<Record<string, unknown>> {
  const read = readRoleData(profile.role, change.roleData ?? {})
  if ('changed' in read) return read.changed
  throw problem('body-invalid', {
    params: { fields: read.fields.join(', ') },
    errors: read.fields.map((path) => ({ path, slug: 'body-invalid' as const, params: { fields: path } })),
  })
}

type Broken = { path: string; slug: ProblemSlug }

function locationProblems(location: Location): Broken[] {
  return registrationProblems({ location })
    .filter(({ path }) => path.startsWith('location.'))
    .map(({ path, code }) => ({ path, slug: code }))
}

function roleDataProblems(profile: Profile, roleData: Record<string, unknown>, now: Date): Broken[] {
  // the terms were accepted at registration, or by an invited account never asked
  const values = { ...roleData, acceptTerms: true }
  return roleProblems(profile.role, values, now).map(({ path, code }) => ({
    path: path.replace('roleSpecificData.', 'roleData.'),
    slug: code,
  }))
}
