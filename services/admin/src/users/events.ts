import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { confirmsByEmail } from '@darsi/contracts/reference/roles.ts'
import { normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import { foldLetters } from '@darsi/contracts/rules/texts/fold-text.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'
import { reopenAfterReclaim } from './decision.ts'
import type { UserStore } from './user-store.ts'

type ProofEvent = DarsiEvent<'proof.uploaded'> | DarsiEvent<'proof.withdrawn'> | DarsiEvent<'proof.decided'>

export type UserEventDeps = {
  users: Pick<UserStore, 'update' | 'project' | 'provenEmail' | 'release'>
  tickets: Pick<TicketStore, 'join'>
}

/** The read model of all users. The status of a row belongs to this service from the moment the row exists. */
export function userConsumes({ users, tickets }: UserEventDeps): Consumes {
  const projectEmail = (event: DarsiEvent, email: string) =>
    users.project(event, 'email', { email, searchEmail: foldLetters(email) })

  const projectAccount = async (event: DarsiEvent<'user.registered'> | DarsiEvent<'user.invited'>) => {
    const { role, status, createdAt } = event.data
    const { email, fullName, language } = event.personal
    const since = new Date(createdAt)
    const isApproved = status === 'approved' && !confirmsByEmail(role)
    await projectEmail(event, email)
    await users.project(event, 'registered', {
      ...{ role, status, language, fullName },
      searchName: foldLetters(fullName),
      createdAt: since,
      approvedAt: isApproved ? since : null,
    })
  }

  /** Messages are joined before the row changes: after a crash the repeated event still finds the earlier address. */
  const confirmAddress = async (event: DarsiEvent, address: string) => {
    const provenEmail = normaliseEmail(address)
    const until = new Date(event.time)
    const before = await users.provenEmail(event.subject)
    if (before && before !== provenEmail) await tickets.join(event.subject, before, until)
    await users.project(event, 'proven', { provenEmail })
    if ((await users.provenEmail(event.subject)) === provenEmail)
      await tickets.join(event.subject, provenEmail, until)
  }

  const verify = async (event: DarsiEvent, at: string, email: string) => {
    await users.project(event, 'verified', { emailVerifiedAt: new Date(at) })
    await confirmAddress(event, email)
  }

  const changeEmail = async (event: DarsiEvent<'user.email-changed' | 'user.email-change-undone'>) => {
    await projectEmail(event, event.personal.email)
    await confirmAddress(event, event.personal.email)
  }

  const projectProofs = (event: ProofEvent) => {
    const { waiting } = event.data
    const accepted = event.data.accepted.map(({ kind, at }) => ({ kind, at: new Date(at) }))
    return users.project(event, 'proofs', { proofs: { accepted, waiting } })
  }

  return {
    'proof.uploaded': projectProofs,
    'proof.withdrawn': projectProofs,
    'proof.decided': projectProofs,
    'user.registered': async (event) => {
      await projectAccount(event)
      if (event.data.verifiedAt) await verify(event, event.data.verifiedAt, event.personal.email)
    },
    'user.invited': projectAccount,
    'user.verified': (event) => verify(event, event.data.verifiedAt, event.personal.email),
    'user.reclaimed': async (event) => {
      await verify(event, event.data.verifiedAt, event.personal.email)
      const reclaimed = { by: 'admin', at: new Date(event.data.verifiedAt) }
      await users.update(event.subject, (row) => reopenAfterReclaim(row, reclaimed))
    },
    'user.logged-in': (event) => users.project(event, 'login', { lastLoginAt: new Date(event.data.at) }),
    'user.email-changed': changeEmail,
    'user.email-change-undone': changeEmail,
    'user.profile-changed': (event) => users.project(event, 'profile', profileOf(event)),
    'user.suspended': async ({ data }) => {
      if (data.role === 'admin') await users.release(data.userId)
    },
  }
}

function profileOf({ data, personal, time }: DarsiEvent<'user.profile-changed'>) {
  const { phone, location, registrationNotes, employment, birthYear, card } = personal
  const { governorateId, role, missing = [] } = data
  return {
    ...{ phone, location, birthYear, governorateId },
    // older events also carried what learners wrote for the teacher
    registrationNotes: role === 'admin' ? registrationNotes : '',
    employment: employment
      ? { status: employment.status, declaredAt: new Date(employment.declaredAt) }
      : null,
    card: card ? { ...card, changedAt: new Date(card.changedAt) } : null,
    profileAt: new Date(time),
    profileMissing: missing,
  }
}
