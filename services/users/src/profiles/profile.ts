import type { Preferences, Profile as ProfileAnswer } from '@darsi/contracts/calls/users/users-api.ts'
import { choiceFrom, keysOf } from '@darsi/contracts/reference/choices.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { educationLevels, employmentStatuses, sessionTypes } from '@darsi/contracts/reference/levels.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { missingFields } from '@darsi/contracts/rules/proofs.ts'
import { isMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { type AccountStatus, type Location, noLocation } from '@darsi/contracts/rules/schemas.ts'
import { type CardReview, newestCard } from './card-review.ts'

/** The data of one account that this service owns. */
export type Profile = {
  _id: string
  role: Role
  /** From the registration, then from administrators' decisions. */
  status: AccountStatus
  email: string
  /** Whether the owner verified the e-mail address. */
  emailVerified: boolean
  fullName: string
  phone: string
  location: Location
  /** Fields of registration's step 2 and of the profile page; a parent's are stored with the child. */
  roleData: Record<string, unknown>
  /** Of a teacher: the id of the newest photo, and the newest address of the public page. */
  photo: string | null
  slug: string
  language: Language
  privacy: Preferences['privacy']
  notifications: Preferences['notifications']
  /** The review of a teacher's changed card, while it waits for an administrator. */
  cardReview: CardReview | null
  /** When a teacher's card changed last while the account was pending; null once an approval counts for it. */
  cardAt: Date | null
  /** Increases with each change; a tab that read another version may not save. */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** An empty profile with the fixed name: the other fields may have been typed by a person who is not the owner. */
export function resetProfile(profile: Profile, at: Date): Profile {
  const { _id, role, status, email, fullName, language, createdAt, version } = profile
  const empty = newProfile(_id, { role, status, email, fullName, language }, createdAt)
  return { ...empty, version: version + 1, updatedAt: at }
}

type Registered = Pick<Profile, 'role' | 'status' | 'email' | 'fullName' | 'language'> &
  Partial<Pick<Profile, 'phone' | 'location' | 'roleData' | 'emailVerified'>>

/**
 * The profile of a new account. A profile is hidden at first (product.md §7), except a teacher's: teachers register to
 * be found and are listed from the approval on (docs/deviations.md).
 */
export function newProfile(userId: string, person: Registered, createdAt: Date): Profile {
  const { role, status, email, emailVerified = false, fullName, language } = person
  const { phone = '', location = noLocation, roleData = {} } = person
  return {
    _id: userId,
    role,
    status,
    email,
    emailVerified,
    fullName,
    language,
    phone,
    location,
    roleData,
    photo: null,
    slug: '',
    privacy: { profileVisible: role === 'teacher', contactVisible: false },
    notifications: { email: roleData['emailNotifications'] !== false, sms: false, push: false },
    cardReview: null,
    cardAt: null,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  }
}

/** An approved teacher who was not suspended or erased. */
export function isListed(profile: Pick<Profile, 'role' | 'status'> | null): boolean {
  return profile?.role === 'teacher' && profile.status === 'approved'
}

/** A teacher whom learners may find. For strangers a hidden teacher does not exist. */
export function isFindable(
  profile: Pick<Profile, 'role' | 'status' | 'privacy' | 'emailVerified'> | null,
): boolean {
  return isListed(profile) && profile?.privacy.profileVisible === true && profile.emailVerified
}

export function birthYearOf({ roleData }: Pick<Profile, 'roleData'>): number | null {
  const year = roleData['birthYear']
  return typeof year === 'number' ? year : null
}

/** A student's age and school level as the own profile says them. */
export function schoolAgeOf({ role, roleData }: Pick<Profile, 'role' | 'roleData'>, today: Date) {
  const birthYear = birthYearOf({ roleData })
  const level = choiceFrom(educationLevels, textOf(roleData['educationLevel']))
  return {
    birthYear,
    level,
    isMinor: role === 'student' && isMinor({ birthYear, educationLevel: level, today }),
    /** University students are adults without a birth year; everybody else gives it before the first request. */
    isUnknown: birthYear === null && level !== 'university',
  }
}

export const isMinorAccount = (profile: Pick<Profile, 'role' | 'roleData'>, today: Date): boolean =>
  schoolAgeOf(profile, today).isMinor

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

export function preferencesOf({ role, language, privacy, notifications }: Profile): Preferences {
  // cards say of teachers alone whether they are online
  const shown = role === 'teacher' ? { onlineVisible: true, ...privacy } : privacy
  return { language, privacy: shown, notifications }
}

/** `user.profile-changed` carries the whole profile, so consumers need only the newest event. */
export function profileChanged(profile: Profile) {
  const { _id, role, fullName, email, phone, location, roleData } = profile
  return {
    type: 'user.profile-changed' as const,
    data: {
      userId: _id,
      role,
      governorateId: governorate(location.governorate_id)?.id ?? null,
      profileVisible: profile.privacy.profileVisible,
      ...(role === 'teacher' && {
        missing: missingFields(roleData),
        sessionTypes: sessionTypesOf(roleData['sessionTypes']),
      }),
    },
    personal: {
      fullName,
      email,
      phone,
      location,
      registrationNotes: textOf(roleData['adminReason']),
      ...(role === 'teacher' && employmentOf(profile)),
      birthYear: birthYearOf(profile),
      ...(profile.cardReview && {
        card: {
          changedAt: profile.cardReview.at.toISOString(),
          shown: profile.cardReview.shown,
          proposed: newestCard(profile),
        },
      }),
    },
  }
}

/** A state record is published long after the change, so it has the time of the change too. */
export function profileState(profile: Profile) {
  const { data, ...event } = profileChanged(profile)
  return { ...event, data: { ...data, updatedAt: profile.updatedAt.toISOString() } }
}

const sessionTypesOf = (chosen: unknown) =>
  keysOf(sessionTypes).filter((type) => Array.isArray(chosen) && chosen.includes(type))

/** The employment that a teacher declared at registration, for the administrators who approve. */
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

/** An erased account has an empty address, so no mail is sent to it. */
export function personOf(profile: Profile | null) {
  const { email = '', fullName = '', language = 'en' as const } = profile ?? {}
  return { email, fullName, language }
}

export function contactOf({ _id: userId, email, fullName, language }: Profile) {
  return { userId, email, fullName, language }
}

/** Contacts of the guardians who get mails about a child: a suspended one gets none. */
export const guardianContacts = (guardians: Iterable<Profile>) =>
  [...guardians].filter(({ status }) => status === 'approved').map(contactOf)

export function contactsOf(people: ReadonlyMap<string, Profile>, userIds: readonly string[]) {
  return userIds.flatMap((userId) => {
    const profile = people.get(userId)
    return profile ? [contactOf(profile)] : []
  })
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
