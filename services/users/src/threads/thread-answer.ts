import type { Material } from '@darsi/contracts/calls/users/materials-api.ts'
import type { Message, Thread as ThreadAnswer } from '@darsi/contracts/calls/users/threads-api.ts'
import { contactRuleOf } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { ChildStore } from '../children/child-store.ts'
import { materialAnswer } from '../materials/material-commands.ts'
import type { MaterialDocument, MaterialStore } from '../materials/material-store.ts'
import type { Conversations } from './conversations.ts'
import { type MessageStore, textOf } from './message-store.ts'
import {
  isOpen,
  learnerNameFor,
  maySee,
  nameFor,
  type Part,
  type People,
  partOf,
  type Reader,
  type StoredMessage,
  sideOf,
  type Thread,
} from './thread.ts'

export type ThreadAnswerParts = {
  conversations: Conversations
  messages: MessageStore
  sealer: Sealer
  children: Pick<ChildStore, 'byId'>
}

export async function threadAnswer(
  parts: ThreadAnswerParts,
  thread: Thread,
  userId: string,
): Promise<ThreadAnswer> {
  const { conversations, messages, sealer, children } = parts
  const { connectionId, subject, studentId, childId, lastNumber, status, kept } = thread
  const reader = { userId, part: partOf(thread, userId) }
  const facts = await conversations.factsOf(thread)
  const student = (studentId && facts.people.get(studentId)) || null
  const child = childId && !student ? await children.byId(childId) : null
  const read = thread.reads[userId] ?? 0
  const last = await lastVisible(messages, thread, reader)
  return {
    id: connectionId,
    connectionId,
    subject,
    learnerName: kept
      ? String(sealer.unseal(kept.name))
      : learnerNameFor(thread, { student, child }, reader.part),
    members: membersOf(sealer, thread, { people: facts.people, viewer: reader.part }),
    lastMessage: last && {
      text: textOf(sealer, last),
      by: last.by,
      at: last.at.toISOString(),
      files: last.files.length,
    },
    unread: read >= lastNumber ? 0 : await messages.unread(connectionId, reader, read),
    open: isOpen(thread, facts),
    paused: status === 'suspended',
    ...(status === 'suspended' && thread.pausedFor && { pausedFor: thread.pausedFor }),
    blockedBy: [...facts.blockedBy],
    contactRule: contactRuleOf(thread, {
      by: userId,
      isShared: facts.people.get(userId)?.privacy.contactVisible ?? false,
    }),
  }
}

/** Of a kept conversation also the teacher and the learner, who read it no more: they wrote in it. */
function membersOf(sealer: Sealer, thread: Thread, { people, viewer }: { people: People; viewer: Part }) {
  const { memberIds, teacherId, kept } = thread
  const learner = kept && { id: kept.accountId, name: String(sealer.unseal(kept.name)) }
  return [
    ...(learner ? [{ ...learner, part: 'student' as const }] : []),
    // an erased account has no profile
    ...[...(kept ? [teacherId] : []), ...memberIds].flatMap((id) => {
      const profile = people.get(id)
      return profile ? [{ id, name: nameFor(thread, profile, viewer), part: sideOf(thread, id) }] : []
    }),
  ]
}

/** Messages with their files, in the given order. */
export async function messageAnswers(
  { sealer, materials }: { sealer: Sealer; materials: Pick<MaterialStore, 'findAll'> },
  messages: readonly StoredMessage[],
  { memberIds, reads }: Thread,
): Promise<Message[]> {
  const found = await materials.findAll(messages.flatMap(({ files }) => files))
  return messages.map((message) => {
    const { _id: id, number, by, at, held, adultsOnly, files } = message
    return {
      id,
      number,
      by,
      text: textOf(sealer, message),
      files: filesOf(sealer, files, found),
      at: at.toISOString(),
      held,
      adultsOnly,
      readBy: memberIds.filter((userId) => userId !== by && (reads[userId] ?? 0) >= number),
    }
  })
}

/** The files of these ids that their senders did not remove. */
export function filesOf(
  sealer: Sealer,
  ids: readonly string[],
  found: ReadonlyMap<string, MaterialDocument>,
): Material[] {
  return ids.flatMap((id) => {
    const material = found.get(id)
    return material && material.namedBy.length > 0 ? [materialAnswer(sealer, material)] : []
  })
}

/** The newest message that is not held back from this reader. */
async function lastVisible(messages: MessageStore, { last, connectionId }: Thread, reader: Reader) {
  if (!last || maySee(last, reader)) return last
  const [visible] = await messages.page(connectionId, reader, {}, 1)
  return visible ?? null
}
