import { hourMs } from '@darsi/contracts/reference/tunis-time.ts'
import type { WriteLimits as Limits } from '@darsi/kit/mongo/write-limits.ts'

const minuteMs = 60_000

export const writeLimits = {
  message: { most: 30, perMs: minuteMs },
  report: { most: 5, perMs: minuteMs },
  upload: { most: 20, perMs: minuteMs },
  invitation: { most: 5, perMs: 24 * hourMs },
} as const

export type WriteLimits = Limits<keyof typeof writeLimits>
