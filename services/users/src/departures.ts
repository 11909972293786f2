import type { ChildStore } from './children/child-store.ts'
import type { HeirStore } from './children/heir-store.ts'
import type { LinkStore } from './children/link-store.ts'
import type { ConnectionStore } from './connections/connection-store.ts'
import type { Connections } from './connections/connections.ts'
import type { UpgradeStore } from './connections/upgrade-store.ts'
import type { ProfileStore } from './profile-store.ts'
import type { Teachers } from './teachers/teachers.ts'
import type { Threads } from './threads/threads.ts'

type Parts = {
  profiles: ProfileStore
  children: ChildStore
  links: LinkStore
  heirs: Pick<HeirStore, 'erase'>
  store: ConnectionStore
  upgrades: UpgradeStore
  connections: Pick<Connections, 'settleParty'>
  threads: Pick<Threads, 'erase'>
  teachers: Pick<Teachers, 'erase'>
}

/**
 * What an account leaves behind. Its state is written first and its connections are looked at afterwards: whoever
 * connects at that moment either is seen here or sees the state after writing.
 */
export function createDepartures({
  profiles,
  children,
  links,
  heirs,
  store,
  upgrades,
  connections,
  threads,
  teachers,
}: Parts) {
  return {
    suspend: async (event: { producer: string; sequence: number; subject: string }): Promise<void> => {
      await profiles.setStatus(event.subject, 'suspended', event)
      await connections.settleParty(event.subject)
    },

    /** Every step may be repeated; the last one confirms the erasure. */
    erase: async (userId: string, at: Date): Promise<void> => {
      await profiles.close(userId)
      await teachers.erase(userId)
      await store.unsay(userId)
      for (const { _id } of await children.ofGuardian(userId)) await children.removeGuardian(_id, userId, at)
      await children.eraseAccount(userId, at)
      await connections.settleParty(userId)
      await store.erase(userId, at)
      await threads.erase(userId)
      await links.erase(userId)
      await heirs.erase(userId)
      await upgrades.erase(userId)
      await profiles.erase(userId, at)
    },
  }
}
