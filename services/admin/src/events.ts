import type { DarsiEvent } from '@darsi/contracts/events.ts'
import { foldLetters } from '@darsi/contracts/fold-text.ts'
import type { Consumes } from '@darsi/kit/consumer.ts'
import { project } from '@darsi/kit/projection.ts'
import type { Erasures } from './erasures.ts'
import { emptyRow, type UserStore } from './user-store.ts'

/** The read model of all users. A row's status is this service's own from the moment it exists. */
export function consumes(users: UserStore, erasures: Erasures): Consumes {
  const apply = (event: DarsiEvent, $set: object) =>
    project(users.model as never, event.subject, event, { $set, $setOnInsert: emptyRow })
  const emailed = (email: string) => ({ email, searchEmail: foldLetters(email) })
  const named = (fullName: string) => ({ fullName, searchName: foldLetters(fullName) })

  return {
    'user.registered': (event) => {
      const { role, status, createdAt, verifiedAt } = event.data
      const { email, fullName, language } = event.personal
      return apply(event, {
        role,
        status,
        language,
        ...emailed(email),
        ...named(fullName),
        createdAt: new Date(createdAt),
        emailVerifiedAt: verifiedAt ? new Date(verifiedAt) : null,
        approvedAt:
          status === 'approved' && (role === 'teacher' || role === 'admin') ? new Date(createdAt) : null,
        lastLoginAt: new Date(0),
      })
    },
    'user.invited': (event) => {
      const { role, status, createdAt } = event.data
      const { email, fullName, language } = event.personal
      return apply(event, {
        role,
        status,
        language,
        ...emailed(email),
        ...named(fullName),
        createdAt: new Date(createdAt),
        emailVerifiedAt: null,
        approvedAt: new Date(createdAt),
        lastLoginAt: new Date(0),
      })
    },
    'user.verified': (event) => apply(event, { emailVerifiedAt: new Date(event.data.verifiedAt) }),
    'user.logged-in': (event) => apply(event, { lastLoginAt: new Date(event.data.at) }),
    'user.email-changed': (event) => apply(event, emailed(event.personal.email)),
    'user.profile-changed': (event) => {
      const { phone, location, registrationNotes } = event.personal
      return apply(event, { phone, location, registrationNotes, governorateId: event.data.governorateId })
    },
    'user.erased': (event) => erasures.confirmed(event.data.userId, event.data.service),
  }
}
