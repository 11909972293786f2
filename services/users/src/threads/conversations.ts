import { partyIdsOf } from '@darsi/contracts/rules/party-ids.ts'
import { removedBefore } from '@darsi/contracts/rules/retention.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Readers } from '@darsi/kit/http/text-gate.ts'
import type { Connection } from '../connections/connection.ts'
import { familyOf, loadParties, type PartyParts } from '../connections/connection-parties.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { ConsentStore } from '../consents/consent-store.ts'
import type { LastWords } from '../utterances/last-words.ts'
import { type Part, partOf, type Thread, type ThreadFacts } from './thread.ts'
import type { ThreadDocument } from './thread-queries.ts'
import type { ThreadStore } from './thread-store.ts'

type ConversationParts = PartyParts & {
  threads: Pick<ThreadStore, 'find' | 'ofMember'>
  connections: Pick<ConnectionStore, 'find' | 'byIds' | 'blocks'>
  consents: Pick<ConsentStore, 'isGiven'>
  now: () => Date
} & LastWords

/** Threads with what stands outside them: their connections' present status, their people and their consents. */
export function createConversations(parts: ConversationParts) {
  const { threads, connections, profiles, consents, textsBefore, judgedTexts, now } = parts
  const conversations = {
    /**
     * With the status of the connection itself: the event that copies it to the thread may be late.
     * @throws problem `not-found` for a person who is no member, or left the connection
     */
    find: async (id: string, userId: string): Promise<{ thread: ThreadDocument; part: Part }> => {
      const [found, connection] = await Promise.all([threads.find(id), connections.find(id)])
      const thread = found && readableThread(found, connection, { userId, at: now() })
      if (!thread) throw problem('not-found')
      return { thread, part: partOf(thread, userId) }
    },

    /** The newest threads of a person, as `find` finds each. */
    ofMember: async (userId: string): Promise<ThreadDocument[]> => {
      const found = await threads.ofMember(userId)
      const rows = await connections.byIds(found.map(({ connectionId }) => connectionId))
      const byId = new Map(rows.map((connection) => [connection._id, connection]))
      return found.flatMap(
        (thread) => readableThread(thread, byId.get(thread.connectionId), { userId, at: now() }) ?? [],
      )
    },

    /** Facts outside the thread that decide whether it is open. */
    factsOf: async (
      thread: Pick<Thread, 'memberIds' | 'studentId' | 'childId' | 'guardianIds' | 'teacherId'>,
    ): Promise<ThreadFacts> => ({
      blockedBy: await connections.blocks.between(thread.teacherId, familyOf(thread)),
      people: await conversations.peopleOf(thread),
      isConsented: !thread.childId || (await consents.isGiven(thread.childId, 'messages', thread.teacherId)),
    }),

    peopleOf: ({ memberIds, teacherId }: Pick<Thread, 'memberIds' | 'teacherId'>) =>
      profiles.findAll([...memberIds, teacherId]),

    textsBefore,
    judgedTexts,

    /** Looks up the parties of many threads at once. */
    loadParties: (found: readonly ThreadDocument[]) => loadParties(parts, found),

    /** Who reads what this member writes. @throws problem `not-found` as `find` does */
    readersOf: async (id: string, userId: string): Promise<Readers> => {
      const { thread } = await conversations.find(id, userId)
      const blockers = await connections.blocks.between(thread.teacherId, familyOf(thread))
      return {
        lastTexts: judgedTexts(thread, userId),
        isBlocked: thread.status === 'approved' && blockers.length > 0,
      }
    },
  }
  return conversations
}

export type Conversations = ReturnType<typeof createConversations>

/** Null for a person who left the connection, and for guardians whose time to read a kept conversation is over. */
function readableThread(
  thread: ThreadDocument,
  connection: Connection | null | undefined,
  { userId, at }: { userId: string; at: Date },
): ThreadDocument | null {
  if (thread.kept && thread.kept.at <= removedBefore('kept-conversations', at)) return null
  if (!thread.kept && connection && !partyIdsOf(connection).includes(userId)) return null
  return { ...thread, status: connection?.status ?? thread.status }
}
