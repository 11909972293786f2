import type { Receivers } from '@darsi/contracts/asyncapi.ts'
import { services } from '@darsi/contracts/event.ts'

/** Which events each service consumes: the keys of the table that `consumes` in its src/events.ts makes. */
export async function readReceivers(): Promise<Receivers> {
  const entries = services.map(async (service) => {
    const { consumes } = await import(`../../services/${service}/src/events.ts`)
    return [service, Object.keys(consumes(anything, anything, anything)).sort()]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Stands for any dependency: `consumes` only keeps them for its handlers, which nobody calls here. */
const anything: unknown = new Proxy(() => {}, { get: () => anything })
