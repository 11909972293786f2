import { problem } from '@darsi/kit/http/problem.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import type { Conversations } from './conversations.ts'
import type { MessageStore } from './message-store.ts'
import { withReleased } from './thread.ts'
import { messageReleased } from './thread-events.ts'
import type { ThreadStore } from './thread-store.ts'

export type ReleaseParts = {
  threads: Pick<ThreadStore, 'update'>
  conversations: Conversations
  messages: MessageStore
  materials: Pick<MaterialStore, 'release'>
  now: () => Date
}

/**
 * A guardian lets a held message through; it no longer counts against its author. May be repeated.
 * @throws problem `not-found` for everybody else, `connection-paused` while an administrator has to decide
 */
export async function releaseMessage(
  { threads, conversations, messages, materials, now }: ReleaseParts,
  id: string,
  userId: string,
  number: number,
): Promise<void> {
  const { thread, part } = await conversations.find(id, userId)
  await messages.addNewest(thread)
  const message = part === 'guardian' ? await messages.find(id, number) : null
  if (!message) throw problem('not-found')
  if (thread.status === 'suspended') throw problem('connection-paused')
  if (!message.held) return
  await materials.release(message.files, id)
  const people = await conversations.peopleOf(thread)
  // the notice before the message: after a crash in between the guardian still sees it held, and a repeat releases it
  await threads.update(
    id,
    // one notice for a repeated call, and for two guardians at once
    (found) => withReleased(found, message),
    (changed) => messageReleased(changed, message, { by: userId, at: now(), people }),
  )
  await messages.release(message._id)
}
