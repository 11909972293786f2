import { connectionEventTypes, type DarsiEvent } from '@darsi/contracts/events/events.ts'
import { type Consumes, handles } from '@darsi/kit/events/consumer.ts'
import { eraseAccount, eraseChild } from './erasure.ts'
import type { ConnectionEvent } from './parties/party-store.ts'
import type { Parts } from './parts.ts'
import { lessonEventTypes } from './rooms/room-store.ts'

/** Every handler may run again: it takes the steps that the newest state requires. */
export function consumes(parts: Parts): Consumes {
  const { parties, rooms } = parts
  const settle = async (connectionId: string, at: string): Promise<void> => {
    await rooms.settleConnection(connectionId)
    await eraseChild(parts, connectionId, new Date(at))
  }
  const connection = async (event: ConnectionEvent): Promise<void> => {
    await parties.applyConnection(event)
    await settle(event.data.connectionId, event.data.at)
  }
  const suspend = async (event: DarsiEvent<'user.suspended'>): Promise<void> => {
    await parties.setSuspended(event)
    for (const connectionId of await parties.connectionIdsOf(event.data.userId))
      await rooms.settleConnection(connectionId)
  }
  return {
    ...handles(lessonEventTypes, rooms.applyLesson),
    ...handles(connectionEventTypes, connection),
    ...handles(['user.approved', 'user.reinstated', 'user.reopened'], parties.setSuspended),
    'guardian.left': async (event) => {
      for (const id of await parties.leaveChild(event)) await settle(id, event.data.at)
    },
    'user.profile-changed': parties.rename,
    'user.suspended': suspend,
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
