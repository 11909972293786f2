import type { Turn } from './bus.ts'

/** True when the record must be left, uncommitted, to whoever has the partition next. */
export async function mustGiveUp(turn: Turn): Promise<boolean> {
  if (turn.stopping()) return true
  try {
    await turn.alive()
    return false
  } catch {
    return true
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Waits for `promise`, but no longer than `ms`. */
export async function atMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
