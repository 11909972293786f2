import { announceReturn } from './network-events.ts'

/*
 * Follows whether the network answers. One that hangs accepts calls and answers nothing, and no browser says so: after
 * some silence the page shows words, looks from time to time whether the server answers again, and then tells all that
 * has failed or still waits.
 */
const wordsMs = 5_000
const lookMs = 5_000

const silent = new Set<object>()
const listeners = new Set<() => void>()
let looking: ReturnType<typeof setTimeout> | undefined
let failed = false

/** For the notice on the page. */
export const network = {
  /** Whether a call has waited for long, or failed without an answer. */
  isSilent: (): boolean => silent.size > 0 || failed,
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Notes that a call waits for the beginning of its answer. */
export async function followed<T>(call: Promise<T>, isCancelled: () => boolean): Promise<T> {
  const wait = {}
  const timer = setTimeout(() => change(() => silent.add(wait)), wordsMs)
  try {
    const answer = await call
    answered()
    return answer
  } catch (error) {
    if (!isCancelled()) change(() => (failed = true))
    throw error
  } finally {
    clearTimeout(timer)
    change(() => silent.delete(wait))
  }
}

function answered(): void {
  if (!network.isSilent()) return
  change(() => {
    failed = false
  })
  announceReturn()
}

function change(work: () => unknown): void {
  const before = network.isSilent()
  work()
  const after = network.isSilent()
  if (after && looking === undefined) void look()
  if (before !== after) for (const listener of listeners) listener()
}

/** HEAD, because the service worker answers GET from its copies. */
async function look(): Promise<void> {
  looking = setTimeout(() => {
    looking = undefined
    if (network.isSilent()) void look()
  }, lookMs)
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(), lookMs)
  try {
    await globalThis.fetch('/config.json', { method: 'HEAD', cache: 'no-store', signal: own.signal })
    answered()
  } catch {
    // not yet
  } finally {
    clearTimeout(timer)
  }
}
