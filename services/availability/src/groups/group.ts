import type { EducationLevel } from '@darsi/contracts/reference/levels.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import {
  decideHoursBefore,
  type GroupAudience,
  offerHoursBefore,
  smallestGroup,
} from '@darsi/contracts/rules/groups.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { CancelCause, Lesson } from '../lessons/lesson.ts'
import { needsAnswer } from '../lessons/proposal.ts'
import { seatRefusal } from '../lessons/seat-rule.ts'
import { wishRefusal } from '../lessons/wish.ts'
import { type ConnectionRow, learnerOf } from '../parties/party.ts'

export type GroupCause = Extract<
  CancelCause,
  'group-cancelled' | 'group-too-small' | 'account-suspended' | 'account-erased'
>
/** `warn`: the teacher gets a notice that learners are missing; `decide`: a group that is too small is cancelled. */
type GroupStep = 'warn' | 'decide'

/** An hour that a teacher offers to minors or to adults of one level. A learner's seat in it is a lesson with its `groupId`. */
export type Group = {
  _id: string
  teacherId: string
  subject: string
  level: EducationLevel
  audience: GroupAudience
  topic: string
  startsAt: Date
  endsAt: Date
  durationMinutes: number
  type: Lesson['type']
  place: string
  meetingLink: string
  /** TND for one learner. */
  price: number
  capacity: number
  status: 'open' | 'cancelled'
  cause: GroupCause | null
  offeredAt: Date
  /** Id of the booking that took the hours. */
  token: string
  dueAt: Date | null
  dueStep: GroupStep | null
  /** Set while seats of a cancelled group still have to be cancelled. */
  closingAt?: Date
}

/** One step of a group and its event. */
export type GroupMoved = {
  changes: Partial<Group>
  happened: { type: 'group.short'; taken: number } | { type: 'group.cancelled'; cause: GroupCause }
}

export const decidedAt = ({ startsAt }: Pick<Group, 'startsAt'>): Date =>
  new Date(startsAt.getTime() - decideHoursBefore * hourMs)

/** The first timer of a group. @throws problem `group-too-soon` */
export function firstStep(startsAt: Date, now: Date): Pick<Group, 'dueAt' | 'dueStep'> {
  const latest = new Date(startsAt.getTime() - offerHoursBefore * hourMs)
  if (latest < now) throw problem('group-too-soon')
  return { dueAt: latest, dueStep: 'warn' }
}

type Seat = Pick<Lesson, 'studentId' | 'childId' | 'status' | 'heldAt'>

/** Two or more learners will come: a seat on hold or without the guardian's answer does not count. */
export const isLargeEnough = (seats: readonly Seat[]): boolean => comingTo(seats) >= smallestGroup

const comingTo = (seats: readonly Seat[]): number =>
  seats.filter(({ status, heldAt }) => status === 'upcoming' && !heldAt).length

/** What the clock does with a group whose time has come; null when nothing is due. */
export function dueMove(
  group: Group,
  seats: readonly Seat[],
  now: Date,
): GroupMoved | { changes: Partial<Group>; happened: null } | null {
  const { status, dueAt, dueStep } = group
  if (status !== 'open' || !dueAt || !dueStep || dueAt > now) return null
  const isLate = dueStep === 'decide' || decidedAt(group) <= now
  if (isLargeEnough(seats)) return { changes: isLate ? noStep : nextStep(group), happened: null }
  if (isLate) return cancelGroup(group, 'group-too-small', now)
  return { changes: nextStep(group), happened: { type: 'group.short', taken: comingTo(seats) } }
}

const noStep = { dueAt: null, dueStep: null }
const nextStep = (group: Group) => ({ dueAt: decidedAt(group), dueStep: 'decide' as const })

/** Null when it is cancelled already or has begun. */
export function cancelGroup(group: Group, cause: GroupCause, at: Date): GroupMoved | null {
  if (group.status !== 'open' || group.startsAt <= at) return null
  const changes = { ...noStep, status: 'cancelled' as const, cause, closingAt: at }
  return { changes, happened: { type: 'group.cancelled', cause } }
}

/** Why the teacher cannot cancel it now. */
export function cancelRefusal({ status, startsAt }: Pick<Group, 'status' | 'startsAt'>, now: Date) {
  if (status !== 'open') return 'session-state' as const
  return decidedAt({ startsAt }) < now ? ('session-too-late' as const) : null
}

type JoinRefusal =
  | { slug: 'group-closed' | 'group-joined' | 'group-full' | NonNullable<ReturnType<typeof seatRefusal>> }
  | NonNullable<ReturnType<typeof wishRefusal>>

/**
 * Why this learner cannot join now: the same rules of age, presence and consent as for a lesson of the same length, so
 * that the youngest learner's rule is the group's.
 */
export function joinRefusal(
  group: Group,
  seats: readonly Seat[],
  { connection, parentPresent, now }: { connection: ConnectionRow; parentPresent: boolean; now: Date },
): JoinRefusal | null {
  if (group.status !== 'open' || decidedAt(group) <= now) return { slug: 'group-closed' }
  if (connection.subject !== group.subject) return { slug: 'group-level' }
  const slug = seatRefusal(group, connection)
  if (slug) return { slug }
  if (seats.some((seat) => isSameLearner(seat, connection))) return { slug: 'group-joined' }
  if (seats.length >= group.capacity) return { slug: 'group-full' }
  return wishRefusal({ ...group, parentPresent }, learnerOf(connection))
}

/** A minor's seat is a guardian's decision: other families are there, and it has a price of its own. */
export function waitsForGuardian(group: Group, connection: ConnectionRow, by: string): boolean {
  if (connection.guardianIds.includes(by)) return false
  return connection.minor || needsAnswer({ ...connection, by }, learnerOf(connection), [group.startsAt])
}

export const isSameLearner = (
  a: Pick<Seat, 'studentId' | 'childId'>,
  b: Pick<Seat, 'studentId' | 'childId'>,
): boolean =>
  (a.studentId !== null && a.studentId === b.studentId) || (a.childId !== null && a.childId === b.childId)
