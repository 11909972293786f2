/** A network that has not begun to answer by then hangs: the next try has a connection of its own. */
const tryMs = 8_000
const tries = 3

/**
 * Fetches a file; a try that hangs is aborted and repeated. Without this limit a browser waits for minutes, and a second
 * request of the same address waits for the first.
 */
export async function patientFetch(request: Request): Promise<Response> {
  for (let left = tries - 1; ; left--) {
    const own = new AbortController()
    const timer = setTimeout(() => own.abort(), tryMs)
    try {
      return await fetch(request, { signal: own.signal })
    } catch (error) {
      if (left === 0 || !own.signal.aborted) throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
