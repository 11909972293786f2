import { choiceFrom } from '@darsi/contracts/choices.ts'
import { governorate } from '@darsi/contracts/governorates.ts'
import type { Language } from '@darsi/contracts/languages.ts'
import { educationLevels, employmentStatuses } from '@darsi/contracts/levels.ts'
import { isMinor } from '@darsi/contracts/registration-rules.ts'
import type { Role } from '@darsi/contracts/roles.ts'
import type { AccountStatus, Location } from '@darsi/contracts/schemas.ts'
import type { Preferences, Profile as ProfileAnswer } from '@darsi/contracts/users-api.ts'

/** What users owns about one account. */
export type Profile = {
  _id: string
  role: Role
  /** As auth opened the account and administrators decided since. */
  status: AccountStatus
  email: string
  fullName: string
  phone: string
  location: Location
  /** Answers of registration's step 2 and what the profile page adds to them; a parent's stand with the child. */
  roleData: Record<string, unknown>
  language: Language
  privacy: Preferences['privacy']
  notifications: Preferences['notifications']
  /** Grows with each change by its owner; a tab that shows an older one may not save. */
  version: number
  createdAt: Date
  updatedAt: Date
}

type Registered = Pick<Profile, 'role' | 'status' | 'email' | 'fullName' | 'language'> &
  Partial<Pick<Profile, 'phone' | 'location' | 'roleData'>>

/**
 * A profile as registration leaves it. Visibility starts off (product.md §7), but for a teacher, who registers to be
 * found and is listed from the approval until the toggle says otherwise (docs/deviations.md).
 */
export function newProfile(userId: string, person: Registered, createdAt: Date): Profile {
  const { phone = '', location = nowhere, roleData = {}, ...known } = person
  return {
    _id: userId,
    ...known,
    phone,
    location,
    roleData,
    privacy: { profileVisible: known.role === 'teacher', contactVisible: false },
    notifications: { email: roleData['emailNotifications'] !== false, sms: false, push: false },
    version: 1,
    createdAt,
    updatedAt: createdAt,
  }
}

/** A teacher whom learners may find and ask: approved, and not suspended or deleted since. */
export function isListed(profile: Pick<Profile, 'role' | 'status'> | null): boolean {
  return profile?.role === 'teacher' && profile.status === 'approved'
}

export function birthYearOf({ roleData }: Pick<Profile, 'roleData'>): number | null {
  const year = roleData['birthYear']
  return typeof year === 'number' ? year : null
}

export function isMinorAccount({ role, roleData }: Pick<Profile, 'role' | 'roleData'>, today: Date): boolean {
  const educationLevel = choiceFrom(educationLevels, textOf(roleData['educationLevel']))
  return role === 'student' && isMinor({ birthYear: birthYearOf({ roleData }), educationLevel, today })
}

/** The answer of `GET /me/profile`; spec §3 names the fields. */
export function profileOf(profile: Profile): ProfileAnswer {
  const { location } = profile
  return {
    id: profile._id,
    email: profile.email,
    full_name: profile.fullName,
    phone: profile.phone,
    role: profile.role,
    governorate: location.governorate,
    delegation: location.delegation,
    municipality: location.municipality,
    local_area: location.local_area,
    location,
    roleData: profile.roleData,
    version: profile.version,
    updated_at: profile.updatedAt.toISOString(),
  }
}

export function preferencesOf({ language, privacy, notifications }: Profile): Preferences {
  return { language, privacy, notifications }
}

/** `user.profile-changed`: the whole profile, so that the newest event alone tells everything. */
export function profileChanged(profile: Profile) {
  const { _id, role, fullName, email, phone, location, roleData } = profile
  return {
    type: 'user.profile-changed' as const,
    data: {
      userId: _id,
      role,
      governorateId: governorate(location.governorate_id)?.id ?? null,
      profileVisible: profile.privacy.profileVisible,
    },
    personal: {
      fullName,
      email,
      phone,
      location,
      registrationNotes: textOf(roleData['adminReason']),
      ...(role === 'teacher' && employmentOf(profile)),
      birthYear: birthYearOf(profile),
    },
  }
}

/** The declaration that a teacher made with the registration; the administrators who approve see it. */
export function employmentOf({ roleData, createdAt }: Pick<Profile, 'roleData' | 'createdAt'>) {
  const status = choiceFrom(employmentStatuses, textOf(roleData['employmentStatus']))
  return status === null ? null : { employment: { status, declaredAt: createdAt.toISOString() } }
}

export function preferencesChanged({ _id, role, ...profile }: Profile) {
  return {
    type: 'user.preferences-changed' as const,
    data: { userId: _id, role, ...preferencesOf({ _id, role, ...profile }) },
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const nowhere: Location = {
  governorate: '',
  delegation: '',
  municipality: '',
  local_area: '',
  service_radius: null,
  governorate_id: null,
  delegation_id: null,
  municipality_id: null,
}
