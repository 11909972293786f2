import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { Change } from '@darsi/kit/mongo/collection.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { proving } from '../accounts/proof.ts'
import type { Sessions } from './sessions.ts'

type Parts = { accounts: AccountStore; sessions: Sessions; outbox: Outbox; now: () => Date }
type Options = {
  reason: DarsiEvent<'user.sessions-ended'>['data']['reason']
  except?: string | undefined
  /** Written together with the proof. */
  mark?: Change<Account>
}

/** Ends the sessions of an account and voids its links, pending changes and challenges. */
export function createEndSessions({ accounts, sessions, outbox, now }: Parts) {
  return async (userId: string, { reason, except, mark }: Options): Promise<void> => {
    const changed = await outbox.update(accounts.collection, userId, ({ role }) => ({
      update: { ...mark, ...proving('sessions-ended', {}) },
      event: {
        type: 'user.sessions-ended',
        data: {
          ...{ userId, role, at: now().toISOString(), reason },
          ...(except !== undefined && { sessionId: except }),
        },
      },
    }))
    await sessions.endAll(userId, except, changed)
  }
}

export type EndSessions = ReturnType<typeof createEndSessions>
