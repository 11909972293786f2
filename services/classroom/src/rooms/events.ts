import { connectionEventTypes } from '@darsi/contracts/events/events.ts'
import { type Consumes, handles } from '@darsi/kit/events/consumer.ts'
import type { ConnectionEvent } from '../parties/party-store.ts'
import type { Parts } from '../parts.ts'
import type { LessonEvent } from './room-store.ts'

/** Every handler may run again: it takes the steps that the newest state requires. */
export function roomEvents({ rooms, parties }: Pick<Parts, 'rooms' | 'parties'>): Consumes {
  const lesson = (event: LessonEvent) => rooms.applyLesson(event)
  const connection = async (event: ConnectionEvent): Promise<void> => {
    await parties.applyConnection(event)
    await rooms.settleConnection(event.data.connectionId)
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
