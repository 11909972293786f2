import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { outerTables } from '@darsi/contracts/calls/tables.ts'
import { changes } from '@darsi/contracts/rules/live-kinds.ts'

/** The reads that each change makes stale, by `live` of their declarations. */
export function readLive(): Record<string, string[]> {
  const reads = Object.values(outerTables).flatMap(Object.entries)
  return Object.fromEntries(
    changes.map((change) => [
      change,
      reads
        .filter(([, { live }]) => live?.includes(change))
        .map(([key]) => key)
        .sort(),
    ]),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(
    new URL('../../packages/contracts/src/calls/live-reads.ts', import.meta.url),
    `import type { Change } from '../rules/live-kinds.ts'
import type { ApiKey } from './api.ts'

/**
 * The reads that each change makes stale, for browsers: the declarations with \`live\` need zod, which pages do not load.
 * Written by \`npm run generate\`.
 */
export const liveReads: Readonly<Record<Change, readonly ApiKey[]>> = ${JSON.stringify(readLive(), null, 2)}
`,
  )
