import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { project } from '@darsi/kit/events/projection.ts'
import type { Change } from '@darsi/kit/mongo/collection.ts'
import type { Account } from './accounts/account.ts'
import type { AccountStore } from './accounts/account-store.ts'
import type { InvitedAddressStore } from './accounts/invited-address-store.ts'
import { proving } from './accounts/proof.ts'
import type { Erase } from './lifecycle/erasure.ts'
import type { PersonConsumes } from './persons/events.ts'
import type { EndSessions } from './sessions/end-sessions.ts'
import type { Sessions } from './sessions/sessions.ts'

type Parts = {
  accounts: AccountStore
  invitedAddresses: InvitedAddressStore
  sessions: Sessions
  erase: Erase
  endSessions: EndSessions
}
type Decision = { subject: string; producer: string; sequence: number; data: { at: string } }

/** The handlers that only write rows. */
function createRows(accounts: AccountStore) {
  const moved = (event: Decision, change: Change<Account>) =>
    project(accounts.collection, event.subject, event, change, { upsert: false })
  const decided = (event: Decision, $set: Partial<Account>) => moved(event, { $set })
  const approved = (event: Decision) =>
    decided(event, { status: 'approved', approvedAt: new Date(event.data.at) })
  return {
    decided,
    approved,
    reopened: (event: Decision) => decided(event, { status: 'pending' }),
    suspended: (event: Decision) => moved(event, proving('suspension', { status: 'suspended' })),
    phone: (event: DarsiEvent<'user.profile-changed'>) =>
      project(
        accounts.collection,
        event.subject,
        event,
        { $set: { phone: event.personal.phone } },
        { upsert: false },
      ),
  }
}

/** Handlers of state records. */
export function rowWriters({ accounts, sessions }: Pick<Parts, 'accounts' | 'sessions'>): Consumes {
  const rows = createRows(accounts)
  return {
    'user.approved': rows.approved,
    'user.reinstated': rows.approved,
    'user.reopened': rows.reopened,
    'user.suspended': async (event) => {
      // a suspension voids links and sessions, which must happen once
      if ((await accounts.byId(event.subject))?.status === 'suspended') return
      await rows.suspended(event)
      await sessions.endAll(event.subject)
    },
    'user.profile-changed': rows.phone,
  }
}

/** The admin service decides; auth keeps the status for the login check. */
export function consumes(
  { accounts, invitedAddresses, sessions, erase, endSessions }: Parts,
  persons: PersonConsumes,
): Consumes {
  const rows = createRows(accounts)
  const approved = async (event: DarsiEvent<'user.approved' | 'user.reinstated'>) => {
    await rows.approved(event)
    await persons['user.approved'](event)
  }

  return {
    ...persons,
    'user.approved': approved,
    'user.reinstated': approved,
    'user.profile-changed': async (event) => {
      await rows.phone(event)
      await persons['user.profile-changed'](event)
    },
    'user.reopened': async (event) => {
      await rows.reopened(event)
      await persons['user.reopened'](event)
    },
    'user.suspended': async (event) => {
      await rows.suspended(event)
      await persons['user.suspended'](event)
      // uses the current state: after a crash the event is delivered again, and an old event must end nothing
      const account = await accounts.byId(event.subject)
      if (account?.status === 'suspended') await sessions.endAll(event.subject)
    },
    'user.sessions-end-requested': async (event) => {
      const account = await accounts.byId(event.subject)
      // a tombstone has no sessions
      if (!account) return
      // a repetition publishes nothing and ends no newer session, only those that an earlier delivery could not end
      if ((account.src?.['admin'] ?? 0) >= event.sequence) return sessions.endOutdated(account)
      const mark = { $max: { 'src.admin': event.sequence } }
      await endSessions(event.subject, { reason: 'administrator', mark })
    },
    'guardian.invited': ({ data, personal }) =>
      invitedAddresses.keep(personal.token, personal.email, new Date(data.expiresAt)),
    'user.deletion-requested': ({ data }) =>
      erase(data.userId, { at: new Date(data.at), isMerged: data.isMerged ?? false }),
  }
}
