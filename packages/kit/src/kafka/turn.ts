import type { Turn } from '../events/bus.ts'

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

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Retries until success; null when the consumer stops. */
export type RetryUntilSuccess = <T>(what: string, attempt: () => Promise<T>) => Promise<T | null>

/** Waits for `promise`, at most `ms`. */
export async function atMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

export class SilentError extends Error {
  // isTransient checks for this name
  override readonly name = 'TimeoutError'
}

/** @throws SilentError when `promise` takes longer than `ms` */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new SilentError(`Kafka was silent for ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    promise.catch(() => undefined)
  }
}
