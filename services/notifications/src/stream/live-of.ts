import type { DarsiEvent, EventType } from '@darsi/contracts/events.ts'
import type { LiveEvent } from '@darsi/contracts/live.ts'

export type Telling = { to: readonly string[]; event: LiveEvent }

type Parties = {
  teacherId: string
  studentId?: string | undefined
  guardianIds: readonly string[]
  requesterId?: string | undefined
}

/** Who is to look again at what, after an event; null when nobody's screen shows it. */
export function liveOf(event: DarsiEvent): Telling | null {
  switch (event.type) {
    case 'connection.requested':
    case 'connection.agreed':
    case 'connection.approved':
    case 'connection.declined':
    case 'connection.cancelled':
    case 'connection.expired':
    case 'connection.ended':
    case 'connection.changed':
      return telling(partiesOf(event.data), 'connection', event.data.connectionId)
    case 'message.sent':
      // also the writer's other tabs
      return telling([...event.data.to, event.data.by], 'message', event.data.threadId)
    case 'thread.read':
    case 'thread.changed':
      return telling(event.data.memberIds, 'thread', event.data.threadId)
    case 'session.booked':
    case 'session.moved':
    case 'session.cancelled':
    case 'session.completed':
    case 'session.no-show':
    case 'report.written':
    case 'review.written':
    case 'review.answered':
      return telling(partiesOf(event.data), 'lesson', event.data.sessionId)
    case 'report.read': {
      const { teacherId, by, sessionId } = event.data
      // the teacher's mark, and the reader's other tabs
      return telling([teacherId, by], 'lesson', sessionId)
    }
    case 'alert.opened':
    case 'alert.answered':
    case 'alert.resolved':
      return telling(event.data.guardianIds, 'alert', event.data.alertId)
    default:
      return null
  }
}

/** The events that `liveOf` knows, for the consumer's table. */
export const liveEvents = [
  'connection.requested',
  'connection.agreed',
  'connection.approved',
  'connection.declined',
  'connection.cancelled',
  'connection.expired',
  'connection.ended',
  'connection.changed',
  'message.sent',
  'thread.read',
  'thread.changed',
  'session.booked',
  'session.moved',
  'session.cancelled',
  'session.completed',
  'session.no-show',
  'report.written',
  'report.read',
  'review.written',
  'review.answered',
  'alert.opened',
  'alert.answered',
  'alert.resolved',
] as const satisfies readonly EventType[]

const telling = (to: readonly string[], kind: LiveEvent['kind'], id: string): Telling => ({
  to,
  event: { kind, id },
})

function partiesOf({ teacherId, studentId, guardianIds, requesterId }: Parties): string[] {
  return [teacherId, studentId, requesterId, ...guardianIds].filter((id) => id !== undefined)
}
