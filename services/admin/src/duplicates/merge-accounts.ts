import { messageText } from '@darsi/contracts/texts/messages.ts'
import { isTransient } from '@darsi/kit/failure.ts'
import { isProblem, problem } from '@darsi/kit/http/problem.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { Erasures } from '../erasures/erasure-commands.ts'
import type { UserRow } from '../people/user-row.ts'
import { decide } from '../users/decide.ts'
import { refuseOverreach } from '../users/decision.ts'
import type { UserStore } from '../users/user-store.ts'
import { isClosedBy, isStillClosedSince, statusBefore } from './closed-by-merge.ts'
import { type DuplicatePair, merge, reopen, sides } from './duplicate-pair.ts'
import type { DuplicateStore } from './duplicate-store.ts'

const crashedMs = 10 * 60 * 1000
const maxAttempts = 5

type Deps = {
  duplicates: Pick<DuplicateStore, 'byId' | 'update' | 'merged'>
  users: Pick<UserStore, 'byId' | 'update'>
  erasures: Pick<Erasures, 'requestMerged'>
  now: () => Date
}

export type Merging = ReturnType<typeof createMerging>

/** Merges closed accounts into those that stay (docs/duplicates.md): a saga over the pair, the account and its erasure. */
export function createMerging(deps: Deps) {
  const { duplicates, users, erasures, now } = deps
  const reopenPair = (pair: DuplicatePair, by: string, at: Date) =>
    duplicates.update(pair._id, (found) => reopen(found, { by, at }))

  return {
    merge: (pair: DuplicatePair, kept: string, by: Identity, at: Date) =>
      mergeAccounts(deps, pair, { kept, by, at }),

    undo: (pair: DuplicatePair, by: Identity, at: Date) => undoMerge(deps, pair, { by, at }),

    /** An account that was opened again is no longer merged, so nothing erases it. */
    accountOpened: async (userId: string, by: string, at: Date): Promise<void> => {
      for (const pair of await duplicates.merged(userId))
        if (pair.kept !== userId && pair.decidedAt && pair.decidedAt < at) await reopenPair(pair, by, at)
    },

    /**
     * When the account that stays is erased, its merges can no longer be undone: the closed accounts are erased too.
     * A merge from after the start of the erasure is undone instead: its administrator did not see the erasure.
     */
    accountErased: async (userId: string, since: Date): Promise<void> => {
      for (const pair of await duplicates.merged(userId)) {
        const [kept, other] = sides(pair)
        const closed = kept === userId ? await users.byId(other) : null
        const isStillClosed = (row: UserRow) => isStillClosedSince(row, pair)
        if (!closed || !isStillClosed(closed)) continue
        if (pair.decidedAt && pair.decidedAt >= since)
          await undoMerge(deps, pair, { by: { userId: 'admin', role: 'super-admin' }, at: now() })
        else await erasures.requestMerged(other, pair.decidedBy, isStillClosed)
      }
    },

    /** Erases the closed accounts whose 30 days are over, with their pairs. Repeating it is safe. */
    settle: async (now: Date): Promise<void> => {
      for (const pair of await duplicates.merged()) {
        const [, other] = sides(pair)
        const closed = await users.byId(other)
        if (!closed) continue
        const isStillClosed = (row: UserRow) => isStillClosedSince(row, pair)
        if (!isStillClosed(closed)) {
          // a process crashed between the two writes of a merge; a merge in progress is left alone
          const isCrashed = pair.decidedAt && now.getTime() - pair.decidedAt.getTime() > crashedMs
          if (isCrashed) await reopenPair(pair, '', now)
        } else if (pair.undoUntil && pair.undoUntil <= now) {
          await erasures.requestMerged(other, pair.decidedBy, isStillClosed)
        }
      }
    },
  }
}

/** The pair moves first: of two merges that keep different accounts one is refused, so that one account stays open. */
async function mergeAccounts(
  { duplicates, users }: Deps,
  pair: DuplicatePair,
  { kept, by, at }: { kept: string; by: Identity; at: Date },
): Promise<DuplicatePair> {
  const [, other] = sides({ ...pair, kept })
  const closed = await users.byId(other)
  // an account that is being erased cannot stay: both would be erased
  if (!closed || !pair.users.includes(kept) || !(await users.byId(kept))) throw problem('not-found')
  refuseOverreach(closed, by.role)
  const merged = await duplicates.update(pair._id, (found) => merge(found, { kept, by: by.userId, at }))
  if (!merged) throw problem('duplicate-state')
  try {
    await close(users, closed, by, at)
  } catch (error) {
    // a write without an answer may have closed the account; if it did not, `settle` reopens the pair
    if (!isTransient(error))
      await duplicates.update(merged._id, (found) => reopen(found, { by: by.userId, at }))
    throw error
  }
  return merged
}

/** Restores the status from before the merge; an account that was closed for another reason stays closed. */
async function undoMerge(
  { duplicates, users }: Deps,
  pair: DuplicatePair,
  { by, at }: { by: Pick<Identity, 'userId' | 'role'>; at: Date },
): Promise<DuplicatePair> {
  if (pair.status !== 'merged' || !pair.undoUntil || pair.undoUntil <= at) throw problem('duplicate-state')
  const closed = await users.byId(sides(pair)[1])
  if (!closed) throw problem('not-found')
  if (isClosedBy(closed, pair)) {
    const asked = {
      id: closed._id,
      by,
      status: statusBefore(closed),
      notes: '',
      seen: closed.status,
      at,
      requires: [],
    }
    await unlessDecided(decide(users, asked))
  }
  const reopened = await duplicates.update(pair._id, (found) => reopen(found, { by: by.userId, at }))
  // null when the account's own event has reopened the pair already
  const current = reopened ?? (await duplicates.byId(pair._id))
  if (current?.status !== 'open') throw problem('duplicate-state')
  return current
}

/** Closes the account that does not stay, unless another administrator has suspended it meanwhile. */
function close(users: Deps['users'], row: UserRow, by: Identity, at: Date): Promise<void> {
  const notes = messageText('account-merged', row.language)
  const asked = { id: row._id, by, status: 'suspended' as const, notes, at, requires: [] }
  // an account that is approved at the same moment must still be closed: the next attempt judges the new status
  const closing = (attempt: number): Promise<unknown> =>
    decide(users, asked).catch((error) => {
      if (isProblem(error, 'status-changed') && attempt < maxAttempts) return closing(attempt + 1)
      throw error
    })
  return unlessDecided(closing(1))
}

/** Another decision on the account that came first is kept. */
async function unlessDecided(deciding: Promise<unknown>): Promise<void> {
  try {
    await deciding
  } catch (error) {
    if (!isProblem(error, 'status-unchanged', 'status-changed', 'decision-not-allowed')) throw error
  }
}
