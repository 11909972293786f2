import { type ConnectionStatus, isOpenConnection } from '@darsi/contracts/calls/users/connections-api.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import type { EducationLevel, SessionType } from '@darsi/contracts/reference/levels.ts'
import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import type { AccountStatus } from '@darsi/contracts/rules/schemas.ts'
import { firstNameOf } from '@darsi/contracts/rules/texts/first-name.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Learner } from './learner.ts'

/** Read model of a connection: who may have lessons together. */
export type ConnectionRow = {
  _id: string
  status: ConnectionStatus
  teacherId: string
  studentId: string | null
  childId: string | null
  guardianIds: string[]
  partyIds: string[]
  requesterId: string
  subject: string
  minor: boolean
  learnerBirthYear: number | null
  /** Null when the learner did not say. */
  learnerLevel: EducationLevel | null
  /** True: only face-to-face lessons. */
  videoWithdrawn: boolean
  /** Its people who blocked the other side, in whichever of their connections. */
  blockedBy: string[]
  /** Of a learner without an account. */
  studentName: string
}

/** Read model of an account that is party of a connection, and of every teacher, whose hours others ask for. */
export type PersonRow = {
  _id: string
  fullName?: string
  email?: string
  language?: Language
  role?: string
  status?: AccountStatus
  /** From the registration; `status`, which an administrator set, wins. */
  firstStatus?: AccountStatus
  profileVisible?: boolean
  /** Of a teacher. */
  sessionTypes?: SessionType[]
  /** From the registration of a demo account; `sessionTypes`, which the teacher chose, wins. */
  firstSessionTypes?: SessionType[]
  namedAt?: Date
  languageAt?: Date
  erasedAt?: Date | null
}

export type Named = { fullName: string; email: string; language: Language }
/** A connection with the names and addresses that events about it carry. */
export type Parties = {
  connection: ConnectionRow
  teacher?: Named
  student?: Partial<Pick<Named, 'email'>> & Omit<Named, 'email'>
  guardians: (Named & { userId: string })[]
}
/** The connections and people that a list of lessons or reports refers to, by id. */
export type PartyRows = {
  connections: ReadonlyMap<string, ConnectionRow>
  people: ReadonlyMap<string, PersonRow>
}

/** A suspended guardian gets no mail about the child. */
export function partiesOf(connection: ConnectionRow, people: PartyRows['people']): Parties {
  const teacher = namedOf(people.get(connection.teacherId))
  const student = studentOf(connection, people)
  const guardians = connection.guardianIds.flatMap((userId) => {
    const row = people.get(userId)
    const guardian = row?.status === 'suspended' ? undefined : namedOf(row)
    return guardian ? [{ ...guardian, userId }] : []
  })
  return { connection, guardians, ...(teacher && { teacher }), ...(student && { student }) }
}

function studentOf({ studentId, studentName }: ConnectionRow, people: PartyRows['people']) {
  if (studentId) return namedOf(people.get(studentId))
  return studentName ? { fullName: studentName, language: 'en' as const } : undefined
}

/** Undefined without an address: such an account gets no mail. */
export function namedOf(row: PersonRow | undefined): Named | undefined {
  if (!row?.email || row.erasedAt) return undefined
  return { fullName: row.fullName ?? '', email: row.email, language: row.language ?? 'en' }
}

/** The account was erased, or the child without one. A later event may add an erased account to the parties again. */
export function isErasedLearner(connection: ConnectionRow, people: PartyRows['people']): boolean {
  const { studentId, partyIds } = connection
  if (!studentId) return isErasedChild(connection)
  return !partyIds.includes(studentId) || Boolean(people.get(studentId)?.erasedAt)
}

/** Only the family reads a minor's full name; the teacher reads the first name, and only while the connection is open. */
export function namesOf(connectionId: string, { connections, people }: PartyRows, viewerId: string) {
  const connection = connections.get(connectionId)
  const parties = connection && partiesOf(connection, people)
  const student = parties?.student?.fullName ?? ''
  const teacher = parties?.teacher?.fullName ?? ''
  if (!connection?.minor || connection.teacherId !== viewerId) return { teacher, student }
  return { teacher, student: isOpenConnection(connection) ? firstNameOf(student) : '' }
}

/** No messages to the other side of a paused connection. @throws problem `connection-paused` */
export function refusePaused(connection: Pick<ConnectionRow, 'status'> | null | undefined): void {
  if (connection?.status === 'suspended') throw problem('connection-paused')
}

/** What the age rules need to know. */
export function learnerOf({ learnerBirthYear, minor, videoWithdrawn }: ConnectionRow): Learner {
  return { birthYear: learnerBirthYear, minor, videoWithdrawn }
}

/** True for an approved teacher who shows the profile: others may see the free hours and reviews. */
export function isListed(row: PersonRow | null | undefined): boolean {
  return isApprovedTeacher(row) && row?.profileVisible === true
}

export function isApprovedTeacher(row: PersonRow | null | undefined): boolean {
  const status = row?.status ?? row?.firstStatus
  return row?.role === 'teacher' && !row.erasedAt && status === 'approved'
}
