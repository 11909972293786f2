/**
 * This many dead letters of one type within a minute, and more than were handled, mean a broken service, not bad
 * records.
 */
const mostEqual = 20
const windowMs = 60_000

type Counts = { dead: number[]; handled: number[]; isStopped: boolean; allowedUntil: number }

export type DeadLetterLimit = {
  handled: (type: string) => void
  /** @returns whether a record that failed for good may go to the dead-letter topic; otherwise it is retried */
  allows: (type: string) => boolean
  /** Lifts the limit of a type for this time: an operator has decided that the records are bad. */
  lift: (type: string, ms: number) => void
  /** The event types that are retried because too many of them failed. */
  stopped: () => string[]
}

/**
 * Stops moving events to the dead-letter topic when most events of a type fail: then the service or a dependency is
 * broken, not the records. One successful event of the type ends the stop, or an operator (`npm run dlt -- allow`).
 */
export function createDeadLetterLimit(now: () => number = () => performance.now()): DeadLetterLimit {
  const byType = new Map<string, Counts>()
  const countsOf = (type: string): Counts => {
    const counts = byType.get(type) ?? { dead: [], handled: [], isStopped: false, allowedUntil: 0 }
    byType.set(type, counts)
    return counts
  }
  const recent = (times: number[]) => {
    const from = now() - windowMs
    while ((times[0] ?? from) < from) times.shift()
    return times.length
  }
  return {
    handled: (type) => {
      const counts = countsOf(type)
      counts.isStopped = false
      counts.handled.push(now())
      // keeps the list short: more handled events cannot change the result
      if (counts.handled.length > 10_000) counts.handled.shift()
    },
    allows: (type) => {
      const counts = countsOf(type)
      const dead = recent(counts.dead)
      if (now() < counts.allowedUntil) counts.isStopped = false
      else counts.isStopped ||= dead >= mostEqual && dead > recent(counts.handled)
      if (!counts.isStopped) counts.dead.push(now())
      return !counts.isStopped
    },
    lift: (type, ms) => {
      countsOf(type).allowedUntil = now() + ms
    },
    stopped: () => [...byType].flatMap(([type, { isStopped }]) => (isStopped ? [type] : [])),
  }
}
