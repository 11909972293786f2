import { type DarsiEvent, eventsWith, liveOf } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'
import type { PublishLive } from './live.ts'

/** Makes the open pages of the people of an event reload, after its own handler, so that they read the changed data. */
export function withLive(table: Consumes, publishLive: PublishLive): Consumes {
  const entries = eventsWith('live').map((type) => {
    // `as`: the handler of exactly this type
    const handle = table[type] as ((event: DarsiEvent) => Promise<unknown>) | undefined
    const handleAndTell = async (event: DarsiEvent): Promise<void> => {
      await handle?.(event)
      const update = liveOf(event)
      if (update) await publishLive(update.to, update.event)
    }
    return [type, handleAndTell] as const
  })
  return { ...table, ...Object.fromEntries(entries) }
}
