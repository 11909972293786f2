import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce, isDuplicateKey } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import type { Claim } from './claim.ts'

/** No booking needs a claim whose hour is over; two days are a margin for wrong clocks. */
const claimSeconds = 2 * 24 * 3600
const batch = 1000

export const claimCollection = (database: Database): Collection<Claim> =>
  collection<Claim>(database, 'claims', [
    { key: { lessonId: 1 } },
    { key: { token: 1 } },
    { key: { openAt: 1 }, sparse: true },
    { key: { hourAt: 1 }, expireAfterSeconds: claimSeconds },
  ])

export type ClaimStore = ReturnType<typeof createClaimStore>

export function createClaimStore(claims: Collection<Claim>) {
  const releaseBooking = async (token: string): Promise<void> => {
    await claims.deleteMany({ token })
  }

  return {
    find: (ids: readonly string[]) => claims.find({ _id: { $in: [...ids] } }).toArray(),
    ofLesson: (lessonId: string) => claims.find({ lessonId }).toArray(),
    /** Claims of bookings that were not carried out by then. */
    openSince: (at: Date) => claims.find({ openAt: { $lte: at } }, { limit: batch }).toArray(),

    /** @returns false, with no claim left behind, when another booking has one of them */
    take: async (wanted: readonly Claim[], token: string, at: Date): Promise<boolean> => {
      try {
        // ordered: of several bookings of the same hours, the one with the first hour wins, so one always succeeds
        await claims.insertMany(
          wanted.map((claim) => ({ ...claim, at, openAt: at })),
          { ordered: true },
        )
        return true
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        if (!hasInsertedNothing(error)) await releaseBooking(token)
        return false
      }
    },
    /** Takes the hours that are free and leaves the others to their owners. */
    takeFree: async (wanted: readonly Claim[]): Promise<void> => {
      for (const claim of wanted) await insertOnce(claims, claim)
    },

    /** The booking was carried out: its claims hold as long as the lessons take these hours. */
    settle: async (token: string): Promise<void> => {
      await claims.updateMany({ token }, { $unset: { openAt: 1 } })
    },

    releaseBooking,
    releaseLesson: async (lessonId: string): Promise<void> => {
      await claims.deleteMany({ lessonId })
    },
    /** By its token too, because the hour may belong to another booking by now. */
    release: async ({ _id, token }: Pick<Claim, '_id' | 'token'>): Promise<void> => {
      await claims.deleteOne({ _id, token })
    },
  }
}

const hasInsertedNothing = (error: unknown): boolean =>
  error instanceof Error && 'insertedCount' in error && error.insertedCount === 0
