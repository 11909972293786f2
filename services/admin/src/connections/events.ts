import type { Consumes } from '@darsi/kit/consumer.ts'
import type { UserStore } from '../user-store.ts'
import type { ConnectionEvent } from './connection-row.ts'
import type { ConnectionStore } from './connection-store.ts'
import type { UpgradeStore } from './upgrade-store.ts'

type Parts = { connections: ConnectionStore; upgrades: UpgradeStore; users: UserStore }

/** The read models of connections and upgrade requests. */
export function connectionConsumes({ connections, upgrades, users }: Parts): Consumes {
  const apply = async (event: ConnectionEvent) => {
    const { teacherId, studentId, guardianIds } = event.data
    const people = [teacherId, ...(studentId ? [studentId] : []), ...guardianIds]
    return connections.project(event, await users.isAnyErased(people))
  }
  return {
    'connection.requested': apply,
    'connection.agreed': apply,
    'connection.approved': apply,
    'connection.declined': apply,
    'connection.cancelled': apply,
    'connection.expiring': apply,
    'connection.expired': apply,
    'connection.ended': apply,
    'connection.changed': apply,
    'upgrade.requested': async (event) => {
      // an event that comes late brings nobody back
      if (!(await users.isAnyErased([event.subject]))) await upgrades.project(event)
    },
  }
}
