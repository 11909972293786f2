import { problem } from '@darsi/kit/problem.ts'
import type { UserRow } from './user-row.ts'
import type { UserStore } from './user-store.ts'

/**
 * An administrator takes an account or gives it back. The same again changes nothing.
 * @throws problem `not-found`, or `assignee-taken` with the name of whoever looks after it
 */
export async function assign(
  users: Pick<UserStore, 'byId' | 'assign' | 'names'>,
  { id, by, mine }: { id: string; by: string; mine: boolean },
): Promise<UserRow> {
  const row = await users.byId(id)
  if (!row) throw problem('not-found')
  const holder = row.assignee ?? null
  if (mine ? holder === by : holder === null) return row
  if (holder !== null && holder !== by) throw await taken(users, holder)
  const changed = await users.assign(id, holder, mine ? by : null)
  if (changed) return changed
  const now = await users.byId(id)
  throw now?.assignee ? await taken(users, now.assignee) : problem('not-found')
}

async function taken(users: Pick<UserStore, 'names'>, holder: string) {
  return problem('assignee-taken', { params: { name: (await users.names([holder])).get(holder) ?? '' } })
}
