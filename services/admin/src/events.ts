import type { DarsiEvent } from '@darsi/contracts/events.ts'
import { foldLetters } from '@darsi/contracts/fold-text.ts'
import { normaliseEmail } from '@darsi/contracts/registration-rules.ts'
import type { Consumes } from '@darsi/kit/consumer.ts'
import { project } from '@darsi/kit/projection.ts'
import type { AuditLog } from './audit-log.ts'
import type { Erasures } from './erasures.ts'
import type { TicketStore } from './ticket-store.ts'
import { emptyRow, type UserStore } from './user-store.ts'

/** Fields of a row that stand or fall together; each has a sequence of its own, so that any order of events will do. */
type Part = 'registered' | 'email' | 'verified' | 'login' | 'profile'

type Parts = {
  users: UserStore
  erasures: Erasures
  audit: Pick<AuditLog, 'append'>
  tickets: Pick<TicketStore, 'erase'>
}

/** The read model of all users. A row's status is this service's own from the moment it exists. */
export function consumes({ users, erasures, audit, tickets }: Parts): Consumes {
  const apply = (event: DarsiEvent, part: Part, $set: object) => {
    const others = Object.entries(emptyRow).filter(([name]) => !(name in $set))
    const change = { $set, $setOnInsert: Object.fromEntries(others) }
    return project(users.model as never, event.subject, event, change, { part })
  }
  const applyEmail = (event: DarsiEvent, email: string) =>
    apply(event, 'email', { email, searchEmail: foldLetters(email) })

  const created = async (event: DarsiEvent<'user.registered'> | DarsiEvent<'user.invited'>) => {
    const { role, status, createdAt } = event.data
    const { email, fullName, language } = event.personal
    const since = new Date(createdAt)
    const isApproved = status === 'approved' && role !== 'student' && role !== 'parent'
    await applyEmail(event, email)
    await apply(event, 'registered', {
      role,
      status,
      language,
      fullName,
      searchName: foldLetters(fullName),
      createdAt: since,
      approvedAt: isApproved ? since : null,
    })
  }
  const verified = (event: DarsiEvent, at: string) =>
    apply(event, 'verified', { emailVerifiedAt: new Date(at) })
  const decided = (
    event: DarsiEvent<'user.approved' | 'user.suspended' | 'user.reinstated' | 'user.deletion-requested'>,
  ) => {
    const { by, at, userId } = event.data
    return audit.append({
      id: event.id,
      action: event.type,
      by,
      target: userId,
      detail: '',
      at: new Date(at),
    })
  }

  return {
    'user.registered': async (event) => {
      await created(event)
      if (event.data.verifiedAt) await verified(event, event.data.verifiedAt)
    },
    'user.invited': created,
    'user.verified': (event) => verified(event, event.data.verifiedAt),
    'user.logged-in': (event) => apply(event, 'login', { lastLoginAt: new Date(event.data.at) }),
    'user.email-changed': (event) => applyEmail(event, event.personal.email),
    'user.profile-changed': (event) => {
      const { phone, location, registrationNotes } = event.personal
      const { governorateId } = event.data
      const profileAt = new Date(event.time)
      return apply(event, 'profile', { phone, location, registrationNotes, governorateId, profileAt })
    },
    'user.erased': (event) => erasures.confirmed(event.data.userId, event.data.service),
    'user.approved': decided,
    'user.suspended': decided,
    'user.reinstated': decided,
    'user.deletion-requested': async (event) => {
      await decided(event)
      await tickets.erase(event.data.userId, normaliseEmail(event.personal.email))
    },
  }
}
