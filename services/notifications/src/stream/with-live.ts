import type { DarsiEvent, EventType } from '@darsi/contracts/events.ts'
import type { Consumes } from '@darsi/kit/consumer.ts'
import type { Tell } from './live.ts'
import { liveEvents, liveOf } from './live-of.ts'

/** Tells the screens of whom an event is about, once its own handler is done. */
export function withLive(table: Consumes, tell: Tell): Consumes {
  const told: Record<string, (event: DarsiEvent) => Promise<void>> = {}
  for (const type of liveEvents) {
    // `as`: the handler of exactly this type
    const handle = table[type as EventType] as ((event: DarsiEvent) => Promise<unknown>) | undefined
    told[type] = async (event) => {
      await handle?.(event)
      const telling = liveOf(event)
      if (telling) await tell(telling.to, telling.event)
    }
  }
  // `as`: every key is an event type, every handler takes any event
  return { ...table, ...(told as Consumes) }
}
