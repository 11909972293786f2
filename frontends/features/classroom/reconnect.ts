const firstMs = 300
const longestMs = 5000
/** A seat is kept for a quarter of an hour of silence. */
export const givesUpMs = 15 * 60_000

/** When to try again: soon at first, then every five seconds; null gives up. The engine's own policy ends after 44 s. */
export function reconnectDelay(
  { retryCount, elapsedMs }: { readonly retryCount: number; readonly elapsedMs: number },
  random = Math.random(),
): number | null {
  if (elapsedMs > givesUpMs) return null
  const delay = Math.min(firstMs * 2 ** Math.min(retryCount, 10), longestMs)
  // both sides of a lesson come back at once when a server does
  return Math.round(delay * (0.8 + random * 0.2))
}
