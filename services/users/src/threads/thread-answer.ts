import type { Message, Thread as ThreadAnswer } from '@darsi/contracts/calls/threads-api.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { MessageStore } from './message-store.ts'
import { textOf } from './message-text.ts'
import { isOpen, maySee, nameFor, partOf, type Reader, type StoredMessage, type Thread } from './thread.ts'
import { type ThreadParts, threadFactsOf } from './thread-commands.ts'

type Parts = Pick<ThreadParts, 'profiles' | 'consents' | 'messages' | 'sealer'>

/** A thread as one of its members may see it. */
export async function threadAnswer(parts: Parts, thread: Thread, userId: string): Promise<ThreadAnswer> {
  const { messages, sealer } = parts
  const { connectionId, subject, memberIds, lastNumber, status, blockedBy } = thread
  const reader = { userId, part: partOf(thread, userId) }
  const facts = await threadFactsOf(parts, thread)
  const read = thread.reads[userId] ?? 0
  const last = await lastVisible(messages, thread, reader)
  return {
    id: connectionId,
    connectionId,
    subject,
    // an erased account has no profile
    members: memberIds.flatMap((id) => {
      const profile = facts.people.get(id)
      return profile ? [{ id, name: nameFor(thread, profile, reader.part), part: partOf(thread, id) }] : []
    }),
    lastMessage: last && { text: textOf(sealer, last), by: last.by, at: last.at.toISOString() },
    unread: read >= lastNumber ? 0 : await messages.unread(connectionId, reader, read),
    open: isOpen(thread, facts),
    paused: status === 'suspended',
    blockedBy,
  }
}

export function messageAnswer(sealer: Sealer, message: StoredMessage, { memberIds, reads }: Thread): Message {
  const { _id: id, number, by, at, held } = message
  return {
    id,
    number,
    by,
    text: textOf(sealer, message),
    at: at.toISOString(),
    held,
    readBy: memberIds.filter((userId) => userId !== by && (reads[userId] ?? 0) >= number),
  }
}

/** The newest message that is not held back from this reader. */
async function lastVisible(messages: MessageStore, { last, connectionId }: Thread, reader: Reader) {
  if (!last || maySee(last, reader)) return last
  const [visible] = await messages.page(connectionId, reader, {}, 1)
  return visible ?? null
}
