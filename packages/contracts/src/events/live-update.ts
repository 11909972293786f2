import type { LiveEvent } from '../rules/live-kinds.ts'

/** The accounts whose open pages reload, and what they reload. */
export type LiveUpdate = { readonly to: readonly string[]; readonly event: LiveEvent }

type Parties = {
  teacherId: string
  studentId?: string | undefined
  guardianIds: readonly string[]
  requesterId?: string | undefined
}

export const connectionUpdate = (data: Parties & { connectionId: string }): LiveUpdate => ({
  to: partiesOf(data),
  event: { kind: 'connection', id: data.connectionId },
})

export const lessonUpdate = (data: Parties & { sessionId: string }): LiveUpdate => ({
  to: partiesOf(data),
  event: { kind: 'lesson', id: data.sessionId },
})

/** A group hour is shown among the teacher's lessons. */
export const groupUpdate = (data: { teacherId: string; groupId: string }): LiveUpdate => ({
  to: [data.teacherId],
  event: { kind: 'lesson', id: data.groupId },
})

export const threadUpdate = (data: { memberIds: string[]; threadId: string }): LiveUpdate => ({
  to: data.memberIds,
  event: { kind: 'thread', id: data.threadId },
})

/** Homework is shown in its conversation. */
export const homeworkUpdate = (data: Parties & { connectionId: string }): LiveUpdate => ({
  to: partiesOf(data),
  event: { kind: 'thread', id: data.connectionId },
})

/** For the guardians of the child. */
export const alertUpdate = (data: { guardianIds: string[]; alertId: string }): LiveUpdate => ({
  to: data.guardianIds,
  event: { kind: 'alert', id: data.alertId },
})

function partiesOf({ teacherId, studentId, guardianIds, requesterId }: Parties): string[] {
  return [teacherId, studentId, requesterId, ...guardianIds].filter((id) => id !== undefined)
}
