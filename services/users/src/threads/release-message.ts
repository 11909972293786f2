import { problem } from '@darsi/kit/http/problem.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import type { Conversations } from './conversations.ts'
import type { MessageStore } from './message-store.ts'
import { withReleased } from './thread.ts'
import { messageReleased, threadChanged } from './thread-events.ts'
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
  await materials.release(message.files, id)
  const isReleased = await messages.release(message._id)
  const facts = await conversations.factsOf(thread)
  await threads.update(
    id,
    (found) => withReleased(found, message._id) ?? found,
    (changed) =>
      // only the call that released the message sends a notice: not a repeated one, nor the second of two guardians at once
      isReleased
        ? messageReleased(changed, message, { by: userId, at: now(), people: facts.people })
        : threadChanged(changed, facts, now()),
  )
}
