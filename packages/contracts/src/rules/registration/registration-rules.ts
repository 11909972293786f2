import { isChildLevel } from '../../reference/levels.ts'
import { delegation } from '../../reference/places/delegations.ts'
import { governorate } from '../../reference/places/governorates.ts'
import { delegationNamed, governorateNamed } from '../../reference/places/location.ts'
import { isAdmin, isSelfRegistrationRole } from '../../reference/roles.ts'
import { tunisianYear } from '../../reference/tunis-time.ts'
import type { Location } from '../schemas.ts'
import { latinDigits } from '../texts/latin-digits.ts'
import { isInvisible, visibleLine } from '../texts/visible.ts'

export const minPasswordLength = 8
const minAdminPasswordLength = 15
export const maxPasswordLength = 128
export const minServiceRadius = 1
export const maxServiceRadius = 50
export const phonePrefix = '+216'

export const registrationProblemCodes = [
  'full-name-required',
  'email-invalid',
  'phone-invalid',
  'password-too-short',
  'admin-password-too-short',
  'password-too-long',
  'role-required',
  'governorate-required',
  'governorate-unknown',
  'delegation-unknown',
  'service-radius-invalid',
  'teaching-subject-required',
  'terms-required',
  'subject-unknown',
  'employment-status-invalid',
  'education-level-invalid',
  'birth-year-invalid',
  'guardian-email-invalid',
  'child-name-required',
  'child-age-invalid',
  'choice-unknown',
] as const
export type RegistrationProblemCode = (typeof registrationProblemCodes)[number]
export type RegistrationProblem = { readonly path: string; readonly code: RegistrationProblemCode }

type LocationValues = {
  readonly governorate?: string
  readonly delegation?: string
  readonly service_radius?: number | null
  readonly governorate_id?: number | null
  readonly delegation_id?: number | null
}

export type RegistrationValues = {
  readonly fullName?: string
  readonly email?: string
  readonly phone?: string
  readonly password?: string
  readonly userType?: string
  readonly location?: LocationValues
  readonly roleSpecificData?: Readonly<Record<string, unknown>>
}

/** Administrators need a long password (NIST SP 800-63B: 15 characters without a second factor). */
export const minPasswordLengthOf = (role: string | undefined): number =>
  isAdmin(role) ? minAdminPasswordLength : minPasswordLength

/** Checks the length of a password in characters as people count them. */
export const passwordLengthProblem = (password: string, role: string | undefined) => {
  const length = [...password].length
  if (length > maxPasswordLength) return 'password-too-long'
  if (length >= minPasswordLengthOf(role)) return null
  return minPasswordLengthOf(role) === minPasswordLength ? 'password-too-short' : 'admin-password-too-short'
}

const passwordLengthProblems = (
  password: string,
  role: string | undefined,
): readonly RegistrationProblem[] => {
  // a role without registration is the only reported problem
  const code = passwordLengthProblem(password, isSelfRegistrationRole(role) ? role : undefined)
  return code === null ? [] : [{ path: 'password', code }]
}

/** Every broken rule of step 1 in the order of spec §5; the screen shows the first one. */
export const registrationProblems = (values: RegistrationValues): readonly RegistrationProblem[] => {
  return [
    ...when(isBlank(values.fullName), 'fullName', 'full-name-required'),
    ...when(!isEmail(values.email ?? ''), 'email', 'email-invalid'),
    ...when(normalisePhone(values.phone ?? '') === null, 'phone', 'phone-invalid'),
    ...passwordLengthProblems(values.password ?? '', values.userType),
    ...when(!isSelfRegistrationRole(values.userType), 'userType', 'role-required'),
    ...locationProblems(values.location ?? {}),
  ]
}

/** The place given by names, ids or both; null where it is missing, or where name and id disagree. */
export const resolveLocation = (location: LocationValues) => {
  const around = agreed(
    location.governorate_id,
    location.governorate,
    (id) => governorate(id),
    (name) => governorateNamed(name),
  )
  const inside = agreed(
    location.delegation_id,
    location.delegation,
    (id) => delegation(around?.id, id),
    (name) => delegationNamed(around?.id, name),
  )
  return { governorateId: around?.id ?? null, delegationId: inside?.id ?? null }
}

/** Names and ids of the place from the reference data; unknown ids are null, never 1 (product.md §4). */
export const resolvedLocation = (location: Location): Location => {
  const { governorateId, delegationId } = resolveLocation(location)
  return {
    ...location,
    governorate: governorate(governorateId)?.name.en ?? '',
    governorate_id: governorateId,
    delegation: delegation(governorateId, delegationId)?.name.en ?? '',
    delegation_id: delegationId,
    municipality: location.municipality.trim(),
    local_area: location.local_area.trim(),
  }
}

