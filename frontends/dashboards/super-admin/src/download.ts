import { filePrefix } from '@darsi/contracts/product.ts'
import { tunisDay } from '@darsi/contracts/tunis-time.ts'

/** The name that the server gives; else prefix, what it is and the day in Tunis (spec §3). */
export function exportFileName(what: string, disposition: string | null, now: Date): string {
  const given = /filename="?([\w.-]+)"?/.exec(disposition ?? '')?.[1]
  return given ?? `${filePrefix}-${what}-${tunisDay(now)}.csv`
}
