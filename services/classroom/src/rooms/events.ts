import { connectionEventTypes } from '@darsi/contracts/events/events.ts'
import { type Consumes, handles } from '@darsi/kit/events/consumer.ts'
import { eraseChild } from '../erasure.ts'
import type { ConnectionEvent } from '../parties/party-store.ts'
import type { Parts } from '../parts.ts'
import type { LessonEvent } from './room-store.ts'

/** Every handler may run again: it takes the steps that the newest state requires. */
export function roomEvents(parts: Parts): Consumes {
  const { rooms, parties } = parts
  const lesson = (event: LessonEvent) => rooms.applyLesson(event)
  const settle = async (connectionId: string, at: string): Promise<void> => {
    await rooms.settleConnection(connectionId)
    await eraseChild(parts, connectionId, new Date(at))
  }
  const connection = async (event: ConnectionEvent): Promise<void> => {
    await parties.applyConnection(event)
    await settle(event.data.connectionId, event.data.at)
  }
  return {
    'session.booked': lesson,
    'session.proposed': lesson,
    'session.moved': lesson,
    'session.cancelled': lesson,
    'session.held': lesson,
    'session.resumed': lesson,
    'session.completed': lesson,
    'session.no-show': lesson,
    ...handles(connectionEventTypes, connection),
    'guardian.left': async (event) => {
      for (const id of await parties.leaveChild(event)) await settle(id, event.data.at)
    },
  }
}
