import { existsSync, readFileSync } from 'node:fs'
import type { Receivers } from '@darsi/contracts/asyncapi.ts'
import { services } from '@darsi/contracts/event.ts'
import { events } from '@darsi/contracts/events.ts'

/** Which events each service consumes: the keys of the `consumes` table in its src/events.ts. */
export function readReceivers(): Receivers {
  return Object.fromEntries(
    services.map((service) => {
      const file = new URL(`../../services/${service}/src/events.ts`, import.meta.url)
      const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
      return [service, Object.keys(events).filter((type) => source.includes(`'${type}':`))]
    }),
  )
}
