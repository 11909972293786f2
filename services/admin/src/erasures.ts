import type { Erasure } from '@darsi/contracts/admin-api.ts'
import type { Role } from '@darsi/contracts/roles.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { refuseOverreach } from './decision.ts'
import { isKnown, type UserRow } from './user-row.ts'
import type { UserStore } from './user-store.ts'

/** Whoever holds something about a person erases it and confirms. */
const holders = ['auth', 'users', 'availability', 'notifications', 'admin']
const overdueMs = 24 * 3600 * 1000
const shownAtOnce = 100

const nothingPersonal = Object.fromEntries(
  [
    'email',
    'searchEmail',
    'fullName',
    'searchName',
    'language',
    'phone',
    'location',
    'registrationNotes',
    'employment',
    'decisions',
    'lastLoginAt',
    'birthYear',
    'dupKeys',
  ].map((field) => [field, 1]),
)

export function createErasures(users: UserStore, outbox: Outbox, now: () => Date = () => new Date()) {
  type Cause = { by: string; reason?: 'unconfirmed' | 'own' }

  /** @param mayErase throws where the row must stay */
  const start = async (userId: string, cause: Cause, mayErase: (row: UserRow) => void): Promise<void> => {
    const written = await outbox.update(users.model, userId, (row) => {
      if (!isKnown(row)) throw problem('not-found')
      mayErase(row)
      if (row.erasure) return null
      const { role, email, fullName, language } = row
      return {
        update: {
          $set: { erasure: { pending: holders, at: now(), ...cause } },
          $currentDate: { changedAt: true },
        },
        event: {
          type: 'user.deletion-requested',
          data: { userId, role, at: now().toISOString(), ...cause },
          personal: { email, fullName, language },
        },
      }
    })
    if (!written && !(await users.model.exists({ _id: userId }))) throw problem('not-found')
  }

  return {
    /** Starts an erasure; asking again while it runs changes nothing. */
    request: (userId: string, by: { userId: string; role: Role }): Promise<void> =>
      start(userId, { by: by.userId }, (row) => refuseOverreach(row, by.role)),

    /** The same for an account that its owner closed. A repeated event finds it running or done. */
    requestOwn: async (userId: string): Promise<void> => {
      if (await users.isErased(userId)) return
      await start(userId, { by: userId, reason: 'own' }, () => {})
    },

    /** The same for a registration that auth let expire. A repeated event finds it running or done. */
    requestExpired: async (userId: string): Promise<void> => {
      if (await users.isErased(userId)) return
      await start(userId, { by: 'auth', reason: 'unconfirmed' }, () => {})
    },

    /** The same for the account that a merge closed. @param isMerged false when somebody brought it back meanwhile */
    requestMerged: (userId: string, by: string, isMerged: (row: UserRow) => boolean): Promise<void> =>
      start(userId, { by }, (row) => {
        if (!isMerged(row)) throw problem('duplicate-state')
      }),

    /** One holder is done; after the last one nothing personal is left of the row. */
    confirmed: async (userId: string, service: string): Promise<void> => {
      const { collection } = users.model
      await collection.updateOne({ _id: userId } as never, { $pull: { 'erasure.pending': service } } as never)
      await collection.updateOne(
        { _id: userId, erasedAt: null, 'erasure.pending': { $size: 0 } } as never,
        { $set: { erasedAt: now() }, $unset: nothingPersonal, $currentDate: { changedAt: true } } as never,
      )
    },

    /** The open ones, and the newest that are done. */
    progress: async (): Promise<Progress> => {
      const { collection } = users.model
      const find = async (filter: object, sort: object) =>
        // `as`: the schema of the model
        (await collection
          .find(filter as never, { sort: sort as never, limit: shownAtOnce })
          .toArray()) as unknown as Erasing[]
      const isOpen = { 'erasure.at': { $type: 'date' }, erasedAt: null }
      const isDone = { erasedAt: { $type: 'date' } }
      const open = await find(isOpen, { 'erasure.at': 1 })
      const done = await find(isDone, { erasedAt: -1 })
      const counts = [isOpen, isDone].map((filter) => collection.countDocuments(filter as never))
      const [openCount = 0, doneCount = 0] = await Promise.all(counts)
      const before = new Date(now().getTime() - overdueMs)
      const overdue = await collection.countDocuments({
        'erasure.at': { $lt: before },
        erasedAt: null,
      } as never)
      const shown = (row: Erasing) => shownErasure(row, before)
      return { open: open.map(shown), done: done.map(shown), total: openCount + doneCount, overdue }
    },

    /** Erasures that not everybody has confirmed, the oldest first: for the metrics. */
    open: async (): Promise<{ count: number; oldest: Date | null }> => {
      const waiting = { 'erasure.pending.0': { $exists: true } }
      const { collection } = users.model
      const oldest = await collection.findOne(waiting, {
        sort: { 'erasure.at': 1 },
        projection: { erasure: 1 },
      })
      return {
        count: await collection.countDocuments(waiting),
        // `as`: the projection
        oldest: (oldest as { erasure?: { at: Date } } | null)?.erasure?.at ?? null,
      }
    },
  }
}

type Progress = { open: Erasure[]; done: Erasure[]; total: number; overdue: number }
type Erasing = Pick<UserRow, '_id' | 'role' | 'erasedAt'> & { erasure?: UserRow['erasure'] }

function shownErasure({ _id, role, erasure, erasedAt }: Erasing, overdueBefore: Date): Erasure {
  const at = erasure?.at ?? erasedAt ?? overdueBefore
  return {
    userId: _id,
    role,
    at: at.toISOString(),
    reason: erasure?.reason ?? (erasure?.by === _id ? 'own' : 'deleted'),
    pending: erasure?.pending ?? [],
    erasedAt: erasedAt?.toISOString() ?? null,
    overdue: !erasedAt && at < overdueBefore,
  }
}

export type Erasures = ReturnType<typeof createErasures>
