/** The waiting time that another server asked for in seconds, if any. */
export function retryAfterMs(header: string | null): { afterMs?: number } {
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? { afterMs: seconds * 1000 } : {}
}
