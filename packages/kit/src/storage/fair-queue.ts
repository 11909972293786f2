type Limits = { ofOne: number; ofAll: number }

/** A place in the queue: begins when it is its turn, and must be ended. */
type Turn = { begins: Promise<void>; end: () => void }

/** Lets one run at a time. Owners take turns, so that many entries of one do not delay the others. */
export function createFairQueue({ ofOne, ofAll }: Limits) {
  const waiting = new Map<string, (() => void)[]>()
  const counts = new Map<string, number>()
  let all = 0
  let isRunning = false

  const next = () => {
    const [first] = waiting
    isRunning = first !== undefined
    if (!first) return
    const [owner, [begin, ...others]] = first
    // at the end of the map: the last of all owners
    waiting.delete(owner)
    if (others.length > 0) waiting.set(owner, others)
    begin?.()
  }

  return {
    /** @returns null when that owner, or all together, have too many entries */
    enter: (owner: string): Turn | null => {
      const own = counts.get(owner) ?? 0
      if (own >= ofOne || all >= ofAll) return null
      counts.set(owner, own + 1)
      all++
      const begins = new Promise<void>((begin) => {
        waiting.set(owner, [...(waiting.get(owner) ?? []), begin])
      })
      if (!isRunning) next()
      const end = () => {
        const left = (counts.get(owner) ?? 1) - 1
        if (left > 0) counts.set(owner, left)
        else counts.delete(owner)
        all--
        next()
      }
      return { begins, end }
    },
  }
}
