import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { Outbox } from '@darsi/kit/events/outbox.ts'

/** What a write changed: an own event, or a change that only this service knows. */
export type Change =
  | EventInput
  | { type: 'child.changed'; data: { childId: string } }
  /** A teacher may have more or fewer free places. */
  | { type: 'places.changed'; data: { teacherId: string } }

/** Runs the reactions to a change (`reactions.ts`). A store calls it after the write. */
export type Changed = (change: Change) => Promise<void>

const waiting = new AsyncLocalStorage<Map<Change['type'], () => Promise<void>>>()

/**
 * Runs the reactions to the writes of `work` after it, and none when it fails: for several writes of which only all
 * together are a valid state. Of each type the last change counts, so they have to concern the same connection and child.
 */
export async function reactAfter<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.getStore()) return work()
  const reactions = new Map<Change['type'], () => Promise<void>>()
  const result = await waiting.run(reactions, work)
  for (const react of reactions.values()) await react()
  return result
}

/** Reacts at once, or after the work that the write is part of. */
export const reactingTo =
  (react: Changed): Changed =>
  async (change) => {
    const later = waiting.getStore()
    if (later) later.set(change.type, () => react(change))
    else await react(change)
  }

/** An outbox after whose writes the reactions to the event run. Records of state have none. */
export function reactingOutbox(outbox: Outbox, changed: Changed): Outbox {
  return {
    ...outbox,
    insert: async (stored, doc, event) => {
      const created = await outbox.insert(stored, doc, event)
      await changed(event)
      return created
    },
    update: async (stored, id, decide) => {
      const written: { event?: EventInput } = {}
      const updated = await outbox.update<NonNullable<Parameters<typeof decide>[0]>>(stored, id, (doc) => {
        const decision = decide(doc)
        if (decision) written.event = decision.event
        return decision
      })
      if (updated && written.event) await changed(written.event)
      return updated
    },
  }
}
