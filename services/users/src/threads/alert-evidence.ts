import type { Concerns } from '@darsi/contracts/events/event-parts.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import { nameOf } from '../materials/material-commands.ts'
import type { MaterialStore } from '../materials/material-store.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { MessageStore } from './message-store.ts'
import { textOf } from './message-text.ts'
import type { ReportStore } from './report-store.ts'
import { numberIn, type StoredMessage } from './thread.ts'
import type { ThreadDocument } from './thread-document.ts'
import type { ThreadStore } from './thread-store.ts'

export type EvidenceParts = {
  threads: ThreadStore
  messages: MessageStore
  materials: MaterialStore
  reports: ReportStore
  sealer: Sealer
  profiles: Pick<ProfileStore, 'findAll'>
  now: () => Date
}
type QuotedMessage = { message: StoredMessage; text: string }

const maxThreads = 10
const messagesPerThread = 50
/** A Kafka message holds one megabyte, and a sealed character takes up to four bytes. */
const maxCharacters = 150_000
/** Guardians see held messages too. */
const seesEverything = { userId: '', part: 'guardian' } as const

/**
 * Copies the conversations that an alert concerns for the super-admins, before anything in them is erased. Once per
 * alert: a copy that was made before an erasure is not replaced.
 */
export async function copyEvidence(parts: EvidenceParts, alertId: string, concerns: Concerns): Promise<void> {
  const { reports, profiles, now } = parts
  const id = `evidence.${alertId}`
  if (await reports.has(id)) return
  const all = await concernedThreads(parts, concerns)
  const threads = all.toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime()).slice(0, maxThreads)
  const { aboutUserId, messageId } = concerns
  const people = await profiles.findAll(aboutUserId ? [aboutUserId] : threads.map((one) => one.teacherId))
  const copied = await quotedMessages(parts, threads, messageId)
  const omitted = {
    conversations: all.length - threads.length,
    messages: (await countMessages(parts, all)) - copied.length,
  }
  const at = now()
  const event: EventInput = {
    type: 'evidence.copied',
    data: { alertId, at: at.toISOString() },
    personal: {
      people: [...people.values()].map(({ _id: userId, role, fullName, email, phone }) => ({
        ...{ userId, role, fullName, email, phone },
      })),
      messages: copied.map(evidenceMessage),
      ...(omitted.messages > 0 && { omitted }),
    },
  }
  await reports.add({ _id: id, threadId: id, at }, event)
}

async function concernedThreads({ threads }: EvidenceParts, concerns: Concerns): Promise<ThreadDocument[]> {
  const { connectionId, threadId, childId, aboutUserId, by } = concerns
  const single = threadId ?? connectionId
  if (single) return [await threads.find(single)].filter((thread) => thread !== null)
  // a report without ids may be about any conversation of the reporter
  if (!childId && !aboutUserId) return by ? threads.ofMember(by) : []
  const ofLearner = childId ? await threads.ofLearner(childId) : []
  const ofPerson = aboutUserId ? await threads.ofMember(aboutUserId) : []
  const shared = by ? ofPerson.filter(({ memberIds }) => memberIds.includes(by)) : ofPerson
  return [...new Map([...ofLearner, ...shared].map((thread) => [thread._id, thread])).values()]
}

/** As many texts as fit into one event. */
async function quotedMessages(
  parts: EvidenceParts,
  threads: readonly ThreadDocument[],
  messageId: string | undefined,
): Promise<QuotedMessage[]> {
  const quoted: QuotedMessage[] = []
  for (const thread of threads)
    for (const message of await newestMessages(parts, thread, messageId))
      quoted.push({ message, text: await quotedText(parts, message) })
  let characters = 0
  return quoted.filter(({ text }) => {
    characters += text.length
    return characters <= maxCharacters
  })
}

/** The text and, a line each, the names and hashes of its files. */
async function quotedText({ sealer, materials }: EvidenceParts, message: StoredMessage): Promise<string> {
  const files = [...(await materials.findAll(message.files)).values()]
  const lines = files.map((each) => `[${nameOf(sealer, each)}, SHA-256 ${each.file.hash}]`)
  return [textOf(sealer, message), ...lines].filter((line) => line !== '').join('\n')
}

/** The newest messages in the order of their numbers, or those around the reported one. */
async function newestMessages(
  { messages }: EvidenceParts,
  thread: ThreadDocument,
  messageId: string | undefined,
): Promise<StoredMessage[]> {
  await messages.addNewest(thread)
  const { connectionId } = thread
  const reported = messageId === undefined ? null : numberIn(connectionId, messageId)
  const before = reported ? reported + messagesPerThread / 2 : undefined
  const found = await messages.page(connectionId, seesEverything, { before }, messagesPerThread)
  return found.toReversed()
}

async function countMessages({ messages }: EvidenceParts, threads: readonly ThreadDocument[]) {
  const counts = threads.map(({ connectionId }) => messages.count(connectionId, seesEverything))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

const evidenceMessage = ({ message, text }: QuotedMessage) => ({
  messageId: message._id,
  threadId: message.threadId,
  by: message.by,
  at: message.at.toISOString(),
  text,
  held: message.held,
})