/**
 * Pupils of primary school and college are always minors. A person of unknown age is a minor unless the level is
 * university. Only the year is known, so the year of the 18th birthday still counts as minority.
 */
export const isMinor = (person: {
  readonly birthYear: number | null | undefined
  readonly educationLevel: string | null | undefined
  readonly today: Date
}): boolean => {
  const { birthYear, educationLevel, today } = person
  if (educationLevel === 'primary' || educationLevel === 'college') return true
  if (birthYear == null) return educationLevel !== 'university'
  return tunisianYear(today) - birthYear <= 18
}

/** A minor by stated age or level, not because the age is unknown. */
export const isStatedMinor = (person: Parameters<typeof isMinor>[0]): boolean =>
  isMinor(person) && (person.birthYear != null || isChildLevel(person.educationLevel))

/** spec §5 asks for a child's age; product.md §3 stores the year. */
export const birthYearOfAge = (age: number, today: Date): number => tunisianYear(today) - age

/** Lower case, without the invisible marks that right-to-left keyboards insert, and with the domain as it is mailed to. */
export const normaliseEmail = (email: string): string => {
  const [local = '', ...domain] = visibleLine(email).trim().toLowerCase().split('@')
  return [local, ...domain.map(asciiDomain)].join('@')
}

/** A domain with letters of any script in the form that mail programs use (IDNA): `مثال.إختبار` is `xn--mgbh0fb.xn--kgbechtv`. */
function asciiDomain(domain: string): string {
  const isReadable = /[^\0-\x7f]/.test(domain) && /^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain)
  if (!isReadable) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

export const isEmail = (email: string): boolean => {
  const [local = '', domain = '', ...rest] = normaliseEmail(email).split('@')
  return (
    rest.length === 0 &&
    local.length <= 64 &&
    domain.length <= 253 &&
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local) &&
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/.test(domain)
  )
}

/** `+216` and 8 digits without spaces, or null. Digits of every script are accepted. */
export const normalisePhone = (phone: string): string | null => {
  const compact = latinDigits(visibleLine(phone)).replace(/\s/g, '')
  return /^\+216\d{8}$/.test(compact) ? compact : null
}

/** A number as typed to sign in: also without the country's prefix, or with 00. Null for anything else. */
export const phoneTyped = (input: string): string | null => {
  const compact = latinDigits(visibleLine(input))
    .replace(/^\s*(?:tel:)?/i, '')
    // the zero of other countries' local form
    .replace('(0)', '')
    .replace(/[\s().-]/g, '')
    .replace(/^＋/, '+')
    .replace(/^(?:00)?216(?=\d{8}$)/, '+216')
  return normalisePhone(/^\d{8}$/.test(compact) ? `+216${compact}` : compact)
}

/** spec §5: a value that is not a number becomes 0, which is out of range; an empty field means no radius. */
export const parseServiceRadius = (input: string): number | null =>
  input.trim() === '' ? null : Number(input) || 0

const locationProblems = (location: LocationValues): readonly RegistrationProblem[] => {
  const radius = location.service_radius
  const { governorateId, delegationId } = resolveLocation(location)
  const named = location.governorate_id != null || !isBlank(location.governorate)
  const insideNamed = location.delegation_id != null || !isBlank(location.delegation)
  return [
    ...when(!named, 'location.governorate', 'governorate-required'),
    ...when(named && governorateId === null, 'location.governorate', 'governorate-unknown'),
    ...when(
      governorateId !== null && insideNamed && delegationId === null,
      'location.delegation',
      'delegation-unknown',
    ),
    ...when(
      radius != null && !(radius >= minServiceRadius && radius <= maxServiceRadius),
      'location.service_radius',
      'service-radius-invalid',
    ),
  ]
}

export const when = (
  broken: boolean,
  path: string,
  code: RegistrationProblemCode,
): readonly RegistrationProblem[] => (broken ? [{ path, code }] : [])

const isBlank = (value: string | undefined): boolean => isInvisible(value ?? '')

function agreed<P extends { readonly id: number }>(
  id: number | null | undefined,
  name: string | undefined,
  byId: (id: number) => P | null,
  byName: (name: string) => P | null,
): P | null {
  const first = id == null ? null : byId(id)
  const second = isBlank(name) ? null : byName(name ?? '')
  if (id == null) return second
  if (isBlank(name)) return first
  return first && first.id === second?.id ? first : null
}
