import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'
import type { StateSource } from '@darsi/kit/events/reemit.ts'
import { documentsOf } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'
import { isVisible, type UserRow } from './people/user-row.ts'
import { createUserStore } from './users/user-store.ts'

/** The state records of decisions on accounts (docs/adr/0024). */
export function stateSources(database: Connection, outbox: Outbox): readonly StateSource[] {
  const { collection } = createUserStore(database, outbox)
  return [
    {
      name: 'decisions on accounts',
      collection: documentsOf(collection),
      publish: async (id) => {
        let published = 0
        for (const stateOf of [firstApproval, decision])
          if (await outbox.publishState(collection, id, (row) => (isVisible(row) ? stateOf(row) : null)))
            published++
        return published
      },
    },
  ]
}

/** Other services also keep when an approved account was first approved. */
function firstApproval(row: UserRow): EventInput | null {
  const { status, approvedAt, decisions } = row
  const first = decisions.find(({ at }) => at.getTime() === approvedAt?.getTime())
  if (status !== 'approved' || !first) return null
  return { type: 'user.approved', ...about(row, first) }
}

/** Null for an account that nobody decided on: its status is that of the registration. */
function decision(row: UserRow): EventInput | null {
  const last = row.decisions.at(-1)
  if (!last) return null
  const { data, personal } = about(row, last)
  if (row.status === 'approved') return { type: 'user.reinstated', data, personal }
  if (row.status === 'pending') return { type: 'user.reopened', data, personal }
  const previous = row.approvedAt ? 'approved' : 'pending'
  return {
    type: 'user.suspended',
    data: { ...data, previous },
    personal: { ...personal, reason: last.notes },
  }
}

function about({ _id: userId, role, email, fullName, language }: UserRow, by: { by: string; at: Date }) {
  return {
    data: { userId, role, at: by.at.toISOString(), by: by.by },
    personal: { email, fullName, language },
  }
}
