import type { EventInput, EventType } from '@darsi/contracts/events/events.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'

/** The fields of an account's event that a test sets. All others have default values. */
type Given<K extends EventType> = { userId: string } & Partial<EventInput<K>['data']> &
  Partial<NonNullable<EventInput<K>['personal']>>

const now = () => new Date().toISOString()
const phone = '+21620123456'

type Person = Pick<Given<'user.approved'>, 'userId' | 'email' | 'fullName' | 'language'>
const personOf = ({ userId, email, fullName, language }: Person) => ({
  email: email ?? `${userId}@example.tn`,
  fullName: fullName ?? 'Amal Ben Salah',
  language: language ?? ('fr' as const),
})

export function registrationOf(given: Given<'user.registered'>): EventInput<'user.registered'> {
  const { email, fullName, language, phone: ownPhone, location, roleData, former, ...rest } = given
  const { verificationToken, ...data } = rest
  return {
    type: 'user.registered',
    data: { role: 'student', status: 'approved', governorateId: 1, createdAt: now(), ...data },
    personal: {
      ...personOf(given),
      ...{ phone: ownPhone ?? phone, location: location ?? {}, roleData: roleData ?? {} },
      ...(former && { former }),
      ...(verificationToken && { verificationToken }),
    },
  }
}

function profileOf(given: Given<'user.profile-changed'>): EventInput<'user.profile-changed'> {
  const { email, fullName, phone: ownPhone, location, registrationNotes, birthYear, ...rest } = given
  const { employment, card, ...data } = rest
  const { language, ...person } = personOf(given)
  return {
    type: 'user.profile-changed',
    data: { role: 'teacher', governorateId: 1, profileVisible: true, ...data },
    personal: {
      ...person,
      ...{ phone: ownPhone ?? phone, location: location ?? {} },
      ...{ registrationNotes: registrationNotes ?? '', birthYear: birthYear ?? null },
      ...(employment && { employment }),
      ...(card && { card }),
    },
  }
}

export function suspensionOf(given: Given<'user.suspended'>): EventInput<'user.suspended'> {
  const { email, fullName, language, reason = 'x', ...data } = given
  return {
    type: 'user.suspended',
    data: { role: 'student', at: now(), by: 'admin', previous: 'approved', ...data },
    personal: { ...personOf(given), reason },
  }
}

export function deletionOf(given: Given<'user.deletion-requested'>): EventInput<'user.deletion-requested'> {
  const { email, fullName, language, ...data } = given
  return {
    type: 'user.deletion-requested',
    data: { role: 'student', at: now(), by: 'root', ...data },
    personal: personOf(given),
  }
}

export function loginOf(given: Given<'user.logged-in'>): EventInput<'user.logged-in'> {
  const { email, fullName, language, device = 'Firefox', ...data } = given
  return {
    type: 'user.logged-in',
    data: { role: 'student', at: now(), newDevice: false, ...data },
    personal: { ...personOf(given), device },
  }
}

type Publish = (producer: Service, subject: string, sequence: number, event: EventInput) => Promise<void>

/** Publishes events of accounts. The default sequence is 1. */
export function accountPublisher(publish: Publish) {
  const from =
    <G extends { userId: string }>(producer: Service, build: (given: G) => EventInput) =>
    // the schema of the data drops `sequence`
    (given: G & { sequence?: number }) =>
      publish(producer, given.userId, given.sequence ?? 1, build(given))
  return {
    registered: from('auth', registrationOf),
    loggedIn: from('auth', loginOf),
    profileChanged: from('users', profileOf),
    suspended: from('admin', suspensionOf),
    deletionRequested: from('admin', deletionOf),
  }
}
