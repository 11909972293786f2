import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'

/**
 * True for an event of a demo's invented history: it says that it happened more than a day before it was written. Its
 * mail would be hundreds of mails about lessons of past weeks at each first start.
 */
export function isHistory({ data, time }: { data: object; time: string }, ageMs = dayMs): boolean {
  const at = 'at' in data ? data.at : undefined
  return typeof at === 'string' && Date.parse(time) - Date.parse(at) > ageMs
}

/** Of a demo's invented history only the last two weeks make notices, so that the first start is short. */
export function withoutHistory(table: Consumes): Consumes {
  const entries = Object.entries(table).map(([type, handle]) => {
    // `as`: the handler of exactly this type
    const handler = handle as (event: DarsiEvent) => Promise<unknown>
    return [
      type,
      async (event: DarsiEvent) => (isHistory(event, 14 * dayMs) ? undefined : handler(event)),
    ] as const
  })
  return Object.fromEntries(entries)
}
