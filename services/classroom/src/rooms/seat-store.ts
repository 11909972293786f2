import type { LineQuality } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { Connection as Database } from 'mongoose'
import { goneMs } from './room.ts'
import { isThere, type Seat, seatId } from './seat.ts'

export type Seats = Collection<Seat>
export type SeatStore = ReturnType<typeof createSeatStore>
type Whose = { sessionId: string; userId: string; device: string }
type Entering = Whose & { authSessionId: string }

export const seatCollection = (database: Database): Seats =>
  collection<Seat>(database, 'seats', [
    { key: { sessionId: 1 } },
    { key: { userId: 1 } },
    { key: { lineAt: 1 } },
  ])

/** After this time without a sign of life a tab may be replaced without a question: its person may have lost it. */
const silentMs = 20_000
/** An older measurement does not describe the line now. */
const lineMs = 15_000

export function createSeatStore(seats: Seats) {
  return {
    of: (sessionId: string): Promise<Seat[]> => seats.find({ sessionId }).toArray(),
    one: ({ sessionId, userId, device }: Whose) => seats.findOne({ _id: seatId(sessionId, userId, device) }),

    /** @returns false while another tab of this person is present, unless this one takes over */
    take: async ({ authSessionId, ...whose }: Entering, takeOver: boolean, at: Date): Promise<boolean> => {
      const { sessionId, userId, device } = whose
      const _id = seatId(sessionId, userId, device)
      const others = await seats.find({ sessionId, userId, _id: { $ne: _id }, closed: false }).toArray()
      if (!takeOver && others.some((seat) => isThere(seat, at, silentMs))) return false
      await seats.updateMany({ sessionId, userId, _id: { $ne: _id } }, { $set: { closed: true } })
      const empty = { seenAt: null, since: null, stays: [], lineAt: null, lineNow: null }
      const line = { good: 0, poor: 0, lost: 0 }
      const entered = { closed: false, authSessionId, enteredAt: at }
      const opened = await seats.updateOne({ _id }, { $set: entered })
      if (opened.matchedCount === 0) await insertOnce(seats, { _id, ...whose, ...entered, line, ...empty })
      return true
    },

    /** Records a sign of life: continues the stay, or starts a new one after a minute without any. */
    see: async ({ sessionId, userId, device }: Whose, at: Date): Promise<void> => {
      const _id = seatId(sessionId, userId, device)
      const recently = { _id, closed: false, seenAt: { $gt: new Date(at.getTime() - goneMs) } }
      if ((await seats.updateOne(recently, { $max: { seenAt: at } })).matchedCount > 0) return
      const seat = await seats.findOne({ _id, closed: false })
      if (!seat) return
      const { since, seenAt } = seat
      const stay = since && seenAt ? { $push: { stays: { from: since, to: seenAt } } } : {}
      await seats.updateOne({ _id, closed: false, seenAt }, { ...stay, $set: { since: at, seenAt: at } })
    },

    close: async ({ sessionId, userId, device }: Whose): Promise<void> => {
      await seats.updateOne({ _id: seatId(sessionId, userId, device) }, { $set: { closed: true } })
    },

    /** Not a seat that was entered again meanwhile, which a new session may have done. */
    closeEnded: async ({ _id, authSessionId, enteredAt }: Seat): Promise<void> => {
      await seats.updateOne({ _id, authSessionId, enteredAt }, { $set: { closed: true } })
    },

    /** Adds the seconds since the last report to this quality. */
    reportLine: async (seat: Seat, quality: LineQuality, at: Date): Promise<void> => {
      const passed = seat.lineAt ? Math.min(lineMs, at.getTime() - seat.lineAt.getTime()) : 0
      const $inc = { [`line.${quality}`]: Math.round(passed / 1000) }
      await seats.updateOne(
        { _id: seat._id, lineAt: seat.lineAt },
        { $inc, $set: { lineAt: at, lineNow: quality } },
      )
    },

    erase: (userId: string) => seats.deleteMany({ userId }),
  }
}

export function lineOf(seats: readonly Seat[], userId: string, at: Date): LineQuality | null {
  const latest = seats
    .filter((seat) => seat.userId === userId && seat.lineAt && at.getTime() - seat.lineAt.getTime() < lineMs)
    .sort((a, b) => Number(b.lineAt) - Number(a.lineAt))[0]
  return latest?.lineNow ?? null
}
