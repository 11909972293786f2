import type { PartitionLag } from '../events/bus.ts'

// joining may wait for other members as long as the rebalance time-out, 30 s
const extraToJoinMs = 20_000
const standstillMs = 60_000
// one write to a database that hangs takes 62 s: the driver gives up after 30 s and repeats it once. A process that ended
// then would start again and load the slow database even more; a handler has several such calls
const handlerMs = 180_000
// kafkajs fetches again only when every partition of the last fetch is done, so one may have to wait for the others
const behindOthersMs = 600_000
const checkMs = 5000
const progressMs = 4 * checkMs

export type Watchdog = {
  /** The consumer fetched or its heartbeat was answered. */
  seen: () => void
  /** The consumer waits to join the group. */
  joining: () => void
  /** The consumer joined and got these partitions, as `<topic> <number>`. */
  assigned: (partitions: readonly string[]) => void
  /** A record is being handled. @returns call it at the end */
  handling: (partition: string) => () => void
  /** The partition's record failed and is delivered again later, so that its offset does not move. */
  paused: (partition: string) => void
  check: () => void
  /** @param lags of all partitions of the group */
  progress: (lags: readonly PartitionLag[]) => void
  start: (lag: () => Promise<PartitionLag[]>) => () => void
}

/**
 * Detects a consumer that hangs: silent for 30 s, or records wait while the committed offset does not move for 60 s
 * (ten minutes while other partitions move or are retried). A handler that does not return within three minutes ends the
 * process.
 */
export function createWatchdog({
  lost,
  die,
  silenceMs,
  now = () => performance.now(),
}: {
  lost: (reason: string) => void
  die: (reason: string) => void
  silenceMs: number
  /** A clock that changes of the machine's time do not affect. */
  now?: () => number
}): Watchdog {
  const joiningMs = silenceMs + extraToJoinMs
  let last = now()
  let allowed = joiningMs
  let checked = now()
  let own: ReadonlySet<string> = new Set()
  const busySince = new Map<string, number>()
  const still = new Map<string, { committed: bigint; since: number }>()
  let lastMove = Number.NEGATIVE_INFINITY

  const alive = (patience: number) => () => {
    last = now()
    allowed = patience
  }
  const seen = alive(silenceMs)

  const check = () => {
    const asleep = now() - checked > 2 * checkMs
    checked = now()
    // this process itself was paused, so the measurement is void
    if (asleep) {
      seen()
      for (const partition of busySince.keys()) busySince.set(partition, now())
      still.clear()
      return
    }
    if (now() - last > allowed) lost(`no sign of life for ${Math.round((now() - last) / 1000)} s`)
    for (const [partition, since] of busySince) {
      if (now() - since > handlerMs) die(`a handler hangs on ${partition}`)
    }
  }

  const progress = (lags: readonly PartitionLag[]) => {
    // kafkajs fetches again only when every partition of the last fetch is done, so one slow handler holds up all
    const excused = [...busySince.values()].some((since) => now() - since > progressMs)
    const hasMoved = lags.some(({ topic, partition, committed }) => {
      const before = still.get(`${topic} ${partition}`)
      return before !== undefined && before.committed !== committed
    })
    if (hasMoved) lastMove = now()
    const patience = now() - lastMove < standstillMs ? behindOthersMs : standstillMs
    for (const { topic, partition, committed, behind } of lags) {
      const key = `${topic} ${partition}`
      const before = still.get(key)
      if (excused || behind === 0 || !own.has(key)) still.delete(key)
      else if (before?.committed !== committed) still.set(key, { committed, since: now() })
      else if (now() - before.since > patience) lost(`${key} stands still with ${behind} records waiting`)
    }
  }

  return {
    seen,
    joining: alive(joiningMs),
    assigned: (partitions) => {
      seen()
      own = new Set(partitions)
      still.clear()
    },
    handling: (partition) => {
      busySince.set(partition, now())
      return () => busySince.delete(partition)
    },
    paused: (partition) => {
      still.delete(partition)
      lastMove = now()
    },
    check,
    progress,
    start: (lag) => {
      const silence = setInterval(check, checkMs)
      let isAsking = false
      const ask = async () => {
        if (isAsking) return
        isAsking = true
        await lag().then(progress, () => undefined)
        isAsking = false
      }
      const standstill = setInterval(ask, progressMs)
      silence.unref()
      standstill.unref()
      return () => {
        clearInterval(silence)
        clearInterval(standstill)
      }
    },
  }
}
