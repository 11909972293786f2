import { problem } from '@darsi/kit/http/problem.ts'
import { isVisible, type UserRow } from '../people/user-row.ts'
import type { UserStore } from './user-store.ts'

type Users = Pick<UserStore, 'byId' | 'update' | 'names' | 'formerAdministrators'>
type Assignment = { id: string; by: string; mine: boolean; at: Date }

/**
 * Assigns an account to an administrator, or removes the assignment; repeating it changes nothing. An assignment to a
 * former administrator counts as none.
 * @throws problem `not-found`, or `assignee-taken` with the name of the assignee
 */
export async function assign(users: Users, { id, by, mine, at }: Assignment): Promise<UserRow> {
  const found = await users.byId(id)
  if (!found) throw problem('not-found')
  const former = found.assignee ? await users.formerAdministrators([found.assignee]) : new Set<string>()
  const holderOf = ({ assignee }: UserRow) => (assignee && !former.has(assignee) ? assignee : null)
  let other: string | null = null
  const changed = await users.update(id, (row) => {
    if (!isVisible(row)) throw problem('not-found')
    const holder = holderOf(row)
    other = holder !== by ? holder : null
    if (other || (mine ? holder === by : !row.assignee)) return null
    return {
      changed: { ...row, assignee: mine ? by : null },
      event: {
        type: mine ? 'user.taken' : 'user.given-back',
        data: { userId: id, role: row.role, by, at: at.toISOString() },
      },
    }
  })
  if (other)
    throw problem('assignee-taken', { params: { name: (await users.names([other])).get(other) ?? '' } })
  const row = changed ?? (await users.byId(id))
  if (!row) throw problem('not-found')
  return row
}
