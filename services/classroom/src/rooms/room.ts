import type { SessionStatus } from '@darsi/contracts/calls/availability/sessions-api.ts'
import type {
  AgeBand,
  ClassroomPart,
  ClassroomState,
  EndCause,
  HoldCause,
  Lack,
} from '@darsi/contracts/calls/classroom/classroom-api.ts'
import type { GroupAudience } from '@darsi/contracts/rules/groups.ts'
import { classroomOpensMs } from '@darsi/contracts/rules/lesson-times.ts'
import { type AgeRule, ageRuleOn } from '@darsi/contracts/rules/registration/age-rules.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { partOf, type Roster } from '../parties/roster.ts'

/** A lesson, from its last event. */
type LessonFacts = {
  connectionId: string
  /** Of a seat in a group hour that is held here: its seats share tabs, board and media. Absent otherwise. */
  groupId?: string
  /** For whom the group hour is. Absent outside groups. */
  audience?: GroupAudience
  teacherId: string
  subject: string
  startsAt: Date
  lessonEndsAt: Date
  type: 'online' | 'faceToFace'
  status: SessionStatus
  /** Its connection is paused. */
  onHold: boolean
  /** Why it was cancelled; absent otherwise. */
  cancelCause?: EndCause
}

export type Room = LessonFacts & {
  _id: string
  state: ClassroomState
  /** The people present, as in the last event. */
  present: string[]
  /** When the first person entered; null before. */
  openedAt: Date | null
  /** First and latest time at which it went live. */
  liveSince: Date | null
  liveFrom: Date | null
  /** Live time before `liveFrom`, in milliseconds. */
  liveMs: number
  holdCause: HoldCause | null
  heldAt: Date | null
  /** Time on hold before `heldAt`, as far as it is within the lesson, in milliseconds. */
  heldMs: number
  /** Set once it is live: the limit by age, or ten minutes after the lesson. */
  endsAt: Date | null
  endedAt: Date | null
  endCause: EndCause | null
  /** Until the teacher says otherwise. */
  learnerMayWrite: boolean
  hands: string[]
  /** Ids of the board's pages, in their order. */
  pages: string[]
  /** An account was erased and the board with it: a page that is still open is not stored again. Absent before. */
  boardErased?: boolean
  /** A room of the media engine may be open for it. Absent before the first time. */
  mediaOpen?: boolean
  /** When the media engine's room is checked again. */
  mediaAt?: Date
  /** The stored timer: when the clock checks it again. */
  dueAt: Date | null
  /** Increases with each change. */
  rev: number
}

type Happened =
  | { type: 'classroom.opened' | 'participant.joined' | 'participant.left'; userId: string }
  | { type: 'participant.admitted' | 'guardian.absent' | 'lesson.held' | 'lesson.resumed' }
  | { type: 'classroom.ended'; cause: EndCause }

/** One step of a room and the event about it. */
export type Moved = { changes: Partial<Room>; happened: Happened; by: string | null }
type Present = ReadonlySet<string>
type Step = { by: string; at: Date; present: Present }

/** After this time without a sign of life a person counts as gone: a short loss of the line is no leaving. */
export const goneMs = 60_000
const maxPages = 40

export const newRoom: Omit<Room, '_id' | keyof LessonFacts> = {
  state: 'lobby',
  present: [],
  openedAt: null,
  liveSince: null,
  liveFrom: null,
  liveMs: 0,
  holdCause: null,
  heldAt: null,
  heldMs: 0,
  endsAt: null,
  endedAt: null,
  endCause: null,
  learnerMayWrite: true,
  hands: [],
  pages: ['1'],
  dueAt: null,
  rev: 0,
}

/** The next step required by facts, presence and time; null when there is none. Repeated until null. */
export function advance(room: Room, roster: Roster | null, present: Present, at: Date): Moved | null {
  if (room.state === 'ended') return null
  const cause = fallenAway(room, roster) ?? (at >= closesAt(room) ? 'time' : null)
  // a room that nobody entered has nothing to end
  if (cause) return room.openedAt ? ended(room, { cause, by: null, at }) : null
  if (!roster) return null
  if (room.state === 'live' && lacksGuardian(room, roster, present)) {
    const changes = { ...paused(room, at), holdCause: 'guardian-absent' } as const
    return { changes, happened: { type: 'guardian.absent' }, by: null }
  }
  if (room.holdCause === 'guardian-absent' && lacksOf(room, roster, present).length === 0)
    return { changes: running(room, roster, at), happened: { type: 'lesson.resumed' }, by: null }
  return presenceStep(room, roster, present, at)
}

