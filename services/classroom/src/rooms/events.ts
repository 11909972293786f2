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
  const connection = async (event: ConnectionEvent): Promise<void> => {
    await parties.applyConnection(event)
    await rooms.settleConnection(event.data.connectionId)
    await eraseChild(parts, event.data.connectionId, new Date(event.data.at))
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
  }
}
