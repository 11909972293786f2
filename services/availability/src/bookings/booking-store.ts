import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import type { Booking } from './booking.ts'

/** While a proposal of the booking may still be answered or disputed. */
export const bookingSeconds = 30 * 24 * 3600
const batch = 1000
/** What carrying out needs: the lessons among it have addresses and notes. */
const content = { lessons: 1, group: 1, move: 1, release: 1 } as const

export const bookingCollection = (database: Database): Collection<Booking> =>
  collection<Booking>(database, 'bookings', [
    { key: { openAt: 1 }, sparse: true },
    { key: { at: 1 }, expireAfterSeconds: bookingSeconds },
    { key: { by: 1 }, sparse: true },
  ])

export type BookingStore = ReturnType<typeof createBookingStore>

export function createBookingStore(bookings: Collection<Booking>) {
  return {
    find: (_id: string) => bookings.findOne({ _id }),
    /** Bookings that were not carried out by then. */
    openSince: (at: Date) => bookings.find({ openAt: { $lte: at } }, { limit: batch }).toArray(),

    /** @returns false when the id is taken: answered, or voided by another process */
    commit: (booking: Booking): Promise<boolean> => insertOnce(bookings, booking),
    /** From now on its process cannot commit it. @returns false when it was quicker */
    forbid: (_id: string, at: Date): Promise<boolean> => insertOnce(bookings, { _id, kind: 'void', at }),
    /** Also removes the content: an erasure reaches the lessons, but not copies of them. */
    close: async (_id: string): Promise<void> => {
      await bookings.updateOne({ _id }, { $unset: { ...content, openAt: 1 } })
    },

    /** Not the open ones: without them their lessons would never be written. */
    erase: async (userId: string): Promise<void> => {
      await bookings.deleteMany({ by: userId, openAt: { $exists: false } })
    },
  }
}
