import type { DarsiEvent, EventInput } from '@darsi/contracts/events/events.ts'
import { partyIdsOf } from '@darsi/contracts/rules/party-ids.ts'
import { contactOf, type Profile } from '../profiles/profile.ts'
import {
  isOpen,
  nameFor,
  type People,
  readersOf,
  type StoredMessage,
  type Thread,
  type ThreadFacts,
  type ThreadParties,
  threadIdOf,
} from './thread.ts'

type ConnectionEvent = DarsiEvent<'connection.approved'>['data']

/** The fields that a thread copies from its connection. */
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
    pausedFor = null,
  } = data
  const parties = {
    connectionId,
    subject,
    status,
    pausedFor,
    teacherId,
    studentId,
    childId,
    guardianIds,
    minor,
  }
  return { ...parties, memberIds: partyIdsOf(parties) }
}

/** The thread of a newly approved connection. */
export function newThread(data: ConnectionEvent): Thread {
  return {
    _id: threadIdOf(data.connectionId),
    ...partiesOf(data),
    lastNumber: 0,
    lastAt: new Date(data.at),
    last: null,
    recent: [],
    released: [],
    reads: {},
    removalAnnouncedAt: null,
    kept: null,
  }
}

export function threadChanged(thread: Thread, facts: ThreadFacts, at: Date): EventInput {
  const { connectionId, memberIds } = thread
  const open = isOpen(thread, facts)
  return {
    type: 'thread.changed',
    data: { threadId: connectionId, memberIds, open, blockedBy: [...facts.blockedBy], at: at.toISOString() },
  }
}

export function threadRead(thread: Thread, by: string, number: number, at: Date): EventInput {
  const { connectionId: threadId, memberIds } = thread
  return { type: 'thread.read', data: { threadId, by, number, memberIds, at: at.toISOString() } }
}

/** Ids are readable, personal data is sealed, and the text is in neither. */
export function messageSent(thread: Thread, message: StoredMessage, people: People): EventInput {
  const to = readersOf(thread, message)
  const recipients = to.flatMap((userId) => {
    const profile = people.get(userId)
    return profile?.status === 'suspended' ? [] : recipientOf(profile)
  })
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
    // as the teacher may read it: mails go to teachers too
    personal: { from: author ? nameFor(thread, author, 'teacher') : '', subject: thread.subject, recipients },
  }
}

/** To the author, and to those who could not see it before. */
export function messageReleased(
  thread: Thread,
  message: StoredMessage,
  { by, at, people }: { by: string; at: Date; people: People },
): EventInput {
  const { connectionId: threadId, memberIds, subject, teacherId, studentId } = thread
  const sawIt = readersOf(thread, message)
  const to = memberIds.filter((userId) => !sawIt.includes(userId))
  const nameOf = (id: string | null) => people.get(id ?? '')?.fullName ?? ''
  return {
    type: 'message.released',
    data: {
      ...learnerOf(thread),
      ...{ threadId, memberIds, messageId: message._id },
      ...{ writtenBy: message.by, writtenAt: message.at.toISOString() },
      ...{ by, at: at.toISOString() },
    },
    personal: {
      ...{ student: nameOf(studentId), teacher: nameOf(teacherId), subject },
      recipients: to.flatMap((userId) => {
        const profile = people.get(userId)
        return profile && profile.status !== 'suspended' ? [contactOf(profile)] : []
      }),
    },
  }
}

/** Names the subject and no person, because members may read different names. */
export function removalAnnounced(thread: Thread, people: People, removeAt: Date, at: Date): EventInput {
  const { connectionId: threadId, memberIds, subject } = thread
  const members = memberIds.flatMap((userId) => recipientOf(people.get(userId)))
  return {
    type: 'thread.removal-announced',
    data: { threadId, memberIds, removeAt: removeAt.toISOString(), at: at.toISOString() },
    personal: { subject, members: members.map(({ mail: _, ...member }) => member) },
  }
}

export function learnerOf({
  connectionId,
  teacherId,
  studentId,
  childId,
  guardianIds,
  minor,
}: ThreadParties) {
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
  return [{ ...contactOf(profile), mail: profile.notifications.email }]
}
