import { dayMs } from '../../reference/tunis-time.ts'

/** How many of an author's last texts of one connection are judged together, and how far back. */
export const lookBack = { texts: 10, ms: dayMs } as const
