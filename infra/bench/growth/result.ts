import { z } from 'zod'

const query = z.object({
  shape: z.string(),
  perCall: z.number(),
  /** By the gate's rules. */
  served: z.boolean(),
  /** For one query, by the indexes of the gate's rules; null without an index that selects. */
  indexed: z.number().nullable(),
  /** For one query, by `explain`; null where the server does not count. The local server scans for nearly every query. */
  examined: z.number().nullable(),
  returned: z.number().nullable(),
  stages: z.array(z.string()),
})

/** What `npm run bench -- growth` writes and `npm run bench -- sizing` reads. */
export const growthSchema = z.object({
  at: z.string(),
  server: z.string(),
  loadAverage: z.number(),
  sizes: z.array(
    z.object({
      accounts: z.number(),
      /** Data and indexes of all databases; null where the server does not say. */
      bytes: z.number().nullable(),
      calls: z.array(
        z.object({
          key: z.string(),
          share: z.number(),
          /** Milliseconds of CPU for one call, by process. */
          cpu: z.record(z.string(), z.number()),
          queries: z.array(query),
        }),
      ),
    }),
  ),
})

export type Growth = z.infer<typeof growthSchema>
export type Measured = Growth['sizes'][number]
export type MeasuredQuery = z.infer<typeof query>

/** A query may read three documents for each that it returns. */
export const isTooWide = (read: number | null, returned: number | null): boolean =>
  read !== null && returned !== null && read > 3 * Math.max(1, returned)
