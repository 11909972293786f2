import { isTransient } from '@darsi/kit/failure.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import type { Connection } from '../connection.ts'
import {
  type Claim,
  type ClaimHolder,
  hasAgreement,
  isClaimHeld,
  placeClaims,
  requestClaim,
  subjectClaim,
  waitingClaims,
} from './claim.ts'

/**
 * Gives each right to one connection, however many ask at once. Whether a claim still counts is read from its
 * connection, so a claim that a crash left behind blocks nothing. A unique index over the connections would not do:
 * not every database frees an index entry when a field changes.
 */
export function createClaimStore(
  database: Database,
  holderOf: (connectionId: string) => Promise<ClaimHolder | null>,
) {
  const claims = collection<Claim>(database, 'connectionclaims', [{ key: { connectionId: 1 } }])

  /** True also when the connection has the claim already. */
  const take = async (_id: string, connectionId: string, now: Date): Promise<boolean> => {
    if (await insertOnce(claims, { _id, connectionId, at: now })) return true
    const found = await claims.findOne({ _id })
    if (found?.connectionId === connectionId) return true
    if (!found || isClaimHeld(found, await holderOf(found.connectionId), now)) return false
    // unchanged since it was read
    const taken = await claims.updateOne(found, { $set: { connectionId, at: now } })
    return taken.matchedCount === 1
  }

  const takeOneOf = async (ids: readonly string[], connectionId: string, now: Date): Promise<boolean> => {
    // one that it has already need not be the first free one, and a second one would be lost to others
    const own = await claims.updateOne({ _id: { $in: [...ids] }, connectionId }, { $set: { at: now } })
    if (own.matchedCount > 0) return true
    for (const id of ids) if (await take(id, connectionId, now)) return true
    return false
  }
  /** @param ids some of the connection's claims; all of them when not given */
  const release = async (connectionId: string, ids?: readonly string[]): Promise<void> => {
    await claims.deleteMany({ connectionId, ...(ids && { _id: { $in: ids } }) })
  }

  return {
    release,

    /** @throws problem `connection-exists`, `connection-waiting` or `requests-full` */
    takeForRequest: async (request: Connection): Promise<void> => {
      const { _id, requestedAt } = request
      if (!(await take(subjectClaim(request), _id, requestedAt))) throw problem('connection-exists')
      if (!(await take(requestClaim(request), _id, requestedAt))) throw problem('connection-waiting')
      if (!(await takeOneOf(waitingClaims(request), _id, requestedAt))) throw problem('requests-full')
    },

    /** Takes a place for a request on the waiting list. @returns false when none is free */
    holdPlace: (
      { _id, teacherId }: { _id: string; teacherId: string },
      { places, at }: { places: number; at: Date },
    ): Promise<boolean> => takeOneOf(placeClaims(teacherId, places), _id, at),

    /**
     * Writes the teacher's agreement with one of the teacher's places; releases the place when the write fails.
     * @param places of a free teacher; null when unlimited
     * @param offer the request on the waiting list whose place the connection takes over
     * @throws problem `connection-quota`
     */
    withPlace: async <T>(
      { _id, teacherId }: Connection,
      { places, offer, at }: { places: number | null; offer?: string | undefined; at: Date },
      write: () => Promise<T>,
    ): Promise<T> => {
      if (places === null) return write()
      const all = placeClaims(teacherId, places)
      if (offer) await claims.updateOne({ connectionId: offer }, { $set: { connectionId: _id, at } })
      if (!(await takeOneOf(all, _id, at))) throw problem('connection-quota')
      try {
        return await write()
      } catch (error) {
        // a concurrent agreement to the same request keeps the place, and so does a write without an answer
        if (!isTransient(error) && !hasAgreement(await holderOf(_id))) await release(_id, all)
        throw error
      }
    },
  }
}