/** @throws problem with the reason, also that of a consent or connection lost before anybody entered */
export function admit(room: Room, roster: Roster, { by, at, present }: Step): Moved {
  refuseEntry(room, roster, at)
  if (!mayAdmit(room, partOf(roster, by))) throw problem('forbidden')
  const lacks = lacksOf(room, roster, present).filter((lack) => lack !== 'admission')
  if (lacks.length > 0) throw problem('classroom-waiting')
  const type = room.state === 'lobby' ? 'participant.admitted' : 'lesson.resumed'
  return { changes: running(room, roster, at), happened: { type }, by }
}

/** @throws problem with the reason */
export function hold(room: Room, roster: Roster, { by, at }: Omit<Step, 'present'>): Moved {
  refuseEnded(room)
  if (room.state !== 'live') throw problem('classroom-waiting')
  const holdCause = partOf(roster, by) === 'teacher' ? 'teacher' : 'guardian'
  return { changes: { ...paused(room, at), holdCause }, happened: { type: 'lesson.held' }, by }
}

/** @throws problem with the reason */
export function end(room: Room, { by, at }: Omit<Step, 'present'>): Moved {
  refuseEnded(room)
  return ended(room, { cause: 'party', by, at })
}

/** @throws problem with the reason why this person may not enter now */
export function refuseEntry(room: Room, roster: Roster, at: Date): void {
  refuseEnded(room)
  if (roster.status === 'suspended' || room.onHold) throw problem('connection-paused')
  if (roster.videoWithdrawn) throw problem('video-consent-missing')
  if (!isOfAudience(room, roster)) throw problem('session-state')
  const isHeldNow = room.status === 'upcoming' || (room.status === 'completed' && room.openedAt !== null)
  if (room.type !== 'online' || !isHeldNow || roster.status !== 'approved') throw problem('session-state')
  if (!isOpen(room, at)) throw problem('classroom-closed')
}

/** No adult learner shares a room with minors, whatever changed about the learner since the seat was taken. */
const isOfAudience = ({ audience }: Pick<Room, 'audience'>, { minor }: Roster): boolean =>
  audience === undefined || minor === (audience === 'minors')

function refuseEnded({ state }: Pick<Room, 'state'>): void {
  if (state === 'ended') throw problem('classroom-ended')
}

/** @throws problem when the board is full */
export function nextPage({ pages }: Pick<Room, 'pages'>): string {
  if (pages.length >= maxPages) throw problem('classroom-pages-full')
  return String(pages.length + 1)
}

/** What is missing before the room can go live. */
export function lacksOf(room: Room, roster: Roster, present: Present): Lack[] {
  const has = (userId: string) => present.has(userId) && partOf(roster, userId) !== null
  const guardian = roster.guardianIds.some(has)
  const learner = roster.studentId ? has(roster.studentId) : guardian
  return [
    ...(has(roster.teacherId) ? [] : (['teacher'] as const)),
    ...(learner ? [] : (['learner'] as const)),
    ...(guardian || !ruleOf(room, roster).parentPresent ? [] : (['guardian'] as const)),
    ...(room.state === 'lobby' ? (['admission'] as const) : []),
  ]
}

/** The age's rule on the day of the lesson. */
function ruleOf({ startsAt }: Pick<Room, 'startsAt'>, { learnerBirthYear, minor }: Roster): AgeRule {
  return ageRuleOn(startsAt, { birthYear: learnerBirthYear, minor })
}

export function ageBandOf(room: Pick<Room, 'startsAt'>, roster: Roster): AgeBand {
  const { parentPresent, toAge } = ruleOf(room, roster)
  if (parentPresent) return '6-10'
  return toAge === Infinity ? '18+' : '11-17'
}

/** The teacher starts a lesson; the person who paused it resumes it. */
export function mayAdmit({ state, holdCause }: Room, part: ClassroomPart | null): boolean {
  if (state === 'lobby') return part === 'teacher'
  return state === 'held' && part !== null && part === holdCause
}

