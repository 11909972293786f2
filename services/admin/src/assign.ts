import type { Outbox } from '@darsi/kit/outbox.ts'
import { problem } from '@darsi/kit/problem.ts'
import { isVisible, type UserRow } from './user-row.ts'
import type { UserStore } from './user-store.ts'

type Users = Pick<UserStore, 'byId' | 'model' | 'names' | 'offDuty'>
type Asked = { id: string; by: string; mine: boolean; at: Date }

/**
 * An administrator takes an account or gives it back. The same again changes nothing. One whose holder is no
 * administrator any more is as good as nobody's.
 * @throws problem `not-found`, or `assignee-taken` with the name of whoever looks after it
 */
export async function assign(users: Users, outbox: Outbox, { id, by, mine, at }: Asked): Promise<UserRow> {
  const found = await users.byId(id)
  if (!found) throw problem('not-found')
  const gone = found.assignee ? await users.offDuty([found.assignee]) : new Set<string>()
  const holderOf = (row: UserRow) => (row.assignee && !gone.has(row.assignee) ? row.assignee : null)
  let taken: string | null = null
  const changed = await outbox.update(users.model, id, (row) => {
    if (!isVisible(row)) throw problem('not-found')
    const holder = holderOf(row)
    taken = holder !== by ? holder : null
    if (taken || (mine ? holder === by : !row.assignee)) return null
    return {
      update: { $set: { assignee: mine ? by : null }, $currentDate: { changedAt: true } },
      event: {
        type: mine ? 'user.taken' : 'user.given-back',
        data: { userId: id, role: row.role, by, at: at.toISOString() },
      },
    }
  })
  if (taken)
    throw problem('assignee-taken', { params: { name: (await users.names([taken])).get(taken) ?? '' } })
  const row = changed ?? (await users.byId(id))
  if (!row) throw problem('not-found')
  return row
}
