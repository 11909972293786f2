import type { Api } from '@darsi/contracts/calls/api.ts'
import { classroomPath } from '@darsi/contracts/rules/classroom-path.ts'
import { classroomOpensMs } from '@darsi/contracts/rules/lesson-times.ts'
import { type Connection, waitedFor } from '../connections/public.ts'
import { isInRoom, type Lesson, roomOf } from '../lessons/public.ts'

type Answer<K extends keyof Api> = Api[K]['answer']
export type Account = Answer<'GET /auth/profile'>['data']
export type Homework = Answer<'GET /homework'>['data'][number]
export type Thread = Answer<'GET /threads'>['data'][number]
export type Waiting = Answer<'GET /me/waiting-requests'>['data'][number]

/** What a student and a parent have in common. */
export type LearnerFacts = {
  account: Account | null
  lessons: readonly Lesson[]
  pending: readonly Connection[]
  approved: readonly Connection[]
  /** Paused by an alert. Loaded only if no connection is pending or approved. */
  paused: readonly Connection[]
  waiting: readonly Waiting[]
  homework: readonly Homework[]
  threads: readonly Thread[]
}

/** The values that the text of a step may name. */
type Named = {
  name?: string
  learner?: string
  subject?: string
  title?: string
  email?: string
  position?: number
  /** An instant. */
  at?: string
  /** Who still has to agree. */
  needs?: ReturnType<typeof waitedFor>
}

/** A place in the dashboard of the role. */
type Place = { tab: string; place: Readonly<Record<string, string>> }

type PlaceStep =
  | 'hours'
  | 'profile'
  | 'child'
  | 'guardian'
  | 'guardianWaits'
  | 'birthYear'
  | 'takePlace'
  | 'consent'
  | 'answerLesson'
  | 'change'
  | 'request'
  | 'record'
  | 'writeReport'
  | 'readReport'
  | 'homework'
  | 'mark'
  | 'message'
  | 'visitors'
  | 'next'
  | 'waits'
  | 'listed'
  | 'paused'
  | 'find'

/** The one next step of a person, with what its text names and what its button needs. */
export type Step = { named: Named } & (
  | { kind: PlaceStep; to: Place }
  | { kind: 'enter'; href: string }
  | { kind: 'book'; connection: Connection }
  | { kind: 'verify' }
  // they only inform
  | { kind: 'suspended' | 'approval' }
)

export const go = (tab: string, place: Place['place'] = {}): Place => ({ tab, place })

/** The first rule that gives a step wins, so each machine is a list from the most urgent to the least. */
export const firstOf = (rules: readonly (() => Step | null | undefined)[]): Step | null => {
  for (const rule of rules) {
    const step = rule()
    if (step) return step
  }
  return null
}

const other = (lesson: Lesson, asTeacher: boolean) => (asTeacher ? lesson.student.name : lesson.teacher.name)

/** What a text about a lesson names. */
export const namedIn = (lesson: Lesson, asTeacher: boolean): Named => ({
  name: other(lesson, asTeacher),
  learner: lesson.student.name,
  subject: lesson.subject,
  at: lesson.startsAt,
})

/** Where a lesson that begins within ten minutes, or has begun, is entered: the classroom or its own link. */
function doorOf(lesson: Lesson, now: number): string | null {
  if (roomOf(lesson, now) === 'open') return classroomPath(lesson.id)
  const { status, onHold, type, meetingLink, startsAt, endsAt } = lesson
  const isNow = now >= Date.parse(startsAt) - classroomOpensMs && now < Date.parse(endsAt)
  const isLinked = type === 'online' && !isInRoom(lesson)
  return isLinked && isNow && status === 'upcoming' && !onHold ? meetingLink : null
}

export function enterStep(lessons: readonly Lesson[], asTeacher: boolean, now: number): Step | null {
  for (const lesson of lessons) {
    const href = doorOf(lesson, now)
    if (href !== null) return { kind: 'enter', named: namedIn(lesson, asTeacher), href }
  }
  return null
}

export const verifyStep = ({ emailVerified, email }: Account): Step | null =>
  emailVerified ? null : { kind: 'verify', named: { email } }

/** The partner of the caller, as the conversation names it. */
export function messageStep(threads: readonly Thread[], me: string): Step | null {
  const thread = threads.find(({ unread, open }) => unread > 0 && open)
  if (!thread) return null
  const by = thread.members.find(({ id }) => id === thread.lastMessage?.by && id !== me)
  const partner = by ?? thread.members.find(({ id }) => id !== me)
  return {
    kind: 'message',
    named: { name: partner?.name || thread.learnerName },
    to: go('messages', { thread: thread.id }),
  }
}

/** An approved connection for which no lesson is booked. */
export function bookStep(
  approved: readonly Connection[],
  lessons: readonly Lesson[],
  asTeacher: boolean,
): Step | null {
  const connection = approved.find(({ id }) => !lessons.some(({ connectionId }) => connectionId === id))
  if (!connection) return null
  const name = asTeacher ? connection.student.name : connection.teacher.name
  return {
    kind: 'book',
    named: { name, learner: connection.student.name, subject: connection.subject },
    connection,
  }
}

export function nextStep(lessons: readonly Lesson[], tab: string, asTeacher: boolean): Step | null {
  const [lesson] = lessons
  if (!lesson) return null
  return { kind: 'next', named: namedIn(lesson, asTeacher), to: go(tab, { lesson: lesson.id }) }
}

/** A sent request that others have to answer. */
export function waitStep(pending: readonly Connection[]): Step | null {
  const [connection] = pending
  if (!connection) return null
  const { teacher, student, needs, id } = connection
  return {
    kind: 'waits',
    named: { name: teacher.name, learner: student.name, needs: waitedFor(needs) },
    to: go('find-teachers', { connection: id }),
  }
}

/** A place of a full teacher that is kept for the caller. */
export function placeStep(waiting: readonly Waiting[]): Step | null {
  const offered = waiting.find(({ offeredUntil }) => offeredUntil !== null)
  if (offered?.offeredUntil == null) return null
  return {
    kind: 'takePlace',
    named: { name: offered.teacher.name, at: offered.offeredUntil },
    to: go('find-teachers', { view: 'requests' }),
  }
}

/** The position on a waiting list. */
export function listedStep(waiting: readonly Waiting[]): Step | null {
  const listed = waiting.find(({ position }) => position !== null)
  if (listed?.position == null) return null
  return {
    kind: 'listed',
    named: { name: listed.teacher.name, position: listed.position },
    to: go('find-teachers', { view: 'requests' }),
  }
}

/** A connection that an alert paused: an administrator reopens or ends it. */
export function pausedStep(paused: readonly Connection[]): Step | null {
  const [connection] = paused
  if (!connection) return null
  const { teacher, student, id } = connection
  return {
    kind: 'paused',
    named: { name: teacher.name, learner: student.name },
    to: go('find-teachers', { connection: id }),
  }
}

/** Work that is due within a day, or overdue. */
const soonMs = 24 * 3_600_000

export function homeworkStep(homework: readonly Homework[], now: number): Step | null {
  const due = homework.find(({ state, dueAt }) => state === 'open' && Date.parse(dueAt) - now < soonMs)
  if (!due) return null
  return {
    kind: 'homework',
    named: { name: due.teacherName, learner: due.learnerName, title: due.title, at: due.dueAt },
    to: go('messages', { thread: due.connectionId }),
  }
}
