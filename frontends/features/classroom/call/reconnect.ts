const firstMs = 300
const longestMs = 3000
/** An outage of ten minutes ends without a click; after a longer one the person enters again. */
export const givesUpMs = 15 * 60_000

/**
 * The delay before the next attempt: short at first, then three seconds; null ends the attempts. The
 * client's own policy ends after 44 s.
 */
export function reconnectDelay(
  { retryCount, elapsedMs }: { readonly retryCount: number; readonly elapsedMs: number },
  random = Math.random(),
): number | null {
  if (elapsedMs > givesUpMs) return null
  const delay = Math.min(firstMs * 2 ** Math.min(retryCount, 10), longestMs)
  // jitter: after a server restart both participants reconnect at the same time
  return Math.round(delay * (0.8 + random * 0.2))
}
