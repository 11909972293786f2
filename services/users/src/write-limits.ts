import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { createWriteLimits } from '@darsi/kit/mongo/write-limits.ts'
import type { Connection } from 'mongoose'

const minuteMs = 60_000

/** Per account; `addressed` per hash of an address, `invited` per both. */
export const createAccountLimits = (database: Connection) =>
  createWriteLimits(database, {
    message: { most: 30, perMs: minuteMs },
    report: { most: 5, perMs: minuteMs },
    upload: { most: 20, perMs: minuteMs },
    invitation: { most: 5, perMs: dayMs },
    // of one address by one pupil, who therefore does not use up what other pupils may send there
    invited: { most: 3, perMs: dayMs },
    // of one address, by all pupils together: a person who is nobody's guardian is left alone
    addressed: { most: 12, perMs: dayMs },
  })

export type WriteLimits = ReturnType<typeof createAccountLimits>
