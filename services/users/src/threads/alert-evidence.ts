import type { Concerns } from '@darsi/contracts/events/event-parts.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { ClosingStore } from '../utterances/closing-store.ts'
import type { UtteranceStore } from '../utterances/utterance-store.ts'
import type { Quoted, Quotes } from './quotes.ts'
import type { ReportStore } from './report-store.ts'
import type { ThreadDocument } from './thread-queries.ts'
import type { ThreadStore } from './thread-store.ts'

type EvidenceParts = {
  threads: ThreadStore
  reports: Pick<ReportStore, 'has' | 'add'>
  profiles: Pick<ProfileStore, 'findAll'>
  utterances: Pick<UtteranceStore, 'count' | 'newestAbout' | 'connectionsOf'>
  closings: Pick<ClosingStore, 'people'>
  quotes: Quotes
}
export type CopyEvidence = (alertId: string, concerns: Concerns, at: Date) => Promise<void>

const maxThreads = 10
type Conversation = Pick<ThreadDocument, 'connectionId'> &
  Partial<Pick<ThreadDocument, 'lastAt' | 'teacherId'>>
const timeOf = ({ lastAt }: Conversation) => lastAt?.getTime() ?? 0
/** A Kafka message holds one megabyte, and a sealed character takes up to four bytes. */
const charactersOfPart = 150_000
const maxParts = 10

/**
 * Copies the conversations that an alert concerns for the super-admins, before anything in them is erased. Once per
 * alert: a copy that was made before an erasure is not replaced.
 */
export const createCopyEvidence =
  (parts: EvidenceParts): CopyEvidence =>
  async (alertId, concerns, at) => {
    const { reports, profiles, utterances, closings } = parts
    const id = `evidence.${alertId}`
    if (await reports.has(id)) return
    const all = await concernedThreads(parts, concerns)
    const threads = all.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, maxThreads)
    const { aboutUserId, reportedId } = concerns
    const concerned = aboutUserId ? [aboutUserId] : threads.flatMap(({ teacherId }) => teacherId ?? [])
    const people = await profiles.findAll(concerned)
    const closed = await closings.people(concerned.filter((userId) => !people.has(userId)))
    const reported = reportedId === undefined ? null : await utterances.newestAbout(reportedId)
    const texts = await quotedTexts(parts, threads, reported?.at ?? at)
    const copied = texts.flat()
    const omitted = {
      conversations: all.length - threads.length,
      messages: (await utterances.count(all.map((thread) => thread.connectionId))) - copied.length,
    }
    const identities = [...people.values()].map(({ _id: userId, role, fullName, email, phone }) => ({
      ...{ userId, role, fullName, email, phone },
    }))
    const eventOf = (part: number): EventInput => ({
      type: 'evidence.copied',
      data: { alertId, part, at: at.toISOString() },
      personal: {
        people: part === 0 ? [...identities, ...closed] : [],
        messages: (texts[part] ?? []).map(evidenceText),
        ...(part === 0 && omitted.messages > 0 && { omitted }),
      },
    })
    // the first part last: after a crash in between all of them are written again
    for (let part = texts.length - 1; part > 0; part--)
      await reports.add({ _id: `${id}.${part}`, threadId: id, at }, eventOf(part))
    await reports.add({ _id: id, threadId: id, at }, eventOf(0))
  }

async function concernedThreads(
  { threads, utterances }: EvidenceParts,
  concerns: Concerns,
): Promise<Conversation[]> {
  const { connectionId, threadId, childId, aboutUserId, by } = concerns
  const single = threadId ?? connectionId
  // a request has no thread before it is approved
  if (single) return [(await threads.find(single)) ?? { connectionId: single }]
  // a report without ids may be about any conversation of the reporter
  if (!childId && !aboutUserId) return by ? threads.ofMember(by) : []
  const ofLearner = childId ? await threads.ofLearner(childId) : []
  const ofPerson = aboutUserId ? await threads.ofMember(aboutUserId) : []
  // a closed account is no member of its conversations any more
  const spokenIn = aboutUserId ? await threads.findAll(await utterances.connectionsOf(aboutUserId)) : []
  const all = [...ofPerson, ...spokenIn]
  const shared = by ? all.filter(({ memberIds }) => memberIds.includes(by)) : all
  return [...new Map([...ofLearner, ...shared].map((thread) => [thread._id, thread])).values()]
}

/** The texts around that time in parts of one event each, those nearest to it first. */
async function quotedTexts(
  { quotes }: EvidenceParts,
  threads: readonly Conversation[],
  around: Date,
): Promise<Quoted[][]> {
  const quoted: Quoted[] = []
  for (const { connectionId } of threads) quoted.push(...(await quotes(connectionId, around)))
  const distance = ({ utterance }: Quoted) => Math.abs(utterance.at.getTime() - around.getTime())
  const parts: Quoted[][] = []
  let characters = 0
  for (const each of quoted.toSorted((a, b) => distance(a) - distance(b))) {
    characters += each.text.length
    const part = Math.floor(characters / charactersOfPart)
    if (part >= maxParts) break
    parts[part] = [...(parts[part] ?? []), each]
  }
  const oldestFirst = (a: Quoted, b: Quoted) => a.utterance.at.getTime() - b.utterance.at.getTime()
  return parts.map((part) => part.toSorted(oldestFirst))
}

const evidenceText = ({ utterance: { about, connectionId, field, by, at, held }, text }: Quoted) => ({
  ...{ field, about, threadId: connectionId, by, text, held },
  at: at.toISOString(),
})
