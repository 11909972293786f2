import { admins } from '@darsi/contracts/reference/roles.ts'
import type { Collection } from '@darsi/kit/mongo/collection.ts'
import { isAdministrator, isVisible, type UserRow, visible, visibleFields } from '../people/user-row.ts'

export function createAdministratorQueries(users: Collection<UserRow>) {
  return {
    /** The accounts that may decide on alerts. */
    administrators: (): Promise<UserRow[]> =>
      users.find({ ...visible, role: { $in: admins }, status: 'approved' }).toArray(),

    /** Those of these accounts that are no longer administrators; an assignment to one counts as none. */
    formerAdministrators: async (ids: readonly string[]): Promise<Set<string>> => {
      if (ids.length === 0) return new Set()
      const projection = { role: 1, status: 1, ...visibleFields }
      const found = await users.find({ _id: { $in: [...new Set(ids)] } }, { projection }).toArray()
      const former = found.filter((row) => !isVisible(row) || !isAdministrator(row))
      return new Set(former.map(({ _id }) => _id))
    },
  }
}
