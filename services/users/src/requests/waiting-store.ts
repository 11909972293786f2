import type { EventInput } from '@darsi/contracts/events/events.ts'
import { type Outbox, type Outboxed, outboxIndex } from '@darsi/kit/events/outbox.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import { maxWaiting } from '../connections/claims/claim.ts'
import type { Connection } from '../connections/connection.ts'
import type { WaitingRequest } from './waiting-request.ts'

type Document = WaitingRequest & Outboxed
type Requested = Pick<Connection, '_id' | 'teacherId' | 'studentId' | 'childId' | 'requestedAt'>
export type WaitingStore = ReturnType<typeof createWaitingStore>

const nothing = async (_id: string): Promise<void> => {}
const inLine = { waitsFor: 'place', offeredAt: null, lapsedAt: null } as const
/** An offer that was not used yet, or whose request the teacher has not answered. */
const holdsPlace = { offeredAt: { $ne: null }, lapsedAt: null }
const inOrder = { since: 1, _id: 1 } as const

/**
 * @param placesChanged called after a write that may free a place of a teacher, or adds a request to the teacher's list
 * @param releasePlace frees the place that a removed request had been offered
 */
export function createWaitingStore(
  database: Database,
  outbox: Outbox,
  { placesChanged = nothing, releasePlace = nothing } = {},
) {
  const requests = collection<Document>(database, 'waitingrequests', [
    { key: { teacherId: 1, learnerId: 1 }, unique: true },
    { key: { requesterId: 1 } },
    { key: { childId: 1 } },
    { key: { learnerId: 1 } },
    { key: { offeredAt: 1 } },
    { key: { waitsFor: 1, lapsedAt: 1 } },
    outboxIndex,
  ])

  const remove = async (_id: string): Promise<void> => {
    await requests.deleteOne({ _id })
    await releasePlace(_id)
  }
  const removeMany = async (filter: object): Promise<void> => {
    const found = await requests.find(filter, { projection: { teacherId: 1 } }).toArray()
    for (const { _id } of found) await remove(_id)
    for (const teacherId of new Set(found.map((one) => one.teacherId))) await placesChanged(teacherId)
  }

  return {
    collection: requests,

    /** Stores a request; a second one to the same teacher replaces one that waits for a guardian or is over. */
    keep: async (request: WaitingRequest): Promise<WaitingRequest> => {
      const { teacherId, learnerId } = request
      const replaceable = { $or: [{ waitsFor: 'guardian' as const }, { lapsedAt: { $ne: null } }] }
      await requests.deleteMany({ teacherId, learnerId, ...replaceable })
      if (!(await insertOnce(requests, { ...request, v: 0, outbox: [] }))) throw problem('connection-waiting')
      // counted after the write, so that parallel requests cannot all pass
      if ((await requests.countDocuments({ learnerId, lapsedAt: null })) > maxWaiting) {
        await requests.deleteOne({ _id: request._id })
        throw problem('requests-full')
      }
      if (request.waitsFor === 'place') await placesChanged(teacherId)
      return request
    },

    ...createWaitingQueries(requests),

    update: (
      id: string,
      decide: (request: WaitingRequest) => WaitingRequest | null,
      eventOf: (changed: WaitingRequest) => EventInput,
    ): Promise<WaitingRequest | null> =>
      outbox.update(requests, id, (found) => {
        const changed = decide(found)
        if (!changed) return null
        const { offeredAt, lapsedAt } = changed
        return { update: { $set: { offeredAt, lapsedAt } }, event: eventOf(changed) }
      }),

    /** This connection is the learner's request to the teacher: it uses an offer, and ends waiting in the line. */
    requested: async ({ _id: connectionId, teacherId, studentId, childId, requestedAt }: Requested) => {
      const learnerId = studentId ?? childId ?? ''
      const own = { teacherId, learnerId, waitsFor: 'place' as const, lapsedAt: null, connectionId: null }
      const before = { $lte: requestedAt }
      await requests.updateOne({ ...own, offeredAt: before }, { $set: { connectionId, message: '' } })
      await requests.deleteOne({ ...own, offeredAt: null, since: before })
    },

    /** A guardian is linked, and the teacher has no free place. */
    joinLine: async (_id: string): Promise<void> => {
      await requests.updateOne({ _id, waitsFor: 'guardian' }, { $set: { waitsFor: 'place' } })
    },

    /** A request left the line of a teacher, and its place is free. */
    left: placesChanged,

    /** Its place, if it had one, is free at once. */
    remove,

    erase: (userId: string): Promise<void> =>
      removeMany({ $or: [{ teacherId: userId }, { requesterId: userId }, { learnerId: userId }] }),

    /** Removes requests for a child by accounts that are not its guardians. */
    keepOnlyGuardians: async (childId: string, guardianIds: readonly string[], accountId: string | null) => {
      const allowed = [...guardianIds, ...(accountId ? [accountId] : [])]
      await removeMany({ childId, requesterId: { $nin: allowed } })
    },
  }
}

const createWaitingQueries = (requests: Collection<Document>) => ({
  find: (_id: string, requesterId: string) => requests.findOne({ _id, requesterId, lapsedAt: null }),

  /** Requests of an account, without those that were sent. */
  ofRequester: (requesterId: string) =>
    requests.find({ requesterId, lapsedAt: null, connectionId: null }, { sort: inOrder }).toArray(),

  ofGuardianless: (learnerId: string) =>
    requests.find({ learnerId, waitsFor: 'guardian' }, { sort: inOrder }).toArray(),

  /** The first in the line besides those that are passed over. */
  next: (teacherId: string, passedOver: readonly string[] = []) =>
    requests.findOne({ teacherId, ...inLine, _id: { $nin: [...passedOver] } }, { sort: inOrder }),

  position: async ({ teacherId, since, _id }: WaitingRequest): Promise<number> => {
    const before = [{ since: { $lt: since } }, { since, _id: { $lt: _id } }]
    return 1 + (await requests.countDocuments({ teacherId, ...inLine, $or: before }))
  },

  hasOffer: async (_id: string) => (await requests.findOne({ _id, ...holdsPlace })) !== null,

  heldPlaces: (teacherId: string) => requests.find({ teacherId, ...holdsPlace }).toArray(),

  offeredBefore: (before: Date) =>
    requests.find({ offeredAt: { $lte: before }, lapsedAt: null, connectionId: null }).toArray(),

  awaitedTeachers: (): Promise<string[]> =>
    requests.distinct('teacherId', { waitsFor: 'place', lapsedAt: null }),
})
