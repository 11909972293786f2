import { messageText } from '@darsi/contracts/messages.ts'
import type { Identity } from '@darsi/kit/identity.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { Problem, problem } from '@darsi/kit/problem.ts'
import { decide } from '../decide.ts'
import { refuseOverreach } from '../decision.ts'
import type { Erasures } from '../erasures.ts'
import type { UserRow } from '../user-row.ts'
import type { UserStore } from '../user-store.ts'
import { type DuplicatePair, type DuplicateStore, sides } from './duplicate-store.ts'
import { isClosedBy, isStillClosedSince, statusBefore } from './merged.ts'

/** product.md §5 and §6: a super-admin merges, and may think better of it for 30 days. */
const undoMs = 30 * 24 * 3600 * 1000
const crashedMs = 10 * 60 * 1000

type Deps = { duplicates: DuplicateStore; users: UserStore; outbox: Outbox; erasures: Erasures }

export function createMerging({ duplicates, users, outbox, erasures }: Deps) {
  const reopen = (pair: DuplicatePair, by: string, at: Date) =>
    duplicates.move(pair._id, 'merged', undecided, { type: 'duplicate.merge-undone', by, at })

  /** Closes the account that goes. Whoever suspended it meanwhile had a reason of their own, which stands. */
  const close = ({ _id: id, language }: UserRow, by: Identity, at: Date): Promise<void> => {
    const notes = messageText('account-merged', language)
    return unlessDecided(decide(users, outbox, { id, by, status: 'suspended', notes, at }))
  }

  return {
    /** The pair is moved first: of two who keep different accounts one is refused, and one account stays open. */
    merge: async (pair: DuplicatePair, kept: string, by: Identity, at: Date): Promise<DuplicatePair> => {
      const [, other] = sides({ ...pair, kept })
      const closed = await users.byId(other)
      if (!closed || !pair.users.includes(kept)) throw problem('not-found')
      refuseOverreach(closed, by.role)
      const decided = {
        status: 'merged' as const,
        kept,
        decidedAt: at,
        decidedBy: by.userId,
        undoUntil: new Date(at.getTime() + undoMs),
      }
      const told = { type: 'duplicate.merged' as const, by: by.userId, at }
      const merged = await duplicates.move(pair._id, 'open', decided, told)
      if (!merged) throw problem('duplicate-state')
      try {
        await close(closed, by, at)
      } catch (error) {
        await reopen(merged, by.userId, at)
        throw error
      }
      return merged
    },

    /** The account is again what it was before the merge; one that was closed for another reason stays closed. */
    undo: async (pair: DuplicatePair, by: Identity, at: Date): Promise<DuplicatePair> => {
      if (pair.status !== 'merged' || !pair.undoUntil || pair.undoUntil <= at)
        throw problem('duplicate-state')
      const closed = await users.byId(sides(pair)[1])
      if (!closed) throw problem('not-found')
      if (isClosedBy(closed, pair)) {
        const asked = { id: closed._id, by, status: statusBefore(closed), notes: '', at }
        await unlessDecided(decide(users, outbox, asked))
      }
      // the account's own event may have reopened it already
      const reopened = (await reopen(pair, by.userId, at)) ?? (await duplicates.find(pair._id))
      if (reopened?.status !== 'open') throw problem('duplicate-state')
      return reopened
    },

    /** An account that was opened again is no longer merged: nothing erases it. */
    accountOpened: async (userId: string, by: string, at: Date): Promise<void> => {
      for (const pair of await duplicates.merged(userId))
        if (pair.kept !== userId && pair.decidedAt && pair.decidedAt < at) await reopen(pair, by, at)
    },

    /** With the account that stays nobody can undo its merges any more: whom they closed goes along with it. */
    accountErased: async (userId: string): Promise<void> => {
      for (const pair of await duplicates.merged(userId)) {
        const [kept, other] = sides(pair)
        const closed = kept === userId ? await users.byId(other) : null
        const isStillClosed = (row: UserRow) => isStillClosedSince(row, pair)
        if (closed && isStillClosed(closed))
          await erasures.requestMerged(other, pair.decidedBy, isStillClosed)
      }
    },

    /** Erases the closed accounts whose 30 days are over; the pairs go with them. Repeats do no harm. */
    settle: async (now: Date): Promise<void> => {
      for (const pair of await duplicates.merged()) {
        const [, other] = sides(pair)
        const closed = await users.byId(other)
        if (!closed) continue
        const isStillClosed = (row: UserRow) => isStillClosedSince(row, pair)
        if (!isStillClosed(closed)) {
          // a crash between the two writes of a merge; one that is on its way right now is left alone
          if (pair.decidedAt && now.getTime() - pair.decidedAt.getTime() > crashedMs)
            await reopen(pair, '', now)
        } else if (pair.undoUntil && pair.undoUntil <= now) {
          await erasures.requestMerged(other, pair.decidedBy, isStillClosed)
        }
      }
    },
  }
}

const undecided = { status: 'open' as const, kept: null, undoUntil: null, decidedAt: null, decidedBy: '' }

/** Another decision on the account that came first stands. */
async function unlessDecided(deciding: Promise<unknown>): Promise<void> {
  try {
    await deciding
  } catch (error) {
    const isOvertaken =
      error instanceof Problem && (error.slug === 'status-unchanged' || error.slug === 'decision-not-allowed')
    if (!isOvertaken) throw error
  }
}

export type Merging = ReturnType<typeof createMerging>
