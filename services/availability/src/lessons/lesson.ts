import type { Lesson as LessonView, SessionStatus } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type { AttendanceProposal } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import { decideHoursBefore } from '@darsi/contracts/rules/groups.ts'
import { noShowAfterMs, undoMs } from '@darsi/contracts/rules/lesson-times.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { dueReminder, type ReminderKind, reminderAfter } from './reminders.ts'
import type { SeatTerms } from './seat-rule.ts'
import { agreementOf, type VenueAgreement } from './venue.ts'

export type CancelCause =
  | 'party'
  | 'connection-ended'
  | 'connection-paused'
  | 'not-confirmed'
  | 'consent-withdrawn'
  | 'age-rule'
  | 'account-suspended'
  | 'account-erased'
  | 'group-cancelled'
  | 'group-too-small'
  | 'group-level'
  | 'not-held'

/** Called `session` in the API and in events; in code always lesson, because a session is also a login. */
export type Lesson = {
  _id: string
  connectionId: string
  seriesId: string | null
  /** Set for a seat in a group hour, whose hour, place and link it shares. */
  groupId: string | null
  /** Only of a seat in a group hour. */
  seat?: SeatTerms
  teacherId: string
  /** The learner's account; null for a child without one. */
  studentId: string | null
  childId: string | null
  /** Accounts that may see the lesson: teacher, student, guardians. */
  partyIds: string[]
  subject: string
  startsAt: Date
  endsAt: Date
  durationMinutes: number
  type: 'online' | 'faceToFace'
  place: string
  meetingLink: string
  /** The guardian of a minor who agreed to the place or link, and to which one. */
  agreedVenue: VenueAgreement | null
  /** What the parties noted about it. */
  notes: string
  parentPresent: boolean
  status: SessionStatus
  reason: string
  cause: CancelCause | null
  /** Later lessons of the series that the cancellation by this account has announced; absent once they are cancelled. */
  cancelling?: { by: string; ids: string[] }
  /** Later lessons of the series whose change of details is announced; absent once they have these details. */
  changing?: SeriesChange | null
  bookedBy: string
  bookedAt: Date
  completedAt: Date | null
  reportDueAt: Date | null
  /** Grows with each change that a calendar has to show. */
  revision: number
  /** Id of the booking or move that set the current hour. */
  token: string
  /** Until when a guardian may answer; set while `proposed`. */
  proposedUntil: Date | null
  /** On hold since then. */
  heldAt: Date | null
  /** The meeting link while the lesson is on hold. */
  keptLink: string
  /** The classroom's state, from its events; absent before it began, and for lessons elsewhere. */
  room?: NonNullable<LessonView['room']>
  /** Sequence of the event that set `room`. */
  roomSeq?: number
  /** The result of the classroom at its end; absent before, and for lessons elsewhere. */
  attendance?: { proposal: AttendanceProposal | null; liveSeconds: number }
  remindAt: Date | null
  remindKind: ReminderKind | null
  /** The process that sends the due reminder, and until when no other process may; absent before the first. */
  remindLease?: { by: string; until: Date }
}

/** What the parties may change until the lesson begins; what is absent stays. */
export type Details = {
  place?: string | undefined
  meetingLink?: string | undefined
  notes?: string | undefined
}
/** What a guardian has to agree to: the id of the proposal, and until when. */
export type Proposal = { token: string; until: Date }
export type SeriesChange = { by: string; ids: string[]; details: Details; proposal: Proposal | null }

/** What happened to a lesson: the type of its event, with the fields that only this type has. */
type Happened =
  | {
      type:
        | 'session.booked'
        | 'session.changed'
        | 'session.no-show'
        | 'session.completed'
        | 'session.held'
        | 'session.resumed'
    }
  | { type: 'session.proposed'; previousStartsAt?: Date }
  | { type: 'session.moved'; previousStartsAt: Date }
  | { type: 'session.cancelled'; cause: CancelCause }
  | { type: 'session.reminder-due'; reminder: ReminderKind }

