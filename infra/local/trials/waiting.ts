import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf, PlainError } from '../process/fail.ts'
import { lifetime } from '../process/main.ts'

/** Ends at once when this process should end. */
export const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: lifetime })

/**
 * Waits until it is true; a failed try counts as false.
 * @returns after how many milliseconds
 * @throws PlainError after `ms`, with the failure of the last try
 */
export async function until(what: string, ms: number, isTrue: () => Promise<boolean>): Promise<number> {
  const started = performance.now()
  for (;;) {
    let failure = ''
    const failed = (error: unknown) => {
      failure = `: ${messageOf(error)}`
      return false
    }
    if (await isTrue().catch(failed)) return performance.now() - started
    if (performance.now() - started > ms) throw new PlainError(`${what}: not within ${ms / 1000} s${failure}`)
    await pause(250)
  }
}
