import { createHash } from 'node:crypto'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { contactRuleOf } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { ChildStore } from '../children/child-store.ts'
import { familyOf } from '../connections/connection-parties.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { renameForMinors, sendableFiles } from '../materials/material-commands.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { WriteLimits } from '../write-limits.ts'
import type { Conversations } from './conversations.ts'
import { judgeMessage } from './judge-message.ts'
import { type MessageStore, sealText } from './message-store.ts'
import {
  keepOnlyGuardians,
  markRead,
  nextMessage,
  partOf,
  refuseWriting,
  type StoredMessage,
  type Thread,
  withMessage,
  withoutMember,
  withParties,
} from './thread.ts'
import { messageSent, newThread, partiesOf, threadChanged, threadRead } from './thread-events.ts'
import type { ThreadDocument } from './thread-queries.ts'
import type { ThreadStore } from './thread-store.ts'

export type ThreadParts = { threads: ThreadStore; conversations: Conversations; now: () => Date }
export type SendingParts = ThreadParts & {
  materials: MaterialStore
  writeLimits: WriteLimits
  sealer: Sealer
}
type LeavingParts = ThreadParts & {
  connections: Pick<ConnectionStore, 'byIds'>
  profiles: Pick<ProfileStore, 'findAll'>
  children: Pick<ChildStore, 'byId'>
}
type ConnectionEvent = Pick<DarsiEvent<'connection.approved'>, 'data' | 'sequence'>

/** Copies the connection's parties and status to its thread; the approval creates the thread. */
export async function followConnection(
  parts: ThreadParts,
  { data, sequence }: ConnectionEvent,
): Promise<void> {
  const { threads, conversations, now } = parts
  const parties = partiesOf(data)
  const facts = await conversations.factsOf(parties)
  const eventOf = (changed: Thread) => threadChanged(changed, facts, now())
  if (data.status === 'approved') {
    const thread = newThread(data)
    if (await threads.create(thread, sequence, eventOf(thread))) return
  }
  await threads.update(data.connectionId, (thread) => withParties(thread, parties), eventOf, sequence)
}

type GuardianLeft = DarsiEvent<'guardian.left'>['data']

/**
 * Former guardians leave the child's conversations whose connection is hidden or removed: no event of it follows.
 * @returns the ids of those whose child was erased
 */
export async function leaveClosedThreads(
  { threads, conversations, connections, children, profiles, now }: LeavingParts,
  { childId, accountId }: Pick<GuardianLeft, 'childId' | 'accountId'>,
): Promise<string[]> {
  // the present ones: somebody may have joined again since the event
  const { guardianIds = [] } = (await children.byId(childId)) ?? {}
  // null also for an account that was erased meanwhile
  const learnerId = (accountId && (await profiles.findAll([accountId])).get(accountId)?._id) || null
  const found = await threads.ofLearner(childId)
  const rows = await connections.byIds(found.map(({ connectionId }) => connectionId))
  const followed = new Set(rows.map(({ _id }) => _id))
  const erased: string[] = []
  for (const thread of found.filter(({ connectionId }) => !followed.has(connectionId))) {
    const facts = await conversations.factsOf(thread)
    await threads.update(
      thread.connectionId,
      (current) => keepOnlyGuardians(current, guardianIds, learnerId),
      (changed) => threadChanged(changed, facts, now()),
    )
    if (isErasedChild({ studentId: thread.studentId ?? accountId, guardianIds }))
      erased.push(thread.connectionId)
  }
  return erased
}

type Sending = { text: string; files?: readonly string[]; idempotencyKey?: string | undefined }

/** @throws problems of a closed or blocked thread, an empty text, one message or file too many, files of others */
export async function sendMessage(
  parts: SendingParts,
  id: string,
  userId: string,
  { text, files: ids = [], idempotencyKey }: Sending,
): Promise<{ thread: ThreadDocument; message: StoredMessage }> {
  const { threads, conversations, materials, writeLimits, sealer, now } = parts
  const { thread } = await conversations.find(id, userId)
  if (text.trim() === '' && ids.length === 0) throw problem('message-empty')
  const facts = await conversations.factsOf(thread)
  refuseWriting(thread, facts)
  await writeLimits.take('message', userId, now())
  const key = idempotencyKey ? digest(`${userId} ${idempotencyKey}`) : null
  const found = await sendableFiles(parts, { ids, by: userId, threadId: id })
  const isShared = facts.people.get(userId)?.privacy.contactVisible ?? false
  const rule = contactRuleOf(thread, { by: userId, isShared })
  const language = facts.people.get(userId)?.language ?? 'en'
  await renameForMinors(parts, found, { isJudged: rule !== 'delivered', language, at: now() })
  const sealed = sealText(sealer, text)
  const sent = await threads.append(id, key, async (current) => {
    partOf(current, userId)
    refuseWriting(current, facts)
    const written = { by: userId, at: now(), text }
    const hidden = await judgeMessage(parts, current, written, rule)
    // before the message: one that is shown has its files, also after a crash in between
    await materials.send(ids, userId, { threadId: id, ...hidden, namedBy: 'message' })
    const message = nextMessage(current, { by: userId, at: written.at, sealed, files: [...ids], ...hidden })
    return {
      message,
      changed: withMessage(current, message, key),
      event: messageSent(current, message, facts.people),
    }
  })
  if (!sent) throw problem('not-found')
  return sent
}

export async function markThreadRead(
  parts: ThreadParts,
  id: string,
  userId: string,
  number: number,
): Promise<void> {
  await parts.conversations.find(id, userId)
  await parts.threads.update(
    id,
    (thread) => markRead(thread, userId, number),
    (changed) => threadRead(changed, userId, changed.reads[userId] ?? 0, parts.now()),
  )
}

/** Blocks the other side, with all accounts of its people, in every conversation, or removes one's own block. */
export async function setThreadBlocked(
  parts: ThreadParts & {
    connections: Pick<ConnectionStore, 'blocks'>
    profiles: Pick<ProfileStore, 'ofPeople'>
  },
  id: string,
  userId: string,
  blocked: boolean,
): Promise<ThreadDocument> {
  const { threads, conversations, connections, profiles, now } = parts
  const { thread } = await conversations.find(id, userId)
  const { teacherId } = thread
  const others = userId === teacherId ? familyOf(thread) : [teacherId]
  await connections.blocks.set(userId, others, blocked)
  // after it: an account that is recognised at this moment finds the block, or is found here
  await connections.blocks.set(userId, await profiles.ofPeople(others), blocked)
  const facts = await conversations.factsOf(thread)
  // its event takes the block to the connections of the two
  await threads.update(
    id,
    (found) => found,
    (changed) => threadChanged(changed, facts, now()),
  )
  return (await conversations.find(id, userId)).thread
}

/**
 * Removes an account's texts and memberships; its messages stay as empty ones. May be repeated.
 * @param kept conversations that its guardians read
 */
export async function eraseFromThreads(
  { threads, conversations, messages, sealer, now }: ThreadParts & { messages: MessageStore; sealer: Sealer },
  userId: string,
  kept: readonly string[] = [],
): Promise<void> {
  const emptyText = sealText(sealer, '')
  // the query returns a limited number, and a thread without the person and its text is not found again
  for (let some = await threads.naming(userId); some.length > 0; some = await threads.naming(userId))
    for (const thread of some) {
      await messages.addNewest(thread)
      const facts = await conversations.factsOf(thread)
      await threads.update(
        thread.connectionId,
        (found) => withoutMember(found, userId, emptyText),
        (changed) => threadChanged(changed, facts, now()),
      )
    }
  await messages.erase(userId, emptyText, kept)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}