/**
 * One step of a lesson and the event about it. Only the changed fields, because `partyIds` and `reportDueAt` are also
 * updated without a new version: writing the whole lesson would overwrite them with what was read before.
 */
export type Moved = {
  changes: Partial<Lesson>
  happened: Happened
  /** Null for timers and for consequences of other events. */
  by: string | null
  /** The lessons that one mail names together. The first event of a series names all, the others none. */
  announces: readonly Lesson[]
}

/** product.md §5: moved and cancelled until four hours before. */
export const changeMs = decideHoursBefore * hourMs

type CancelAction = 'cancel' | 'cancel-by-guardian' | 'undo'
type Action = 'answer' | 'change' | 'reschedule' | CancelAction | 'complete' | 'report-no-show' | 'not-held'
type Refusal = 'session-state' | 'connection-paused' | 'session-too-late' | 'session-not-started'
type State = Pick<Lesson, 'status' | 'startsAt' | 'heldAt' | 'proposedUntil' | 'groupId' | 'attendance'>

/** A proposed lesson can be answered and withdrawn, nothing else. */
const statusesFor: Readonly<Record<Action, readonly SessionStatus[]>> = {
  answer: ['proposed'],
  change: ['upcoming'],
  reschedule: ['upcoming'],
  cancel: ['proposed', 'upcoming'],
  'cancel-by-guardian': ['proposed', 'upcoming'],
  undo: ['proposed', 'upcoming'],
  complete: ['upcoming'],
  'report-no-show': ['upcoming'],
  'not-held': ['upcoming'],
}

/** Why the lesson does not allow this now; null when the parties may do it. */
export function refusalOf(action: Action, lesson: State, now: Date): Refusal | null {
  if (!statusesFor[action].includes(lesson.status)) return 'session-state'
  if (lesson.heldAt) return 'connection-paused'
  const sinceStart = now.getTime() - lesson.startsAt.getTime()
  switch (action) {
    case 'answer':
      return lesson.proposedUntil && lesson.proposedUntil > now ? null : 'session-state'
    case 'change':
      return sinceStart < 0 ? null : 'session-state'
    case 'reschedule':
      // the hour belongs to the whole group
      if (lesson.groupId) return 'session-state'
      return sinceStart <= -changeMs ? null : 'session-too-late'
    case 'cancel':
      return sinceStart <= -changeMs ? null : 'session-too-late'
    case 'cancel-by-guardian':
    case 'undo':
      return sinceStart < 0 ? null : 'session-too-late'
    case 'complete':
      return sinceStart >= 0 ? null : 'session-not-started'
    case 'not-held':
      return lesson.attendance?.proposal === 'not-held' ? null : 'session-state'
    case 'report-no-show':
      return sinceStart >= noShowAfterMs ? null : 'session-not-started'
  }
}

export const isAllowed = (action: Action, lesson: State, now: Date): boolean =>
  refusalOf(action, lesson, now) === null

type Canceller = {
  by: string
  now: Date
  connection: { minor: boolean; guardianIds: readonly string[] } | null | undefined
}

/**
 * A guardian keeps a minor at home until the lesson begins, and the person who booked it a moment ago undoes that;
 * everybody else cancels until four hours before.
 */
export function cancelActionOf(
  lesson: Pick<Lesson, 'bookedBy' | 'bookedAt'>,
  { by, now, connection }: Canceller,
): CancelAction {
  if (connection?.minor && connection.guardianIds.includes(by)) return 'cancel-by-guardian'
  return undoUntil(lesson, by) > now ? 'undo' : 'cancel'
}

/** In the past for everybody but the person who booked it. */
export const undoUntil = ({ bookedBy, bookedAt }: Pick<Lesson, 'bookedBy' | 'bookedAt'>, by: string): Date =>
  new Date(bookedBy === by ? bookedAt.getTime() + undoMs : 0)

/** @throws problem with the reason */
export function refuse(action: Action, lesson: State, now: Date): void {
  const refusal = refusalOf(action, lesson, now)
  if (refusal) throw problem(refusal)
}

