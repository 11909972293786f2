import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { createWriteLimits } from '@darsi/kit/mongo/write-limits.ts'
import type { Connection } from 'mongoose'

const minuteMs = 60_000

/** Per account. */
export const createAccountLimits = (database: Connection) =>
  createWriteLimits(database, {
    message: { most: 30, perMs: minuteMs },
    report: { most: 5, perMs: minuteMs },
    upload: { most: 20, perMs: minuteMs },
    invitation: { most: 5, perMs: dayMs },
  })

export type WriteLimits = ReturnType<typeof createAccountLimits>
