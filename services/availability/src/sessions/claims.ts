import type { Stored } from '@darsi/kit/documents.ts'
import { inserted, isDuplicateKey } from '@darsi/kit/mongo.ts'
import type { Booking } from './bookings.ts'
import { type Claim, type Lesson, stands } from './lesson.ts'
import type { SessionModels } from './models.ts'

/** A booking that was not committed for so long never will be: its process is gone, or finds itself voided. */
export const voidAfterMs = 60_000
const attempts = 10

type Parts = Pick<SessionModels, 'claims' | 'bookings' | 'lessons'> & {
  /** Finishes what was committed and not carried out. */
  rollForward: (booking: Booking) => Promise<void>
  now: () => Date
  wait: (ms: number) => Promise<unknown>
}
export type Claims = ReturnType<typeof createClaims>

/**
 * Hours are taken before a booking is committed, so two bookings never both commit to one hour. A claim counts while
 * its lesson stands at that hour or its booking may still be committed; any other is removed by whoever meets it.
 */
export function createClaims({ claims, bookings, lessons, rollForward, now, wait }: Parts) {
  const release = async (token: string): Promise<void> => {
    await claims.collection.deleteMany({ token } as never)
  }
  const drop = async ({ _id, token }: Pick<Claim, '_id' | 'token'>): Promise<'free'> => {
    await claims.collection.deleteOne({ _id, token } as never)
    return 'free'
  }
  const settle = async (token: string): Promise<void> => {
    await claims.collection.updateMany({ token } as never, { $unset: { openAt: 1 } } as never)
  }
  const isHeld = async ({ lessonId, hourAt }: Claim): Promise<boolean> => {
    const lesson = await lessons.findById(lessonId).lean<Lesson>()
    return lesson !== null && stands(lesson, hourAt)
  }

  /** What a claim that stands in the way is worth. */
  const judge = async (claim: Claim): Promise<'held' | 'undecided' | 'free'> => {
    if (await isHeld(claim)) return 'held'
    const booking = await bookings.findById(claim.token).lean<Booking>()
    if (!booking) {
      if (now().getTime() - claim.at.getTime() < voidAfterMs) return 'undecided'
      // from here on its process can no longer commit: the id is taken
      const isVoid = await inserted(
        bookings.collection.insertOne({ _id: claim.token, kind: 'void', at: now() } as never),
      )
      return isVoid ? drop(claim) : 'undecided'
    }
    if (booking.openAt) await rollForward(booking)
    return (await isHeld(claim)) ? 'held' : drop(claim)
  }

  // native filters: our own values only
  const find = async <T>(model: Pick<Stored, 'collection'>, filter: object) =>
    // `as`: the schema of the model
    (await model.collection.find(filter as never, { limit: 1000 }).toArray()) as unknown as T[]

  const insert = async (wanted: readonly Claim[], token: string): Promise<boolean> => {
    const at = now()
    try {
      // ordered: of many who want the same hours the one who has the first goes on, so one always succeeds
      const documents = wanted.map((claim) => ({ ...claim, at, openAt: at }))
      await claims.collection.insertMany(documents as never, { ordered: true })
      return true
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      // `as`: a bulk write says how far it came
      if ((error as { insertedCount?: number }).insertedCount !== 0) await release(token)
      return false
    }
  }

  return {
    release,
    settle,

    /** Takes all hours or none. @returns false when one of them belongs to another lesson */
    take: async (wanted: readonly Claim[], token: string): Promise<boolean> => {
      const ids = wanted.map(({ _id }) => _id)
      for (let attempt = 0; attempt < attempts; attempt++) {
        // most who come second are told by a read
        const others = await find<Claim>(claims, { _id: { $in: ids } })
        const worth = await Promise.all(others.map(judge))
        if (worth.includes('held')) return false
        if (worth.includes('undecided')) await wait((1 + attempt) * (20 + Math.random() * 40))
        else if (await insert(wanted, token)) return true
      }
      return false
    },

    /** Removes what crashed bookings left behind. */
    sweep: async (): Promise<void> => {
      const old = new Date(now().getTime() - voidAfterMs)
      for (const booking of await find<Booking>(bookings, { openAt: { $lte: old } }))
        await rollForward(booking)
      // a claim is open until its booking was carried out
      const stale = await find<Claim>(claims, { openAt: { $lte: old } })
      for (const claim of stale) if ((await judge(claim)) === 'held') await settle(claim.token)
    },
  }
}
