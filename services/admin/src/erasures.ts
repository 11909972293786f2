import type { Role } from '@darsi/contracts/roles.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { refuseOverreach } from './decision.ts'
import type { UserStore } from './user-store.ts'

/** Whoever holds something about a person erases it and confirms. */
const holders = ['auth', 'users', 'availability', 'notifications']

export function createErasures(users: UserStore, outbox: Outbox, now: () => Date = () => new Date()) {
  return {
    /** Starts an erasure; asking again while it runs changes nothing. */
    request: async (userId: string, by: { userId: string; role: Role }): Promise<void> => {
      const row = await users.byId(userId)
      if (!row) throw problem('not-found')
      refuseOverreach(row, by.role)
      await outbox.update(users.model, userId, (doc) => {
        if (doc.erasure) return null
        return {
          update: { $set: { erasure: { pending: holders, at: now(), by: by.userId } } },
          event: {
            type: 'user.deletion-requested',
            data: { userId, role: doc.role, at: now().toISOString(), by: by.userId },
            personal: { email: doc.email, fullName: doc.fullName, language: doc.language },
          },
        }
      })
    },

    /** One holder is done; after the last one nothing personal is left of the row. */
    confirmed: async (userId: string, service: string): Promise<void> => {
      const { collection } = users.model
      await collection.updateOne({ _id: userId } as never, { $pull: { 'erasure.pending': service } } as never)
      const personal = [
        'email',
        'searchEmail',
        'fullName',
        'searchName',
        'phone',
        'location',
        'registrationNotes',
        'decisions',
      ]
      await collection.updateOne(
        { _id: userId, erasedAt: null, 'erasure.pending': { $size: 0 }, outbox: { $size: 0 } } as never,
        {
          $set: { erasedAt: now() },
          $unset: Object.fromEntries(personal.map((field) => [field, 1])),
        } as never,
      )
    },
  }
}

export type Erasures = ReturnType<typeof createErasures>
