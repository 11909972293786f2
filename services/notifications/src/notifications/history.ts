import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import type { Consumes } from '@darsi/kit/events/consumer.ts'

const dayMs = 24 * 3600 * 1000

/** True for an event of a demo's invented history: it says that it happened more than a day before it was written. */
export function isHistory({ data, time }: { data: object; time: string }): boolean {
  const at = 'at' in data ? data.at : undefined
  return typeof at === 'string' && Date.parse(time) - Date.parse(at) > dayMs
}

/**
 * Ignores a demo's invented history: at each first start it would make hundreds of mails and of notices about lessons of
 * past weeks.
 */
export function withoutHistory(table: Consumes): Consumes {
  const entries = Object.entries(table).map(([type, handle]) => {
    // `as`: the handler of exactly this type
    const handler = handle as (event: DarsiEvent) => Promise<unknown>
    return [type, async (event: DarsiEvent) => (isHistory(event) ? undefined : handler(event))] as const
  })
  return Object.fromEntries(entries)
}
