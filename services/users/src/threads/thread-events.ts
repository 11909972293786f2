import type { DarsiEvent, EventInput } from '@darsi/contracts/events.ts'
import type { Profile } from '../profile.ts'
import {
  isOpen,
  type KeptMessage,
  keyOf,
  membersOf,
  nameFor,
  type People,
  readersOf,
  type Thread,
} from './thread.ts'

type ConnectionEvent = DarsiEvent<'connection.approved'>['data']
type Facts = { people: People; isConsented: boolean }

/** What a thread takes over from its connection. */
export function partiesOf(data: ConnectionEvent) {
  const {
    studentId = null,
    childId = null,
    connectionId,
    subject,
    status,
    teacherId,
    guardianIds,
    minor,
  } = data
  const parties = { connectionId, subject, status, teacherId, studentId, childId, guardianIds, minor }
  return { ...parties, memberIds: membersOf(parties) }
}

/** The thread of a connection that was just approved. */
export function openedThread(data: ConnectionEvent): Thread {
  return {
    _id: keyOf(data.connectionId),
    ...partiesOf(data),
    lastNumber: 0,
    lastAt: new Date(data.at),
    last: null,
    recent: [],
    reads: {},
    blockedBy: [],
  }
}

export function threadChanged(thread: Thread, facts: Facts, at: Date): EventInput {
  const { connectionId, memberIds, blockedBy } = thread
  const open = isOpen(thread, facts)
  return {
    type: 'thread.changed',
    data: { threadId: connectionId, memberIds, open, blockedBy, at: at.toISOString() },
  }
}

export function threadRead(thread: Thread, by: string, number: number, at: Date): EventInput {
  const { connectionId: threadId, memberIds } = thread
  return { type: 'thread.read', data: { threadId, by, number, memberIds, at: at.toISOString() } }
}

/** Ids in the open, people sealed, and no text anywhere. */
export function messageSent(thread: Thread, message: KeptMessage, people: People): EventInput {
  const to = readersOf(thread, message)
  const recipients = to.flatMap((userId) => recipientOf(people.get(userId)))
  const author = people.get(message.by)
  return {
    type: 'message.sent',
    data: {
      ...learnerOf(thread),
      threadId: thread.connectionId,
      messageId: message._id,
      number: message.number,
      by: message.by,
      to,
      held: message.held,
      at: message.at.toISOString(),
    },
    // mails tell the teacher of it
    personal: { from: author ? nameFor(thread, author, 'teacher') : '', subject: thread.subject, recipients },
  }
}

type Pair = Pick<Thread, 'connectionId' | 'teacherId' | 'studentId' | 'childId' | 'guardianIds' | 'minor'>

export function learnerOf({ connectionId, teacherId, studentId, childId, guardianIds, minor }: Pair) {
  return {
    connectionId,
    teacherId,
    ...(studentId && { studentId }),
    ...(childId && { childId }),
    guardianIds,
    minor,
  }
}

function recipientOf(profile: Profile | undefined) {
  if (!profile) return []
  const { _id: userId, email, fullName, language, notifications } = profile
  return [{ userId, email, fullName, language, mail: notifications.email }]
}
