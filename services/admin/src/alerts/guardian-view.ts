import type { ConnectionQueries } from '../connections/connection-queries.ts'
import type { UserStore } from '../users/user-store.ts'
import type { Alert } from './alert.ts'

export type GuardianViewDeps = {
  users: Pick<UserStore, 'byId'>
  connectionQueries: Pick<ConnectionQueries, 'peopleAround'>
}

/**
 * The fields of an alert that a guardian may read. A report may name any id, so only data that the guardian reads
 * elsewhere is looked up: names of people in own connections, the own governorate, and whether a child was named.
 */
export async function guardianView({ users, connectionQueries }: GuardianViewDeps, guardianId: string) {
  const around = await connectionQueries.peopleAround(guardianId)
  const row = await users.byId(guardianId)
  return {
    governorateId: row?.governorateId ?? null,
    minor: ({ claimed, childId, minor }: Pick<Alert, 'claimed' | 'childId' | 'minor'>): boolean =>
      claimed ? childId !== null : minor,
    person: (id: string | null, names: ReadonlyMap<string, string>) => {
      if (id === null) return null
      const mayRead = id === guardianId || around.has(id)
      return { id, name: mayRead ? (names.get(id) ?? '') : '' }
    },
  }
}
