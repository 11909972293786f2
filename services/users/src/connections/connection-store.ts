import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { isTransient } from '@darsi/kit/failure.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection as Database } from 'mongoose'
import { reactAfter } from '../changes.ts'
import { createBlockStore } from './block-store.ts'
import { createClaimStore } from './claims/claim-store.ts'
import { type Connection, dueAt, hasNobodyWithout, isOpen, type Moved } from './connection.ts'
import { type ConnectionDocument, createConnectionQueries } from './connection-queries.ts'
import { createExclusionStore } from './pauses/exclusion-store.ts'

export type ConnectionStore = ReturnType<typeof createConnectionStore>
type Write = () => Promise<unknown>

export function createConnectionStore(
  database: Database,
  outbox: Outbox,
  /** Whether a request on the waiting list, by its id, holds a place. */
  hasOffer: (requestId: string) => Promise<boolean>,
) {
  const connections = collection<ConnectionDocument>(database, 'connections', [
    { key: { dueAt: 1 } },
    { key: { teacherId: 1, requestedAt: -1 } },
    { key: { learnerSide: 1, requestedAt: -1 } },
    { key: { childId: 1 } },
    { key: { decidedAt: 1 } },
    outboxIndex,
  ])
  const claims = createClaimStore(
    database,
    async (_id) => (await connections.findOne({ _id })) ?? ((await hasOffer(_id)) ? 'offer' : null),
  )

  return {
    ...createConnectionQueries(connections),
    collection: connections,
    ...{ exclusions: createExclusionStore(database), blocks: createBlockStore(database) },
    withPlace: claims.withPlace,
    holdPlace: claims.holdPlace,
    releasePlace: (requestId: string) => claims.release(requestId),
    takeForRequest: claims.takeForRequest,

    /**
     * Takes the claims before the write, so that of any number of requests at once the right number succeeds.
     * @param around runs the write, and what has to be written before it
     * @throws problem `connection-exists`, `connection-waiting` or `requests-full`
     */
    insert: (
      connection: Connection,
      event: EventInput,
      around: (write: Write) => Promise<unknown> = (write) => write(),
    ): Promise<void> =>
      // a reaction that fails must not release the claims of a written connection
      reactAfter(async () => {
        try {
          await claims.takeForRequest(connection)
          await around(() => outbox.insert(connections, newDocument(connection), event))
        } catch (error) {
          // a write without an answer may have succeeded: its claims count then, and otherwise only for a minute
          if (!isTransient(error)) await claims.release(connection._id)
          throw error
        }
      }),

    /** Connections in a later state with the events that led to it; their claims have been taken. */
    insertMany: (rows: readonly { connection: Connection; events: readonly EventInput[] }[]) =>
      outbox.insertMany(
        connections,
        rows.map(({ connection, events }) => ({ doc: newDocument(connection), events })),
      ),

    /** @returns the changed connection, or null when there is none or `decide` changes nothing */
    update: async (
      id: string,
      decide: (connection: ConnectionDocument) => Moved | null,
      eventOf: (moved: Moved) => EventInput,
    ): Promise<ConnectionDocument | null> => {
      const updated = await outbox.update(connections, id, (found) => {
        const moved = found.erasedAt ? null : decide(found)
        return moved && { update: { $set: fieldsOf(moved.changed) }, event: eventOf(moved) }
      })
      if (updated && !isOpen(updated)) await claims.release(id)
      return updated
    },

    /**
     * Removes texts by or about a person before its connections change hands. With a new version, so that an update that
     * has read the texts before does not write them again.
     */
    redactTexts: async (userId: string): Promise<void> => {
      const wished = {
        ...{ learnerSide: userId, requesterId: userId },
        $or: [{ message: { $ne: '' } }, { 'preferredTimes.0': { $exists: true } }],
      }
      await connections.updateMany(wished, { $set: noWish, $inc: { v: 1 } })
      const noted = { learnerSide: userId, note: { $ne: '' } }
      await connections.updateMany(noted, { $set: { note: '' }, $inc: { v: 1 } })
    },

    /** Removes a person from closed connections and hides those without a second side. */
    erase: async (userId: string, at: Date): Promise<void> => {
      const ofPerson = { $or: [{ teacherId: userId }, { learnerSide: userId }] }
      for (const connection of await connections.find(ofPerson).toArray()) {
        if (!hasTraceOf(connection, userId)) continue
        const { _id, requesterId } = connection
        const hidden = { ...noWish, note: '', guardianIds: [], learnerSide: [], blockedBy: [], erasedAt: at }
        const update = hasNobodyWithout(connection, userId)
          ? { $set: hidden }
          : {
              $pull: { guardianIds: userId, learnerSide: userId, blockedBy: userId },
              // the note may contain the person's name
              $set: { note: '', ...(requesterId === userId && noWish) },
            }
        await connections.updateOne({ _id }, { ...update, $inc: { v: 1 } })
      }
    },
  }
}

/** False once the person's erasure has changed the connection: a repeated event changes nothing. */
function hasTraceOf(connection: ConnectionDocument, userId: string): boolean {
  const { requesterId, message, preferredTimes, note, guardianIds, learnerSide, erasedAt } = connection
  const hasWish = requesterId === userId && (message !== '' || preferredTimes.length > 0)
  const isUnhidden = hasNobodyWithout(connection, userId) && !erasedAt
  return note !== '' || hasWish || isUnhidden || [...guardianIds, ...learnerSide].includes(userId)
}

/** What the learner's side wrote in its request, erased. */
const noWish = { message: '', preferredTimes: [] }
const never = new Date('9999-12-31T00:00:00Z')

const newDocument = (connection: Connection) => ({
  ...connection,
  dueAt: dueAt(connection) ?? never,
  learnerSide: learnerSideOf(connection),
  erasedAt: null,
})

const learnerSideOf = ({ studentId, guardianIds }: Connection): string[] => [
  ...new Set([...(studentId ? [studentId] : []), ...guardianIds]),
]

function fieldsOf(connection: Connection) {
  const { status, guardianIds, needs, message, note, remindedAt, decidedAt, adminReviewedAt } = connection
  const { studentId, childId, requesterId, minor, learnerBirthYear, learnerLevel, requestedAt } = connection
  const { childVersion, videoWithdrawn, pause, blockedBy, liftedAt, flags } = connection
  return {
    ...{ status, guardianIds, needs, message, note, remindedAt, decidedAt, adminReviewedAt },
    ...{ studentId, childId, requesterId, minor, learnerBirthYear, requestedAt },
    ...{ videoWithdrawn, pause, blockedBy, liftedAt, flags, ...(learnerLevel && { learnerLevel }) },
    ...(childVersion !== undefined && { childVersion }),
    learnerSide: learnerSideOf(connection),
    dueAt: dueAt(connection) ?? never,
  }
}
