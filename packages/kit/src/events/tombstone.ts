import type { Service } from '@darsi/contracts/reference/services.ts'
import { asDocument, documentsOf, type Stored } from '../mongo/collection.ts'
import { inserted } from '../mongo/mongo.ts'
import type { Outbox, Outboxed } from './outbox.ts'

type Erasable = Outboxed & { erasedAt?: Date | null }
type Erasure<D> = {
  userId: string
  service: Service
  at: Date
  /** Fields that a tombstone keeps besides the time; called with null when there was no document. */
  kept?: (document: D | null) => object
}

/**
 * Replaces an account's document by a tombstone and confirms the erasure once. Works without a document too: late
 * events must not bring the account back.
 */
export async function leaveTombstone<D extends Erasable>(
  outbox: Outbox,
  accounts: Stored<D>,
  { userId, service, at, kept = () => ({}) }: Erasure<D>,
): Promise<void> {
  const event = { type: 'user.erased' as const, data: { userId, service, at: at.toISOString() } }
  const tombstone = (document: D | null) => ({ ...kept(document), erasedAt: at })
  for (;;) {
    if ((await documentsOf<D>(accounts).countDocuments({ _id: userId })) > 0) {
      await outbox.replace(accounts, userId, (document) =>
        document.erasedAt ? null : { document: tombstone(document), event },
      )
      return
    }
    if (await inserted(outbox.insert(accounts, asDocument<D>({ _id: userId, ...tombstone(null) }), event)))
      return
  }
}
