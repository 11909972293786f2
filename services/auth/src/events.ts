import type { Consumes } from '@darsi/kit/events/consumer.ts'
import { project } from '@darsi/kit/events/projection.ts'
import type { Change } from '@darsi/kit/mongo/collection.ts'
import type { Account } from './accounts/account.ts'
import type { AccountStore } from './accounts/account-store.ts'
import type { Erase } from './accounts/erasure.ts'
import type { InvitedAddressStore } from './accounts/invited-address-store.ts'
import { proving } from './accounts/proof.ts'
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

/** The admin service decides; auth keeps the status for the login check. */
export function consumes({ accounts, invitedAddresses, sessions, erase, endSessions }: Parts): Consumes {
  const decided = (event: Decision, $set: Partial<Account>) => moved(event, { $set })
  const moved = (event: Decision, change: Change<Account>) =>
    project(accounts.collection, event.subject, event, change, { upsert: false })

  return {
    'user.approved': (event) => decided(event, { status: 'approved', approvedAt: new Date(event.data.at) }),
    'user.reinstated': (event) => decided(event, { status: 'approved', approvedAt: new Date(event.data.at) }),
    'user.profile-changed': async (event) => {
      await project(
        accounts.collection,
        event.subject,
        event,
        { $set: { phone: event.personal.phone } },
        { upsert: false },
      )
    },
    'user.reopened': (event) => decided(event, { status: 'pending' }),
    'user.suspended': async (event) => {
      await moved(event, proving('suspension', { status: 'suspended' }))
      // uses the current state: after a crash the event is delivered again, and an old event must end nothing
      const account = await accounts.byId(event.subject)
      if (account?.status === 'suspended') await sessions.endAll(event.subject)
    },
    'user.sessions-end-requested': async (event) => {
      // marked after the work: after a crash the sessions are ended again, and a late repetition ends no newer ones
      const seen = { _id: event.subject, 'src.admin': { $gte: event.sequence } }
      if (await accounts.collection.countDocuments(seen)) return
      // a tombstone has no sessions
      if (!(await accounts.byId(event.subject))) return
      await endSessions(event.subject, { reason: 'administrator' })
      await decided(event, {})
    },
    'guardian.invited': ({ data, personal }) =>
      invitedAddresses.keep(personal.token, personal.email, new Date(data.expiresAt)),
    'user.deletion-requested': ({ data }) => erase(data.userId),
  }
}