/** A lesson in one of these states ends with its connection. */
export const statusesAhead: readonly SessionStatus[] = ['proposed', 'upcoming']
const isAhead = ({ status }: Pick<Lesson, 'status'>): boolean => statusesAhead.includes(status)

export const noReminder = { remindAt: null, remindKind: null } as const
const closed = { ...noReminder, heldAt: null, keptLink: '', proposedUntil: null }

/** The state of a lesson that was booked just now. */
export const bookedFields = (startsAt: Date, { by, at, token }: Step & { token: string }) => ({
  ...({ status: 'upcoming', reason: '', cause: null, bookedBy: by, bookedAt: at } as const),
  ...{ completedAt: null, reportDueAt: null, revision: 0, token },
  ...{ heldAt: null, keptLink: '', proposedUntil: null, agreedVenue: null },
  ...reminderFields(startsAt, at),
})

/** The next reminder of a lesson that is upcoming from `at` on. */
function reminderFields(startsAt: Date, at: Date): Pick<Lesson, 'remindAt' | 'remindKind'> {
  const reminder = reminderAfter(startsAt, at)
  return reminder ? { remindAt: reminder.at, remindKind: reminder.kind } : noReminder
}

/** The fields of a lesson that waits for a guardian. The guardian's answer says whether a parent is present. */
export const proposedFields = (proposedUntil: Date) =>
  ({ status: 'proposed', proposedUntil, parentPresent: false, ...noReminder }) as const

type Step = { by: string; at: Date }
type Cancel = { reason: string; series: readonly Lesson[]; action?: CancelAction }

/**
 * A party cancels.
 * @param step.series the lessons that are cancelled together; each event but the first has none
 * @throws problem with the reason
 */
export function cancel(lesson: Lesson, { by, reason, series, at, action = 'cancel' }: Step & Cancel): Moved {
  refuse(action, lesson, at)
  const moved = cancelled(lesson, { by, reason, cause: 'party', series })
  const ids = series.map(({ _id }) => _id).filter((id) => id !== lesson._id)
  return ids.length === 0 ? moved : { ...moved, changes: { ...moved.changes, cancelling: { by, ids } } }
}

/** Cancels a lesson that lost its connection, account, consent or answer. Null when the cause does not apply. */
export function fallAway(
  lesson: Lesson,
  loss: { cause: Exclude<CancelCause, 'party'>; by: string | null; token: string; series: readonly Lesson[] },
): Moved | null {
  const { cause, token } = loss
  if (!isAhead(lesson)) return null
  if (cause === 'connection-paused' && !lesson.heldAt) return null
  // the answer belongs to an earlier proposal: a later move has its own token
  if (cause === 'not-confirmed' && (lesson.status !== 'proposed' || lesson.token !== token)) return null
  return cancelled(lesson, { ...loss, reason: '' })
}

type Cancellation = { by: string | null; reason: string; cause: CancelCause; series: readonly Lesson[] }

function cancelled(lesson: Lesson, { by, reason, cause, series }: Cancellation): Moved {
  const changes = { status: 'cancelled', reason, cause, revision: lesson.revision + 1, ...closed } as const
  const announces = announced(series, { ...lesson, ...changes })
  return { changes, happened: { type: 'session.cancelled', cause }, by, announces }
}

/** The other lessons of the series get their new revision in writes of their own, after this event. */
export function announced(series: readonly Lesson[], changed: Lesson): Lesson[] {
  return series.map((other) =>
    other._id === changed._id ? changed : { ...other, revision: other.revision + 1 },
  )
}

/** @throws problem with the reason */
export function complete(
  lesson: Lesson,
  { by, at, reportDueAt }: Step & { reportDueAt: Date | null },
): Moved {
  refuse('complete', lesson, at)
  const changes = { status: 'completed', completedAt: at, reportDueAt, ...closed } as const
  return { changes, happened: { type: 'session.completed' }, by, announces: [] }
}

/** @throws problem with the reason */
export function reportNoShow(lesson: Lesson, { by, reason, at }: Step & { reason: string }): Moved {
  refuse('report-no-show', lesson, at)
  const changes = { status: 'no-show', reason, ...closed } as const
  return { changes, happened: { type: 'session.no-show' }, by, announces: [] }
}

