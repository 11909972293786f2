import type { Logger } from 'pino'
import { atMost } from './time-limit.ts'

const drainMs = 10_000

type Rounds = {
  everyMs: number
  /** Before the first round; none by default. */
  afterMs?: number
  /** One round; a long one checks `isStopping` regularly. */
  work: (isStopping: () => boolean) => Promise<unknown>
  log: Pick<Logger, 'warn'>
  /** The log text of a failed round; the next one tries again. */
  failed: string
}

/**
 * Runs a job now and again `everyMs` after each round has ended, so that rounds never overlap.
 * @returns stops it after the running round
 */
export function repeat({ everyMs, afterMs = 0, work, log, failed }: Rounds): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const round = async () => {
    try {
      await work(() => isStopped)
    } catch (error) {
      log.warn({ err: error }, failed)
    }
    if (!isStopped) timer = setTimeout(begin, everyMs)
  }
  const begin = () => {
    running = round()
  }
  let running = Promise.resolve()
  if (afterMs > 0) timer = setTimeout(begin, afterMs)
  else begin()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await atMost(drainMs, running)
  }
}
