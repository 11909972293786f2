import type { Turn } from './bus.ts'

/** True when the record must be left uncommitted for the next owner of the partition. */
export async function mustGiveUp(turn: Turn): Promise<boolean> {
  if (turn.stopping()) return true
  try {
    await turn.alive()
    return false
  } catch {
    return true
  }
}

/** Retries until success; null when the consumer stops. */
export type RetryUntilSuccess = <T>(what: string, attempt: () => Promise<T>) => Promise<T | null>
