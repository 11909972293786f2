import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import type { ErasureReason } from '@darsi/contracts/rules/erasure-reasons.ts'
import type { ErasureLedger, LedgerEntry } from '@darsi/kit/backup/erasure-ledger.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { asDocument } from '@darsi/kit/mongo/collection.ts'
import { insertOnce } from '@darsi/kit/mongo/mongo.ts'
import type { EvidenceStore } from '../alerts/evidence-store.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import { isRegistered, type UserRow } from '../people/user-row.ts'
import { refuseOverreach } from '../users/decision.ts'
import { emptyRow, type UserStore } from '../users/user-store.ts'
import { erasedFields } from './at-erasure.ts'
import { type Cause, holders, start } from './erasure.ts'

type DeletionData = DarsiEvent<'user.deletion-requested'>['data']

/** The clocks of two services may differ by this much. */
const clockSkewMs = 60_000

type Deps = {
  users: Pick<UserStore, 'collection' | 'update' | 'isErased'>
  connectionQueries: Pick<ConnectionQueries, 'idsOf'>
  evidence: Pick<EvidenceStore, 'waiting'>
  ledger: Pick<ErasureLedger, 'append'>
  now: () => Date
}
type Record = (userId: string, role: Role, step: LedgerEntry['step'], reason?: ErasureReason) => Promise<void>

export type Erasures = ReturnType<typeof createErasures>

export function createErasures({ users, connectionQueries, evidence, ledger, now }: Deps) {
  const record: Record = (userId, role, step, reason) =>
    ledger.append({ userId, role, step, reason: reason ?? 'deleted', at: now().toISOString() })

  /** @param check throws when the account must not be erased */
  const request = async (userId: string, cause: Cause, check: (row: UserRow) => void): Promise<void> => {
    // the event names the evidence whose messages users copies before it erases them
    const waiting = await evidence.waiting(userId, await connectionQueries.idsOf(userId))
    let role: Role | undefined
    await users.update(userId, (row) => {
      if (!isRegistered(row)) throw problem('not-found')
      check(row)
      role = row.role
      return start(row, { cause, evidence: waiting, at: now() })
    })
    if (!role) throw problem('not-found')
    await record(userId, role, 'requested', cause.reason)
  }

  return {
    ...createConfirmations(users, record, now),

    /** Starts an erasure; repeating it while it runs changes nothing. */
    request: (userId: string, by: { userId: string; role: Role }): Promise<void> =>
      request(userId, { by: by.userId }, (row) => refuseOverreach(row, by.role)),

    /** The owner closed the account. A repeated event finds the erasure running or finished. */
    requestOwn: async (userId: string): Promise<void> => {
      if (await users.isErased(userId)) return
      await request(userId, { by: userId, reason: 'own' }, () => {})
    },

    /** Auth let a registration expire. A repeated event finds the erasure running or finished. */
    requestExpired: async (userId: string): Promise<void> => {
      if (await users.isErased(userId)) return
      await request(userId, { by: 'auth', reason: 'unconfirmed' }, () => {})
    },

    /** The retention period of an account is over. @throws problem `status-changed` when `isDue` no longer holds */
    requestRetained: (
      userId: string,
      reason: 'rejected' | 'inactive',
      isDue: (row: UserRow) => boolean,
    ): Promise<void> =>
      request(userId, { by: 'admin', reason }, (row) => {
        if (!isDue(row)) throw problem('status-changed')
      }),

    /** A merge closed the account. @throws problem `duplicate-state` when the merge was undone meanwhile */
    requestMerged: (userId: string, by: string, isMerged: (row: UserRow) => boolean): Promise<void> =>
      request(userId, { by, isMerged: true }, (row) => {
        if (!isMerged(row)) throw problem('duplicate-state')
      }),
  }
}

/** What follows from the events of an erasure. */
function createConfirmations(users: Deps['users'], record: Record, now: () => Date) {
  const { collection } = users
  return {
    /** Records the erasure in the ledger before anything is erased, also when the requesting process crashed. */
    begun: ({ userId, role, reason }: Pick<DeletionData, 'userId' | 'role' | 'reason'>): Promise<void> =>
      record(userId, role, 'requested', reason),

    /** Starts the erasure again for an account that a restored backup brought back; an erased account stays erased. */
    resume: async ({ userId, role, at }: Pick<DeletionData, 'userId' | 'role' | 'at'>): Promise<void> => {
      const since = new Date(at)
      const tombstone = { ...emptyRow, _id: userId, role, status: 'suspended', erasedAt: since }
      // an account without a row gets a tombstone, so that a late event does not create it
      if (await insertOnce(collection, asDocument<UserRow>(tombstone))) return
      const erasure = { pending: holders, at: since, by: 'restore', reason: 'restored' as const }
      await collection.updateOne(
        { _id: userId, erasedAt: null, 'erasure.at': { $ne: since } },
        { $set: { erasure }, $currentDate: { changedAt: true } },
      )
    },

    /**
     * A service has erased its data; after the last one the row becomes a tombstone. A confirmation from
     * before this erasure started belongs to an earlier one, which a restored backup undid.
     */
    confirmed: async (userId: string, service: string, at: Date = now()): Promise<void> => {
      const begun = { $lte: new Date(at.getTime() + clockSkewMs) }
      await collection.updateOne(
        { _id: userId, 'erasure.at': begun, 'erasure.pending': service },
        { $pull: { 'erasure.pending': service } },
      )
      const before = await collection.findOneAndUpdate(
        { _id: userId, erasedAt: null, 'erasure.pending': { $size: 0 } },
        { $set: { erasedAt: now() }, $unset: erasedFields, $currentDate: { changedAt: true } },
      )
      if (before) await record(userId, before.role, 'finished', before.erasure?.reason)
    },
  }
}
