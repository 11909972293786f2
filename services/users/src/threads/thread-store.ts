import { setTimeout as sleep } from 'node:timers/promises'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Connection } from 'mongoose'
import type { MessageStore } from './message-store.ts'
import { createSerialQueue } from './serial-queue.ts'
import { type StoredMessage, type Thread, threadIdOf } from './thread.ts'
import { createThreadQueries, type ThreadDocument } from './thread-queries.ts'

type Appended = { message: StoredMessage; changed: Thread; event: EventInput }

export function createThreadStore(database: Connection, outbox: Outbox, messages: MessageStore) {
  const threads = collection<ThreadDocument>(database, 'threads', [
    { key: { memberIds: 1, lastAt: -1 } },
    { key: { childId: 1 } },
    { key: { studentId: 1 } },
    { key: { 'last.by': 1 }, sparse: true },
    { key: { 'kept.at': 1 }, sparse: true },
    { key: { 'kept.accountId': 1 }, sparse: true },
    outboxIndex,
  ])
  const queries = createThreadQueries(threads)
  const inTurn = createSerialQueue()

  return {
    ...queries,
    collection: threads,

    /** @returns false when the connection has a thread already */
    create: (thread: Thread, sequence: number, event: EventInput): Promise<boolean> => {
      const document = { ...thread, src: { users: sequence }, erasedAt: null }
      return inserted(outbox.insert(threads, document, event))
    },

    /** @param sequence of the connection's event; a repeated or late one changes nothing */
    update: async (
      connectionId: string,
      decide: (thread: ThreadDocument) => Thread | null,
      eventOf: (changed: Thread) => EventInput,
      sequence?: number,
    ): Promise<void> => {
      await outbox.update(threads, threadIdOf(connectionId), (thread) => {
        if (sequence !== undefined && (thread.src['users'] ?? 0) >= sequence) return null
        const changed = decide(thread)
        if (!changed) return null
        const source = sequence === undefined ? {} : { 'src.users': sequence }
        return { update: { $set: { ...fieldsOf(changed), ...source } }, event: eventOf(changed) }
      })
    },

    /**
     * Appends a message. The newest message is part of the thread's own document, so message, number and event are one
     * write; the one before it is copied to the messages first, so a crash at any moment loses none.
     * @param key of the call; a repeated call gets the message of the first one
     * @param write throws a problem when the thread takes no more messages
     */
    append: (
      connectionId: string,
      key: string | null,
      write: (thread: ThreadDocument) => Promise<Appended>,
    ) =>
      inTurn(connectionId, async (): Promise<{ thread: ThreadDocument; message: StoredMessage } | null> => {
        for (;;) {
          const found = await queries.find(connectionId)
          if (!found) return null
          await messages.addNewest(found)
          const repeated = found.recent.find((recent) => recent.key === key)
          const before = repeated && (await messages.find(connectionId, repeated.number))
          if (before) return { thread: found, message: before }
          const { message, changed, event } = await write(found)
          // a write of another process came first: read again
          const thread = await outbox.update(threads, found._id, ({ v }) =>
            v === found.v ? { update: { $set: fieldsOf(changed) }, event } : null,
          )
          if (thread) {
            await messages.addNewest(thread)
            return { thread, message }
          }
          await sleep(Math.random() * 30)
        }
      }),

    remove: async (connectionId: string): Promise<void> => {
      await threads.deleteOne({ _id: threadIdOf(connectionId) })
    },
  }
}

export type ThreadStore = ReturnType<typeof createThreadStore>

function fieldsOf(thread: Thread) {
  const { subject, status, teacherId, studentId, childId, guardianIds, minor, memberIds } = thread
  const { lastNumber, lastAt, last, recent, released, reads } = thread
  const { removalAnnouncedAt, kept, pausedFor } = thread
  const parties = { subject, status, teacherId, studentId, childId, guardianIds, minor, memberIds }
  return {
    ...parties,
    ...{ lastNumber, lastAt, last, recent, released, reads },
    ...{ removalAnnouncedAt, kept, pausedFor },
  }
}
