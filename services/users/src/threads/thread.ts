import {
  type ConnectionStatus,
  isOpenConnection,
  type PausedFor,
} from '@darsi/contracts/calls/users/connections-api.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Child } from '../children/child.ts'
import type { Profile } from '../profiles/profile.ts'

/** A message as it is stored: its text is sealed. */
export type StoredMessage = {
  _id: string
  threadId: string
  /** Counts the messages of the thread. */
  number: number
  by: string
  at: Date
  sealed: string
  /** Ids of its materials. */
  files: string[]
  /** Contains contact details and is hidden from the other side until a guardian releases it. */
  held: boolean
  /** Contains contact details for adults: hidden from the learner, also from a child's later account. */
  adultsOnly: boolean
}

/** The conversation of one connection; callers know it by the connection's id. */
export type Thread = {
  _id: string
  connectionId: string
  subject: string
  status: ConnectionStatus
  /** Why it is paused, where that is said. */
  pausedFor: PausedFor | null
  teacherId: string
  studentId: string | null
  childId: string | null
  guardianIds: string[]
  minor: boolean
  memberIds: string[]
  lastNumber: number
  lastAt: Date
  /** The newest message: written here together with its event, copied to the messages afterwards. */
  last: StoredMessage | null
  /** Idempotency keys of the newest messages, so that a repeated call adds no second message. */
  recent: { key: string; number: number }[]
  /** Numbers of the held messages that a guardian let through, each written together with its event. */
  released: number[]
  /** By member, the number of the newest message that the member has read. */
  reads: Record<string, number>
  /** When the members were notified that the thread will be removed. */
  removalAnnouncedAt: Date | null
  kept: Kept | null
}

/** The account of the learner, a minor, was closed: for a time the guardians read the conversation, and nobody else. */
export type Kept = {
  accountId: string
  /** The learner's name, sealed. */
  name: string
  at: Date
}

export type Part = 'teacher' | 'student' | 'guardian'
export type Reader = { userId: string; part: Part }
export type People = ReadonlyMap<string, Profile>
/** `blockedBy`: the members who blocked the other side, in whichever of their conversations. */
export type ThreadFacts = { people: People; isConsented: boolean; blockedBy: readonly string[] }
/** The people whom a conversation, or a request for one, is about. */
export type ThreadParties = Pick<
  Thread,
  'connectionId' | 'teacherId' | 'studentId' | 'childId' | 'guardianIds' | 'minor'
>

/** Author of the messages that an erased account left. */
export const erasedAuthor = 'erased'
const storedKeys = 20

/** Not the connection's id: thread events are numbered by an aggregate of their own. */
export const threadIdOf = (connectionId: string): string => `thread.${connectionId}`

const messageIdOf = (threadId: string, number: number): string => `${threadId}.${number}`

/** The number in a message id of this thread; null for any other id. */
export function numberIn(threadId: string, messageId: string): number | null {
  const number = messageId.startsWith(`${threadId}.`) ? messageId.slice(threadId.length + 1) : ''
  return /^\d{1,9}$/.test(number) ? Number(number) : null
}

/** Only the family sees a minor's full name; the teacher sees the first name while the connection is open. */
export function nameFor(
  { minor, studentId, status }: Pick<Thread, 'minor' | 'studentId' | 'status'>,
  { _id, fullName }: Pick<Profile, '_id' | 'fullName'>,
  viewer: Part,
): string {
  if (viewer !== 'teacher' || !minor || _id !== studentId) return fullName
  return isOpenConnection({ status }) ? firstNameOf(fullName) : ''
}

/** A child without an account has only a first name; the teacher of a closed connection does not see it. */
export function learnerNameFor(
  thread: Pick<Thread, 'minor' | 'studentId' | 'status'>,
  { student, child }: { student: Profile | null; child: Child | null },
  viewer: Part,
): string {
  if (student) return nameFor(thread, student, viewer)
  return viewer === 'teacher' && !isOpenConnection(thread) ? '' : (child?.firstName ?? '')
}

/** @throws problem `not-found` for other people: a stranger must not learn that the thread exists */
export function partOf(thread: Thread, userId: string): Part {
  if (!thread.memberIds.includes(userId)) throw problem('not-found')
  return sideOf(thread, userId)
}

export function sideOf({ teacherId, studentId }: Thread, userId: string): Part {
  if (teacherId === userId) return 'teacher'
  return studentId === userId ? 'student' : 'guardian'
}

/** Open while the connection is, both sides have an active account and, for a minor, an active guardian consented. */
export function isOpen(thread: Thread, { people, isConsented }: Omit<ThreadFacts, 'blockedBy'>): boolean {
  const isActive = (id: string) => {
    const profile = people.get(id)
    return profile !== undefined && profile.status !== 'suspended'
  }
  if (thread.status !== 'approved' || thread.kept || !isActive(thread.teacherId)) return false
  if (thread.studentId && !isActive(thread.studentId)) return false
  if (!thread.studentId && !thread.guardianIds.some(isActive)) return false
  return !thread.minor || (isConsented && thread.guardianIds.some(isActive))
}