/** When the room closes by itself. */
export function closesAt({ endsAt, lessonEndsAt }: Room): Date {
  return endsAt ?? new Date(lessonEndsAt.getTime() + classroomOpensMs)
}

/** The room does not open yet; also of a lesson that was moved to a later hour while people were in it. */
export const isEarly = ({ startsAt }: Room, at: Date): boolean =>
  at.getTime() < startsAt.getTime() - classroomOpensMs

const isOpen = (room: Room, at: Date): boolean => !isEarly(room, at) && at < closesAt(room)

/** The cause, when the connection, an account or a consent is lost. */
export function fallenAway(room: Room, roster: Roster | null): EndCause | null {
  if (room.status === 'cancelled') return room.cancelCause ?? 'session-cancelled'
  if (room.onHold || roster?.status === 'suspended') return 'connection-paused'
  if (roster?.status !== 'approved') return 'connection-ended'
  if (roster.videoWithdrawn) return 'consent-withdrawn'
  if (!isOfAudience(room, roster)) return 'session-cancelled'
  const isBlocked = (userId: string) => partOf(roster, userId) === null
  const learners = roster.studentId ? [roster.studentId] : roster.guardianIds
  return isBlocked(roster.teacherId) || learners.every(isBlocked) ? 'account-suspended' : null
}

function lacksGuardian(room: Room, roster: Roster, present: Present): boolean {
  return lacksOf(room, roster, present).includes('guardian')
}

function presenceStep(room: Room, roster: Roster, present: Present, at: Date): Moved | null {
  const gone = room.present.find((userId) => !present.has(userId) || partOf(roster, userId) === null)
  if (gone !== undefined) {
    const changes = {
      present: room.present.filter((userId) => userId !== gone),
      hands: room.hands.filter((userId) => userId !== gone),
    }
    return { changes, happened: { type: 'participant.left', userId: gone }, by: null }
  }
  const come = [...present].find((userId) => !room.present.includes(userId) && partOf(roster, userId))
  if (come === undefined) return null
  const changes = { present: [...room.present, come], ...(!room.openedAt && { openedAt: at }) }
  const type = room.openedAt ? 'participant.joined' : 'classroom.opened'
  return { changes, happened: { type, userId: come }, by: null }
}

function running(room: Room, roster: Roster, at: Date): Partial<Room> {
  const since = room.liveSince ?? at
  // a lesson that began early has its whole scheduled time
  const from = Math.max(since.getTime(), room.startsAt.getTime())
  const limit = new Date(from + ruleOf(room, roster).maxMinutes * 60_000)
  const closes = closesAt({ ...room, endsAt: null })
  return {
    ...{ state: 'live', openedAt: room.openedAt ?? at, liveSince: since, liveFrom: at },
    ...{ holdCause: null, heldAt: null, heldMs: heldMsOf(room, at) },
    endsAt: limit < closes ? limit : closes,
  }
}

const paused = (room: Room, at: Date): Partial<Room> => ({
  ...{ state: 'held', heldAt: at, hands: [] },
  ...stopped(room, at),
})

/** @param loss.at live time counts up to the room's own end, even when the timer fires late */
function ended(room: Room, { cause, by, at }: { cause: EndCause; by: string | null; at: Date }): Moved {
  const endedAt = at < closesAt(room) ? at : closesAt(room)
  const heldMs = heldMsOf(room, endedAt)
  const changes: Partial<Room> = { state: 'ended', endedAt, endCause: cause, hands: [], heldMs, heldAt: null }
  return {
    changes: { ...changes, ...stopped(room, endedAt) },
    happened: { type: 'classroom.ended', cause },
    by,
  }
}

/** Time on hold up to now, from the scheduled start to the scheduled end. */
export function heldMsOf({ heldMs, heldAt, startsAt, lessonEndsAt }: Room, at: Date): number {
  if (!heldAt) return heldMs
  const from = Math.max(heldAt.getTime(), startsAt.getTime())
  return heldMs + Math.max(0, Math.min(at.getTime(), lessonEndsAt.getTime()) - from)
}

const stopped = ({ liveMs, liveFrom }: Room, at: Date) => ({
  liveFrom: null,
  liveMs: liveMs + (liveFrom ? Math.max(0, at.getTime() - liveFrom.getTime()) : 0),
})
