import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { foldLetters } from '@darsi/contracts/reference/fold-text.ts'
import { confirmsByEmail } from '@darsi/contracts/reference/roles.ts'
import { normaliseEmail } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { reopenAfterReclaim } from './decision.ts'
import type { UserStore } from './user-store.ts'

type Registration = DarsiEvent<'user.registered' | 'user.invited'>
type ProofEvent = DarsiEvent<'proof.uploaded'> | DarsiEvent<'proof.withdrawn'> | DarsiEvent<'proof.decided'>

export type UserEventDeps = {
  users: Pick<UserStore, 'update' | 'project' | 'provenEmail' | 'hasStatus' | 'release'>
  /** Assigns the contact messages that a proven address had sent until then to the account. */
  joinMessages: (userId: string, email: string, until: Date) => Promise<unknown>
}

/** The handlers that only write rows. */
function createRows(users: UserEventDeps['users']) {
  const email = (event: DarsiEvent, address: string) =>
    users.project(event, 'email', {
      ...{ email: address, searchEmail: foldLetters(address), emailAt: new Date(event.time) },
    })

  return {
    email,

    account: async (event: Registration, isNew: boolean) => {
      const { role, status, createdAt } = event.data
      const { fullName, language } = event.personal
      const since = new Date(createdAt)
      const isApproved = status === 'approved' && !confirmsByEmail(role)
      await email(event, event.personal.email)
      await users.project(event, 'registered', {
        ...{ role, language, fullName },
        searchName: foldLetters(fullName),
        createdAt: since,
        ...(isNew && { status, approvedAt: isApproved ? since : null }),
      })
    },

    verified: (event: DarsiEvent, at: string) =>
      users.project(event, 'verified', { emailVerifiedAt: new Date(at) }),

    proven: (event: DarsiEvent, address: string) =>
      users.project(event, 'proven', { provenEmail: normaliseEmail(address) }),

    profile: (event: DarsiEvent<'user.profile-changed'>) => users.project(event, 'profile', profileOf(event)),

    proofs: (event: ProofEvent) => {
      const { waiting } = event.data
      const accepted = event.data.accepted.map(({ kind, at }) => ({ kind, at: new Date(at) }))
      return users.project(event, 'proofs', { proofs: { accepted, waiting } })
    },
  }
}

/** Handlers of state records. */
export function userRows({ users }: Pick<UserEventDeps, 'users'>): Consumes {
  const rows = createRows(users)
  return {
    // the status belongs to this service from the moment the row has one
    'user.registered': async (event) => rows.account(event, !(await users.hasStatus(event.subject))),
    'user.verified': async (event) => {
      await rows.verified(event, event.data.verifiedAt)
      await rows.proven(event, event.personal.email)
    },
    'user.profile-changed': rows.profile,
    'proof.uploaded': rows.proofs,
  }
}

/** The read model of all users. The status of a row belongs to this service from the moment the row exists. */
export function userConsumes({ users, joinMessages }: UserEventDeps): Consumes {
  const rows = createRows(users)
  const projectAccount = (event: Registration) => rows.account(event, true)

  /** Messages are joined before the row changes: after a crash the repeated event still finds the earlier address. */
  const confirmAddress = async (event: DarsiEvent, address: string) => {
    const provenEmail = normaliseEmail(address)
    const until = new Date(event.time)
    const before = await users.provenEmail(event.subject)
    if (before && before !== provenEmail) await joinMessages(event.subject, before, until)
    await rows.proven(event, address)
    if ((await users.provenEmail(event.subject)) === provenEmail)
      await joinMessages(event.subject, provenEmail, until)
  }

  const verify = async (event: DarsiEvent, at: string, email: string) => {
    await rows.verified(event, at)
    await confirmAddress(event, email)
  }

  const changeEmail = async (event: DarsiEvent<'user.email-changed' | 'user.email-change-undone'>) => {
    await rows.email(event, event.personal.email)
    await confirmAddress(event, event.personal.email)
  }

  return {
    'proof.uploaded': rows.proofs,
    'proof.withdrawn': rows.proofs,
    'proof.decided': rows.proofs,
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
    // the link of a reset came by mail: what came back before says nothing about the address any more
    'user.password-changed': async (event) => {
      if (event.data.how === 'reset') await rows.email(event, event.personal.email)
    },
    'user.mail-returned': (event) =>
      users.project(event, 'returned', { mailReturnedAt: new Date(event.data.sentAt) }),
    'user.profile-changed': rows.profile,
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
    registrationNotes: role === 'admin' ? registrationNotes : '',
    employment: employment
      ? { status: employment.status, declaredAt: new Date(employment.declaredAt) }
      : null,
    card: card ? { ...card, changedAt: new Date(card.changedAt) } : null,
    profileAt: new Date(data.updatedAt ?? time),
    profileMissing: missing,
  }
}
