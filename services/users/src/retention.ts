import { daysBefore, removedBefore, retention } from '@darsi/contracts/rules/retention.ts'
import { type Removals, removeAll } from '@darsi/kit/mongo/retention.ts'
import type { ConnectionDocument } from './connections/connection-queries.ts'
import { removeKeptConversations } from './kept-conversations.ts'
import { removeUnsent } from './materials/material-commands.ts'
import type { Parts } from './parts.ts'
import { removeDecidedFiles } from './proofs/proof-commands.ts'
import { announceRemoval } from './threads/thread.ts'
import { removalAnnounced } from './threads/thread-events.ts'
import type { ThreadDocument } from './threads/thread-queries.ts'

const { days, noticeDays } = retention['closed-connections']
const batch = 200

/** One job for each row of the retention table that this service owns. */
export function createRemovals(parts: Parts): Removals<'users'> {
  const { reports, waiting, views } = parts
  return {
    'closed-connections': (now) => removeClosedConnections(parts, now),
    'waiting-requests': (now) => {
      const since = { $lte: removedBefore('waiting-requests', now) }
      const isOver = { $or: [{ lapsedAt: { $ne: null } }, { since }] }
      return removeAll(waiting.collection, { ...isOver, outboxAt: null })
    },
    consents: (now) => removeConsents(parts, now),
    'proof-files': (now) => removeDecidedFiles(parts, removedBefore('proof-files', now)),
    'unsent-files': (now) => removeUnsent(parts, removedBefore('unsent-files', now)),
    'orphan-files': (now) => removeOrphans(parts, now),
    'message-reports': (now) => {
      const before = removedBefore('message-reports', now)
      return removeAll(reports.collection, { at: { $lte: before }, outboxAt: null })
    },
    'recorded-views': (now) =>
      removeAll(views.collection, { at: { $lte: removedBefore('recorded-views', now) }, outboxAt: null }),
    'reported-files': (now) =>
      parts.reportedFiles.removeBefore(removedBefore('reported-files', now), parts.materials.dropFile),
    'excluded-pairs': (now) =>
      parts.connections.exclusions.removeBefore(removedBefore('excluded-pairs', now)),
    'kept-conversations': (now) => removeKeptConversations(parts, removedBefore('kept-conversations', now)),
    'closed-words': (now) => removeClosedWords(parts, removedBefore('closed-words', now)),
  }
}

async function removeOrphans(
  { files, proofs, materials, uploads, photos }: Parts,
  now: Date,
): Promise<number> {
  let count = 0
  for (const [folder, { hasFile }] of Object.entries({
    proofs,
    materials,
    uploads,
    photos,
  }))
    count += await files.removeOrphans(folder, { isNamed: hasFile, now })
  return count
}

async function removeClosedWords({ closings, utterances, materials }: Parts, before: Date): Promise<number> {
  let count = 0
  for await (const { _id, connectionId } of closings.before(before)) {
    if (connectionId === null) await utterances.removeOf(_id)
    else await utterances.removeAboutLearner(connectionId)
    await materials.removeUnnamed(connectionId === null ? { by: _id } : { threadId: connectionId })
    await closings.remove(_id)
    count++
  }
  return count
}

async function removeClosedConnections(parts: Parts, now: Date): Promise<number> {
  const { threads, reports } = parts
  let count = 0
  for await (const { _id, decidedAt } of closedBefore(parts, daysBefore(days - noticeDays, now))) {
    // administrators may still need the messages of a reported thread
    if (await reports.hasOfThread(_id)) continue
    const thread = await threads.find(_id)
    if (thread && thread.lastNumber > 0 && !thread.removalAnnouncedAt) {
      await announce(parts, thread, now)
      continue
    }
    const isDue = decidedAt !== null && decidedAt <= removedBefore('closed-connections', now)
    if (!isDue || !hasHadNotice(thread, now)) continue
    await removeConnection(parts, _id)
    count++
  }
  return count
}

async function announce({ threads, profiles }: Parts, thread: ThreadDocument, now: Date): Promise<void> {
  const people = await profiles.findAll(thread.memberIds)
  const removeAt = daysBefore(-noticeDays, now)
  await threads.update(
    thread.connectionId,
    (found) => announceRemoval(found, now),
    (changed) => removalAnnounced(changed, people, removeAt, now),
  )
}

/** Members have the full time of notice, also when it was given late. */
function hasHadNotice(thread: ThreadDocument | null, now: Date): boolean {
  const announcedAt = thread?.removalAnnouncedAt
  return !announcedAt || announcedAt <= daysBefore(noticeDays, now)
}

/** The connection is removed last: after a crash the next run finds it again. */
async function removeConnection(parts: Parts, id: string): Promise<void> {
  const { connections, threads, messages, materials, homework, utterances } = parts
  await utterances.removeOfConnection(id)
  await materials.remove({ threadId: id })
  await removeAll(homework.collection, { threadId: id })
  await removeAll(messages.collection, { threadId: id })
  await threads.remove(id)
  await connections.collection.deleteOne({ _id: id })
}

async function* closedBefore({ connections }: Parts, before: Date): AsyncGenerator<ConnectionDocument> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: ConnectionDocument[] = await connections.closedBefore(before, { after, limit: batch })
    yield* rows
    after = rows.at(-1)?._id
  }
}

async function removeConsents({ children, consents }: Parts, now: Date): Promise<number> {
  let count = 0
  const before = removedBefore('consents', now)
  for (let ids = await children.erasedBefore(before, '', batch); ids.length > 0; ) {
    count += await removeAll(consents.collection, { childId: { $in: ids }, outboxAt: null })
    ids = await children.erasedBefore(before, ids.at(-1) ?? '', batch)
  }
  return count
}
