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
