import { connectionEventTypes } from '@darsi/contracts/events/events.ts'
import { isErasedChild } from '@darsi/contracts/rules/erased-child.ts'
import { partyIdsOf } from '@darsi/contracts/rules/party-ids.ts'
import { type Consumes, handles } from '@darsi/kit/events/consumer.ts'
import type { UserStore } from '../users/user-store.ts'
import type { ConnectionEvent } from './connection-row.ts'
import type { ConnectionStore } from './connection-store.ts'
import type { UpgradeStore } from './upgrade-store.ts'

export type ConnectionEventDeps = {
  connections: Pick<ConnectionStore, 'project'>
  upgrades: Pick<UpgradeStore, 'project' | 'reclaim'>
  users: Pick<UserStore, 'isAnyErased'>
}

/** The read model of connections; also the handlers of state records. */
export function connectionRows({
  connections,
  users,
}: Pick<ConnectionEventDeps, 'connections' | 'users'>): Consumes {
  return handles(connectionEventTypes, async (event: ConnectionEvent) => {
    return connections.project(
      event,
      isErasedChild(event.data) || (await users.isAnyErased(partyIdsOf(event.data))),
    )
  })
}

/** The read models of connections and upgrade requests. */
export function connectionConsumes(deps: ConnectionEventDeps): Consumes {
  const { upgrades, users } = deps
  return {
    ...connectionRows(deps),
    'upgrade.requested': async (event) => {
      // a late event must not bring back an erased person
      if (!(await users.isAnyErased([event.subject]))) await upgrades.project(event)
    },
    'user.reclaimed': async ({ subject, data }) => {
      if (data.role === 'teacher' && !(await users.isAnyErased([subject])))
        await upgrades.reclaim(subject, new Date(data.verifiedAt))
    },
  }
}
