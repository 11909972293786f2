import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { createWriteLimits } from '@darsi/kit/mongo/write-limits.ts'
import type { Connection } from 'mongoose'

const fiveADay = { most: 5, perMs: dayMs }

/** Codes of an account, and codes to a number from all accounts. */
export const createSmsLimits = (connection: Connection) =>
  createWriteLimits(connection, { 'code-of': fiveADay, 'code-to': fiveADay })

export type SmsLimits = ReturnType<typeof createSmsLimits>
