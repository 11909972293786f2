import type { Service } from '@darsi/contracts/event.ts'
import type { Model } from 'mongoose'
import { inserted } from './mongo.ts'
import type { Outbox, Outboxed } from './outbox.ts'

type Erasable = Outboxed & { erasedAt?: Date | null }
type Erasure<D> = {
  userId: string
  service: Service
  at: Date
  /** What stays beside the time; of nothing where there was no document yet. */
  kept?: (document: D | null) => object
}

/**
 * Leaves a tombstone of an account's document and confirms the erasure, once. Also where nothing was yet: what comes
 * late must not bring the account back.
 */
export async function leaveTombstone<D extends Erasable>(
  outbox: Outbox,
  model: Model<D>,
  { userId, service, at, kept = () => ({}) }: Erasure<D>,
): Promise<void> {
  const event = { type: 'user.erased' as const, data: { userId, service, at: at.toISOString() } }
  const tombstone = (document: D | null) => ({ ...kept(document), erasedAt: at })
  for (;;) {
    if (await model.exists({ _id: userId } as never)) {
      await outbox.replace(model, userId, (document) =>
        document.erasedAt ? null : { document: tombstone(document), event },
      )
      return
    }
    // `as`: a tombstone has none of the document's fields
    if (await inserted(outbox.insert(model, { _id: userId, ...tombstone(null) } as never, event))) return
  }
}
