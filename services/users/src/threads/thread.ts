import type { ConnectionStatus } from '@darsi/contracts/connections-api.ts'
import { firstNameOf } from '@darsi/contracts/first-name.ts'
import { problem } from '@darsi/kit/problem.ts'
import type { Profile } from '../profile.ts'

/** A message as it is kept: its text only sealed. */
export type KeptMessage = {
  _id: string
  threadId: string
  /** Grows by one per thread. */
  number: number
  by: string
  at: Date
  sealed: string
  held: boolean
}

/** The conversation of one connection; its id for callers is the connection's. */
export type Thread = {
  _id: string
  connectionId: string
  subject: string
  status: ConnectionStatus
  teacherId: string
  studentId: string | null
  childId: string | null
  guardianIds: string[]
  minor: boolean
  memberIds: string[]
  lastNumber: number
  lastAt: Date
  /** The newest message stands here first, in one write with its event; then among the others. */
  last: KeptMessage | null
  /** Of the newest messages: which call made which, so that a repeated call makes no second one. */
  recent: { key: string; number: number }[]
  reads: Record<string, number>
  blockedBy: string[]
}

export type Part = 'teacher' | 'student' | 'guardian'
export type People = ReadonlyMap<string, Profile>
type Facts = { people: People; isConsented: boolean }

/** Who wrote what an erased account left. */
export const erasedAuthor = 'erased'

/** Its events are of another aggregate than the connection's, so it is known to them by another id. */
export const keyOf = (connectionId: string): string => `thread.${connectionId}`

type Parties = Pick<Thread, 'teacherId' | 'studentId' | 'guardianIds'>

export function membersOf({ teacherId, studentId, guardianIds }: Parties): string[] {
  return [...new Set([teacherId, ...(studentId ? [studentId] : []), ...guardianIds])]
}

/** A minor's full name is for the own family; a teacher knows the first one. */
export function nameFor(
  { minor, studentId }: Pick<Thread, 'minor' | 'studentId'>,
  { _id, fullName }: Pick<Profile, '_id' | 'fullName'>,
  viewer: Part,
): string {
  return viewer === 'teacher' && minor && _id === studentId ? firstNameOf(fullName) : fullName
}

/** @throws problem `not-found` for who is no member: a stranger does not learn that there is a thread */
export function partOf(thread: Thread | null, userId: string): Part {
  if (!thread?.memberIds.includes(userId)) throw problem('not-found')
  if (thread.teacherId === userId) return 'teacher'
  return thread.studentId === userId ? 'student' : 'guardian'
}

/** Open while the connection is, both sides have a living account, and for a minor somebody watches who consented. */
export function isOpen(thread: Thread, { people, isConsented }: Facts): boolean {
  const isActive = (id: string) => {
    const profile = people.get(id)
    return profile !== undefined && profile.status !== 'suspended'
  }
  if (thread.status !== 'approved' || !isActive(thread.teacherId)) return false
  if (thread.studentId && !isActive(thread.studentId)) return false
  if (!thread.studentId && !thread.guardianIds.some(isActive)) return false
  return !thread.minor || (isConsented && thread.guardianIds.some(isActive))
}

/** @throws problem `thread-closed` or `thread-blocked` */
export function refuseWriting(thread: Thread, facts: Facts): void {
  if (!isOpen(thread, facts)) throw problem('thread-closed')
  if (thread.blockedBy.length > 0) throw problem('thread-blocked')
}

/** Held back: for the writer and those who watch over the minor. */
export function maySee({ held, by }: Pick<KeptMessage, 'held' | 'by'>, userId: string, part: Part): boolean {
  return !held || by === userId || part === 'guardian'
}

/** Everybody who sees a message but its writer. */
export function readersOf(thread: Thread, message: Pick<KeptMessage, 'held' | 'by'>): string[] {
  return thread.memberIds.filter((id) => id !== message.by && maySee(message, id, partOf(thread, id)))
}
