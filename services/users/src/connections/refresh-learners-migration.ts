import { changeRows, type Migration } from '@darsi/kit/mongo/migrate.ts'
import type { OwnershipTransferStore } from '../children/ownership-transfer-store.ts'
import { type SyncChildParts, syncChild } from '../families/sync-child.ts'
import { isOpen } from './connection.ts'
import type { ConnectionDocument } from './connection-document.ts'
import { moveToOwnAccount, settleAll } from './settle-connections.ts'

export type RefreshLearnersParts = SyncChildParts & {
  transfers: Pick<OwnershipTransferStore, 'completed'>
}

/**
 * Connections of older releases have the learner's data of the time of the request: they lack a later coming of age,
 * guardian, corrected birth year or withdrawn consent to video.
 */
export function refreshLearnersMigration(parts: RefreshLearnersParts): Migration {
  return { id: '2026-11-21-connections-follow-learners', run: (alive) => refreshLearners(parts, alive) }
}

async function refreshLearners(parts: RefreshLearnersParts, alive: () => Promise<void>) {
  const { transfers, children, connections } = parts
  // first: settling would close the connections of a child that was erased by the transfer
  for (const { childId, studentId } of await transfers.completed()) {
    await moveToOwnAccount(parts, childId, studentId)
    await alive()
  }
  for (const { _id } of await children.withAccount()) {
    await syncChild(parts, _id)
    await alive()
  }
  return changeRows<ConnectionDocument>(connections.documents, { alive }, async (row) => {
    if (row.erasedAt || !(isOpen(row) || row.childId)) return false
    await settleAll(parts, [row])
    return true
  })
}