/** It could not take place, as attendance proposes: nobody is at fault. @throws problem with the reason */
export function couldNotTakePlace(lesson: Lesson, { by, at }: Step): Moved {
  refuse('not-held', lesson, at)
  return cancelled(lesson, { by, reason: '', cause: 'not-held', series: [lesson] })
}

/** The new hour of a lesson, as it was decided for one revision of it. */
export type Move = {
  revision: number
  startsAt: Date
  endsAt: Date
  /** A guardian has to agree to the new hour until then. */
  proposedUntil?: Date | null
}

/** Null when the lesson changed after the move was decided. */
export function reschedule(
  lesson: Lesson,
  { revision, startsAt, endsAt, proposedUntil }: Move,
  { token, by, at }: Step & { token: string },
): Moved | null {
  if (lesson.status !== 'upcoming' || lesson.heldAt || lesson.revision !== revision) return null
  const changes: Partial<Lesson> = {
    ...{ startsAt, endsAt, token, revision: revision + 1 },
    ...(proposedUntil ? proposedFields(proposedUntil) : reminderFields(startsAt, at)),
  }
  const type = proposedUntil ? 'session.proposed' : 'session.moved'
  const happened = { type, previousStartsAt: lesson.startsAt } as const
  return { changes, happened, by, announces: [{ ...lesson, ...changes }] }
}

type Agreed = { token: string; parentPresent: boolean; series: readonly Lesson[] }

/** A guardian agreed to the proposal `token`. Null when the lesson was moved, cancelled or answered since. */
export function confirm(lesson: Lesson, answer: Step & Agreed): Moved | null {
  const { token, parentPresent, by, at, series } = answer
  if (lesson.status !== 'proposed' || lesson.token !== token) return null
  const changes: Partial<Lesson> = {
    status: 'upcoming',
    ...{ proposedUntil: null, parentPresent, revision: lesson.revision + 1 },
    agreedVenue: agreementOf(lesson, by),
    ...reminderFields(lesson.startsAt, at),
  }
  const announces = announced(series, { ...lesson, ...changes })
  return { changes, happened: { type: 'session.booked' }, by, announces }
}

/**
 * The connection is paused: the lesson keeps its hour, and nobody can move, join or be reminded of it. The link moves to
 * a field that no answer, feed, export or event shows. Null when it is on hold already, or over.
 */
export function hold(lesson: Lesson, at: Date): Moved | null {
  if (!isAhead(lesson) || lesson.heldAt || lesson.endsAt <= at) return null
  const { meetingLink, revision } = lesson
  const changes = { heldAt: at, keptLink: meetingLink, meetingLink: '', revision: revision + 1 }
  return { changes, happened: { type: 'session.held' }, by: null, announces: [{ ...lesson, ...changes }] }
}

/** The connection is open again. Null when the hour came during the hold: the clock cancels such a lesson. */
export function resume(lesson: Lesson, at: Date): Moved | null {
  if (!isAhead(lesson) || !lesson.heldAt || lesson.startsAt <= at) return null
  const { keptLink: meetingLink, revision } = lesson
  const changes = { heldAt: null, keptLink: '', meetingLink, revision: revision + 1 }
  return { changes, happened: { type: 'session.resumed' }, by: null, announces: [{ ...lesson, ...changes }] }
}

/** Sends the reminder whose time has come. Null when none is due. */
export function remind(lesson: Lesson, at: Date): Moved | null {
  const { status, heldAt, remindAt, remindKind, startsAt } = lesson
  if (status !== 'upcoming' || heldAt || !remindAt || !remindKind || remindAt > at) return null
  const { send, next } = dueReminder({ kind: remindKind, at: remindAt }, startsAt, at)
  if (!send) return null
  const changes = { remindAt: next?.at ?? null, remindKind: next?.kind ?? null }
  const happened = { type: 'session.reminder-due', reminder: send } as const
  return { changes, happened, by: null, announces: [lesson] }
}
