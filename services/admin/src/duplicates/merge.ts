import { messageText } from '@darsi/contracts/messages.ts'
import type { Identity } from '@darsi/kit/identity.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { decide } from '../decide.ts'
import { refuseOverreach } from '../decision.ts'
import type { Erasures } from '../erasures.ts'
import type { UserStore } from '../user-store.ts'
import type { DuplicatePair, DuplicateStore } from './duplicate-store.ts'

/** product.md §5 and §6: a super-admin merges, and may think better of it for 30 days. */
const undoMs = 30 * 24 * 3600 * 1000

type Deps = { duplicates: DuplicateStore; users: UserStore; outbox: Outbox; erasures: Erasures }

export function createMerging({ duplicates, users, outbox, erasures }: Deps) {
  const closedOf = async (pair: DuplicatePair, kept: string) => {
    const row = await users.byId(pair.users.find((one) => one !== kept) ?? '')
    if (!row || !pair.users.includes(kept)) throw problem('not-found')
    return row
  }

  return {
    /** The account is closed first, so that a crash in between leaves a pair that is merged again, not a half merge. */
    merge: async (pair: DuplicatePair, kept: string, by: Identity, at: Date): Promise<DuplicatePair> => {
      const closed = await closedOf(pair, kept)
      refuseOverreach(closed, by.role)
      if (pair.status !== 'open') throw problem('duplicate-state')
      const notes = messageText('account-merged', closed.language)
      if (closed.status !== 'suspended')
        await decide(users, outbox, { id: closed._id, by, status: 'suspended', notes, at })
      const merged = await duplicates.move(pair._id, 'open', {
        status: 'merged',
        kept,
        decidedAt: at,
        decidedBy: by.userId,
        undoUntil: new Date(at.getTime() + undoMs),
      })
      if (!merged) throw problem('duplicate-state')
      return merged
    },

    undo: async (pair: DuplicatePair, by: Identity, at: Date): Promise<DuplicatePair> => {
      if (pair.status !== 'merged' || !pair.kept || !pair.undoUntil || pair.undoUntil <= at)
        throw problem('duplicate-state')
      const closed = await closedOf(pair, pair.kept)
      if (closed.status === 'suspended')
        await decide(users, outbox, { id: closed._id, by, status: 'approved', notes: '', at })
      const open = { status: 'open' as const, kept: null, undoUntil: null, decidedAt: null, decidedBy: '' }
      const reopened = await duplicates.move(pair._id, 'merged', open)
      if (!reopened) throw problem('duplicate-state')
      return reopened
    },

    /** Erases the closed accounts whose 30 days are over; the pairs go with them. Repeats do no harm. */
    settle: async (now: Date): Promise<void> => {
      for (const pair of await duplicates.settled(now)) {
        const closed = pair.users.find((one) => one !== pair.kept)
        if (closed && (await users.byId(closed))) await erasures.requestMerged(closed, pair.decidedBy)
        await duplicates.erase(closed ?? '')
      }
    },
  }
}

export type Merging = ReturnType<typeof createMerging>
