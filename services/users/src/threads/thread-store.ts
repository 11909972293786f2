import type { EventInput } from '@darsi/contracts/events.ts'
import { inserted } from '@darsi/kit/mongo.ts'
import { indexOutbox, type Outbox, type Outboxed, outboxFields } from '@darsi/kit/outbox.ts'
import { projectionFields } from '@darsi/kit/projection.ts'
import { sleep } from '@darsi/kit/turn.ts'
import { type Connection, Schema } from 'mongoose'
import { createTurns } from './in-turn.ts'
import { messageStore } from './message-store.ts'
import { type KeptMessage, keyOf, type Thread } from './thread.ts'

export type ThreadDocument = Thread & Outboxed & { src: Record<string, number> }
type Change = { $set: object; event: EventInput } | null
/** Of one caller's view: a list is that long at most. */
const most = 200

export function threadStore(connection: Connection, outbox: Outbox) {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      connectionId: { type: String, required: true },
      subject: String,
      status: { type: String, required: true },
      teacherId: { type: String, required: true },
      studentId: { type: String, default: null },
      childId: { type: String, default: null },
      guardianIds: { type: [String], default: [] },
      minor: Boolean,
      memberIds: { type: [String], default: [] },
      lastNumber: { type: Number, default: 0 },
      lastAt: { type: Date, required: true },
      last: { type: Object, default: null },
      recent: { type: [Object], default: [] },
      reads: { type: Object, default: {} },
      blockedBy: { type: [String], default: [] },
      ...outboxFields,
      ...projectionFields,
    },
    { versionKey: false, minimize: false },
  )
  schema.index({ memberIds: 1, lastAt: -1 })
  indexOutbox(schema)
  const model = connection.model<ThreadDocument>('thread', schema)
  const messages = messageStore(connection)
  const inTurn = createTurns()

  const find = (connectionId: string): Promise<ThreadDocument | null> =>
    model.findOne({ _id: keyOf(connectionId) } as never).lean<ThreadDocument>()

  const change = (connectionId: string, decide: (thread: ThreadDocument) => Change) =>
    outbox.update(model, keyOf(connectionId), (thread) => {
      const changed = decide(thread)
      return changed && { update: { $set: changed.$set }, event: changed.event }
    })

  return {
    model,
    messages,
    find,
    change,

    /** False when there is one already. */
    create: async (thread: Thread, sequence: number, event: EventInput): Promise<boolean> => {
      return inserted(outbox.insert(model, { ...thread, src: { users: sequence } } as never, event))
    },

    ofMember: async (userId: string): Promise<ThreadDocument[]> => {
      const options = { sort: { lastAt: -1 }, limit: most } as const
      // `as`: the schema above
      return (await model.collection.find({ memberIds: userId } as never, options).toArray()) as never
    },

    /**
     * The next message of a thread. It stands in the thread's own document, with number and event, in one write;
     * the one before it was put among the others first, so a process that dies at any moment loses none.
     * @param key of the call: what an earlier try of it made is answered again
     * @param write throws a problem when nothing may be written any more
     */
    append: (
      connectionId: string,
      key: string | null,
      write: (thread: ThreadDocument) => { message: KeptMessage; event: EventInput },
    ): Promise<{ thread: ThreadDocument; message: KeptMessage } | null> =>
      inTurn(connectionId, async () => {
        for (;;) {
          const found = await find(connectionId)
          if (!found) return null
          if (found.last) await messages.put(found.last)
          const same = found.recent.find((recent) => recent.key === key)
          const before = same && (await messages.find(connectionId, same.number))
          if (before) return { thread: found, message: before }
          const { message, event } = write(found)
          const made = key === null ? [] : [{ key, number: message.number }]
          const $set = {
            last: message,
            lastNumber: message.number,
            lastAt: message.at,
            recent: [...found.recent, ...made].slice(-20),
          }
          // somebody else's message came between: all of this again
          const decide = (now: ThreadDocument) => (now.v === found.v ? { update: { $set }, event } : null)
          const thread = await outbox.update(model, found._id, decide)
          if (thread) {
            await messages.put(message)
            return { thread, message }
          }
          await sleep(Math.random() * 30)
        }
      }),
  }
}