/** @throws problem `connection-paused`, `thread-closed` or `thread-blocked` */
export function refuseWriting(thread: Thread, facts: ThreadFacts): void {
  if (thread.status === 'suspended') throw problem('connection-paused')
  if (!isOpen(thread, facts)) throw problem('thread-closed')
  if (facts.blockedBy.length > 0) throw problem('thread-blocked')
}

type Hidden = Pick<StoredMessage, 'held' | 'adultsOnly' | 'by'>

/** A held message is visible to its author and to the minor's guardians; one for adults to everyone but the learner. */
export function maySee({ held, adultsOnly, by }: Hidden, { userId, part }: Reader): boolean {
  if (by === userId || part === 'guardian') return true
  return !held && !(adultsOnly && part === 'student')
}

/** Every member who sees the message, without its author. */
export function readersOf(thread: Thread, message: Hidden): string[] {
  return thread.memberIds.filter(
    (userId) => userId !== message.by && maySee(message, { userId, part: partOf(thread, userId) }),
  )
}

type NewMessage = Pick<StoredMessage, 'by' | 'at' | 'sealed' | 'files' | 'held' | 'adultsOnly'>

export function nextMessage({ connectionId, lastNumber }: Thread, written: NewMessage): StoredMessage {
  const number = lastNumber + 1
  return { _id: messageIdOf(connectionId, number), threadId: connectionId, number, ...written }
}

/** @param key the idempotency key of the call */
export function withMessage(thread: Thread, message: StoredMessage, key: string | null): Thread {
  const { number, at } = message
  const recent = key === null ? thread.recent : [...thread.recent, { key, number }]
  return { ...thread, last: message, lastNumber: number, lastAt: at, recent: recent.slice(-storedKeys) }
}

/** A guardian lets a held message through; its own copy changes afterwards. Null when a guardian did before. */
export function withReleased(thread: Thread, { _id, number }: StoredMessage): Thread | null {
  const { last, released } = thread
  if (released.includes(number)) return null
  return {
    ...thread,
    released: [...released, number],
    last: last?._id === _id ? { ...last, held: false } : last,
  }
}

/** Null when the member has already read that far. */
export function markRead(thread: Thread, userId: string, number: number): Thread | null {
  partOf(thread, userId)
  const read = Math.min(number, thread.lastNumber)
  if (read <= (thread.reads[userId] ?? 0)) return null
  return { ...thread, reads: { ...thread.reads, [userId]: read } }
}

/** The connection of a kept conversation has lost its people, so only its status is copied. */
export function withParties(thread: Thread, parties: Partial<Thread> & Pick<Thread, 'memberIds'>): Thread {
  if (thread.kept) return { ...thread, status: parties.status ?? thread.status }
  return { ...thread, ...parties }
}

/**
 * Removes former guardians, and adds the account that took over the child's data. It does not use `membersOf`, which
 * would add an erased teacher or student again.
 * @returns null when nothing changes
 */
export function keepOnlyGuardians(
  thread: Thread,
  guardianIds: readonly string[],
  learnerId: string | null,
): Thread | null {
  if (thread.kept) return null
  const added = thread.studentId ? null : learnerId
  const left = thread.guardianIds.filter((userId) => !guardianIds.includes(userId))
  if (left.length === 0 && !added) return null
  const others = (ids: readonly string[]) => ids.filter((id) => !left.includes(id))
  return withParties(thread, {
    guardianIds: others(thread.guardianIds),
    memberIds: [...others(thread.memberIds), ...(added ? [added] : [])],
    ...(added && { studentId: added }),
  })
}

/** The guardians alone read it from now on; null when they do already. */
export function keepForGuardians(thread: Thread, guardianIds: readonly string[], kept: Kept): Thread | null {
  if (thread.kept) return null
  const ids = { guardianIds: [...guardianIds], memberIds: [...guardianIds] }
  return { ...withParties(thread, ids), kept }
}

/** Removes an erased account and its text. @param emptyText sealed */
export function withoutMember(thread: Thread, userId: string, emptyText: string): Thread {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== userId)
  const { last, reads } = thread
  return {
    ...thread,
    memberIds: others(thread.memberIds),
    guardianIds: others(thread.guardianIds),
    recent: [],
    last: last?.by === userId ? { ...last, by: erasedAuthor, sealed: emptyText, files: [] } : last,
    reads: Object.fromEntries(Object.entries(reads).filter(([id]) => id !== userId)),
  }
}

/** Null when the removal was announced before. */
export function announceRemoval(thread: Thread, at: Date): Thread | null {
  return thread.removalAnnouncedAt ? null : { ...thread, removalAnnouncedAt: at }
}
