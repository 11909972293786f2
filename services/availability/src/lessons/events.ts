import { connectionEventTypes } from '@darsi/contracts/events/events.ts'
import { type Consumes, handles } from '@darsi/kit/events/consumer.ts'
import { cancelGroupsOf } from '../groups/cancel-group.ts'
import type { ConnectionEvent } from '../parties/party-store.ts'
import type { Parts } from '../parts.ts'
import { cancelOfAccount, keepToConnection } from './keep-to-connection.ts'
import { updateParties } from './update-parties.ts'

/** Every handler may run again: it changes what differs from the newest state of the connection. */
export function lessonEvents(parts: Parts): Consumes {
  const connection = async (event: ConnectionEvent): Promise<void> => {
    const row = await parts.parties.applyConnection(event)
    if (!row) return
    await updateParties(parts, row)
    await keepToConnection(parts, row)
  }
  return {
    ...handles(connectionEventTypes, connection),
    'guardian.left': async (event) => {
      for (const row of await parts.parties.leaveChild(event)) await updateParties(parts, row)
    },
    'classroom.ended': ({ data: { sessionId, proposal, liveSeconds } }) =>
      parts.lessons.noteAttendance(sessionId, { proposal, liveSeconds }),
    'user.suspended': async (event) => {
      const { userId } = event.data
      await parts.parties.setAccount(event, 'suspended')
      // an event from before a reinstatement must not cancel what was booked after it
      if (!(await parts.partyQueries.isSuspended([userId]))) return
      await cancelOfAccount(parts, userId, { cause: 'account-suspended' })
      await cancelGroupsOf(parts, userId, 'account-suspended')
    },
  }
}
