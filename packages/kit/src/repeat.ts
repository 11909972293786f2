import { atMost } from './kafka/turn.ts'
import type { Log } from './observability/log.ts'

const drainMs = 10_000

type Rounds = {
  everyMs: number
  /** One round; a long one asks now and then whether it should end. */
  work: (isStopping: () => boolean) => Promise<unknown>
  log: Pick<Log, 'warn'>
  /** What is said of a round that failed; the next one tries again. */
  failed: string
}

/**
 * Works at once, and again `everyMs` after each round has ended, so that no two overlap.
 * @returns the way to stop, which waits for the round that runs
 */
export function repeat({ everyMs, work, log, failed }: Rounds): () => Promise<void> {
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
  let running = round()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await atMost(drainMs, running)
  }
}
