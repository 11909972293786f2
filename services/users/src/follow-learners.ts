import type { Migration } from '@darsi/kit/migrate.ts'
import type { ChildStore } from './children/child-store.ts'
import type { Guardianship } from './children/guardianship.ts'
import type { HeirStore } from './children/heir-store.ts'
import { isOpen } from './connections/connection.ts'
import type { ConnectionStore } from './connections/connection-store.ts'
import type { Connections } from './connections/connections.ts'

export type FollowParts = {
  heirs: Pick<HeirStore, 'takenOver'>
  children: Pick<ChildStore, 'withAccount'>
  guardianship: Pick<Guardianship, 'follow'>
  store: Pick<ConnectionStore, 'after'>
  connections: Pick<Connections, 'comeOfAge' | 'settleAll'>
}

const batch = 200

/**
 * Connections of older code know the learner as of the request: who came of age or is guarded since, a year that was
 * corrected, a consent to video that was taken back, and guardians who left what was over.
 */
export function connectionsFollow(parts: FollowParts): Migration {
  return { id: '2026-11-21-connections-follow-learners', run: (alive) => followLearners(parts, alive) }
}

async function followLearners(parts: FollowParts, alive: () => Promise<void>) {
  const { heirs, children, guardianship, store, connections } = parts
  let changed = 0
  // first those who took over: for everybody else a child that is gone has nobody any more
  for (const { childId, studentId } of await heirs.takenOver()) {
    await connections.comeOfAge(childId, studentId)
    await alive()
  }
  for (const { _id } of await children.withAccount()) {
    await guardianship.follow(_id)
    await alive()
  }
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows = await store.after(last, batch)
    const concerned = rows.filter((row) => !row.erasedAt && (isOpen(row) || row.childId))
    await connections.settleAll(concerned)
    changed += concerned.length
    last = rows.at(-1)?._id
    await alive()
  }
  return { changed }
}
