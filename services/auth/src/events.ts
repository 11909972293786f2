import type { Consumes } from '@darsi/kit/consumer.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { project } from '@darsi/kit/projection.ts'
import type { AccountStore } from './account-store.ts'
import type { Sessions } from './sessions.ts'

type Parts = { accounts: AccountStore; sessions: Sessions; outbox: Outbox }

/** Decisions are the admin service's; auth keeps the status for the login gate. */
export function consumes({ accounts, sessions, outbox }: Parts): Consumes {
  const model = accounts.model as never
  const onlyIfThere = { upsert: false }
  return {
    'user.approved': async (event) => {
      await project(
        model,
        event.subject,
        event,
        { $set: { status: 'approved', approvedAt: new Date(event.data.at) } },
        onlyIfThere,
      )
    },
    'user.reinstated': async (event) => {
      await project(
        model,
        event.subject,
        event,
        { $set: { status: 'approved', approvedAt: new Date(event.data.at) } },
        onlyIfThere,
      )
    },
    'user.suspended': async (event) => {
      const outcome = await project(
        model,
        event.subject,
        event,
        { $set: { status: 'suspended' } },
        onlyIfThere,
      )
      const account = await accounts.byId(event.subject)
      // also after a crash between the two: ending sessions twice does no harm
      if (outcome === 'applied' || account?.status === 'suspended') await sessions.endAll(event.subject)
    },
    'user.deletion-requested': async (event) => {
      await sessions.endAll(event.subject)
      const at = new Date()
      await outbox.replace(accounts.model, event.subject, (account) => {
        if (account.email.startsWith('erased:')) return null
        return {
          // the address is free again, and nothing personal is left
          document: {
            email: `erased:${account._id}`,
            fullName: 'erased',
            language: 'en',
            role: account.role,
            status: 'suspended',
            createdAt: account.createdAt,
            erasedAt: at,
          },
          event: {
            type: 'user.erased',
            data: { userId: account._id, service: 'auth', at: at.toISOString() },
          },
        }
      })
    },
  }
}
