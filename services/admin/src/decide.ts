import type { AccountStatus } from '@darsi/contracts/schemas.ts'
import type { Identity } from '@darsi/kit/identity.ts'
import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type DecisionEvent, decisionEvent } from './decision.ts'
import { isVisible, type UserRow } from './user-row.ts'
import type { UserStore } from './user-store.ts'

type Asked = { id: string; by: Identity; status: AccountStatus; notes: string; at: Date }

/**
 * One compare-and-set of status, history and event: the answer is the new truth, and of two at once one is 409.
 * @throws problem as decisionEvent does, or `not-found`
 */
export async function decide(
  users: UserStore,
  outbox: Outbox,
  { id, by, status, notes, at }: Asked,
): Promise<{ row: UserRow; type: DecisionEvent; previous: UserRow['status'] }> {
  let type: DecisionEvent = 'user.approved'
  let previous: UserRow['status'] = 'pending'
  const row = await outbox.update(users.model, id, (found) => {
    if (!isVisible(found)) throw problem('not-found')
    type = decisionEvent(found, by.role, status, notes)
    previous = found.status
    const { role, email, fullName, language } = found
    const person = { email, fullName, language }
    const data = { userId: id, role, at: at.toISOString(), by: by.userId }
    const isFirst = status === 'approved' && !found.approvedAt
    return {
      update: {
        $set: { status, ...(isFirst && { approvedAt: at }) },
        $currentDate: { changedAt: true },
        $push: { decisions: { status, notes, by: by.userId, at } },
      },
      event:
        type === 'user.suspended'
          ? { type, data: { ...data, previous }, personal: { ...person, reason: notes.trim() } }
          : { type, data, personal: person },
    }
  })
  if (!row) throw problem('not-found')
  return { row, type, previous }
}
