import { globSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Receivers } from '@darsi/contracts/events/asyncapi.ts'
import { services } from '@darsi/contracts/reference/services.ts'

/**
 * The events that each service consumes: the keys of the `consumes` table in its src/events.ts, and of the tables of
 * its folders, which may be passed to it.
 */
export async function readReceivers(): Promise<Receivers> {
  const entries = services.map(async (service) => {
    const tables = []
    for (const file of globSync('{,*/}events.ts', {
      cwd: new URL(`../../services/${service}/src/`, import.meta.url),
    }))
      for (const [name, table] of Object.entries(await import(`../../services/${service}/src/${file}`)))
        if (/^(?:consumes|\w+Consumes)$/.test(name) && typeof table === 'function') tables.push(table)
    const types = tables.flatMap((table) => Object.keys(table(anything, anything, anything)))
    return [service, [...new Set(types)].sort()]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** A placeholder for any dependency: `consumes` only stores them for its handlers, which are not called here. */
const anything: unknown = new Proxy(() => {}, { get: () => anything })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(
    new URL('../../packages/contracts/src/events/receivers.ts', import.meta.url),
    `import type { Receivers } from './asyncapi.ts'

/** Which event types each service consumes. Written by \`npm run generate\` from the services' tables. */
export const receivers: Receivers = ${JSON.stringify(await readReceivers(), null, 2)}
`,
  )
