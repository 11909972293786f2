import { connectionEventTypes } from '@darsi/contracts/events/events.ts'
import { type Consumes, handles } from '@darsi/kit/events/consumer.ts'
import { eraseAccount } from './erasure.ts'
import type { Parts } from './parts.ts'
import { roomEvents } from './rooms/events.ts'

export function consumes(parts: Parts): Consumes {
  const { parties, rooms } = parts
  const account = async (userId: string): Promise<void> => {
    for (const connectionId of await parties.connectionIdsOf(userId))
      await rooms.settleConnection(connectionId)
  }
  return {
    ...roomEvents(parts),
    'user.profile-changed': (event) => parties.rename(event),
    'user.suspended': async (event) => {
      await parties.setSuspended(event)
      await account(event.data.userId)
    },
    'user.approved': (event) => parties.setSuspended(event),
    'user.reinstated': (event) => parties.setSuspended(event),
    'user.reopened': (event) => parties.setSuspended(event),
    'user.deletion-requested': ({ data }) => eraseAccount(parts, data.userId, new Date(data.at)),
  }
}

/** Handlers of state records: rooms do not follow, so no lesson ends. */
export function rowWriters({ parties }: Pick<Parts, 'parties'>): Consumes {
  return {
    ...handles(connectionEventTypes, parties.applyConnection),
    'user.profile-changed': parties.rename,
    ...handles(['user.suspended', 'user.approved', 'user.reinstated', 'user.reopened'], parties.setSuspended),
  }
}
