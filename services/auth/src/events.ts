import type { Consumes } from '@darsi/kit/consumer.ts'
import { project } from '@darsi/kit/projection.ts'
import type { AccountStore } from './accounts/account-store.ts'
import type { Erase } from './accounts/erasure.ts'
import type { Sessions } from './sessions/sessions.ts'

type Parts = { accounts: AccountStore; sessions: Sessions; erase: Erase }
type Decision = { subject: string; producer: string; sequence: number; data: { at: string } }

/** Decisions are the admin service's; auth keeps the status for the login gate. */
export function consumes({ accounts, sessions, erase }: Parts): Consumes {
  const decided = (event: Decision, $set: object) =>
    project(accounts.model as never, event.subject, event, { $set }, { upsert: false })

  return {
    'user.approved': (event) => decided(event, { status: 'approved', approvedAt: new Date(event.data.at) }),
    'user.reinstated': (event) => decided(event, { status: 'approved', approvedAt: new Date(event.data.at) }),
    'user.reopened': (event) => decided(event, { status: 'pending' }),
    'user.suspended': async (event) => {
      await decided(event, { status: 'suspended' })
      // by what stands now: after a crash in between the event comes again, and an old one must end nothing
      const account = await accounts.byId(event.subject)
      if (account?.status === 'suspended') await sessions.endAll(event.subject)
    },
    'user.deletion-requested': ({ data }) => erase(data.userId),
  }
}
