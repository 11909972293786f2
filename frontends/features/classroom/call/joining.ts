/** From its start to that of the next call: at most ten calls a minute, and every browser is back within 15 s. */
const gapsMs = [
  // a room that was closed says so first
  { least: 200, most: 500 },
  { least: 2000, most: 3000 },
  { least: 4000, most: 6000 },
  { least: 7000, most: 8000 },
] as const
/** A call that held this long was a good one: the next loss begins with short gaps again. */
const steadyMs = 30_000
/** A single failure may be a lost packet. */
const failuresToSay = 2

export type Pace = ReturnType<typeof createPace>

/**
 * The time of each attempt to join. The media client's own reconnection and the loop below share one, because one
 * begins where the other gives up. The jitter spreads the browsers of a server that restarted.
 */
export function createPace({ now = () => performance.now(), random = Math.random } = {}) {
  let step = 0
  let plannedAt = Number.NEGATIVE_INFINITY
  let joinedAt: number | null = null
  return {
    delay(): number {
      const at = now()
      // asked twice for the same attempt
      if (plannedAt > at) return plannedAt - at
      if (joinedAt !== null && at - joinedAt >= steadyMs) step = 0
      joinedAt = null
      const gap = gapsMs[Math.min(step, gapsMs.length - 1)] ?? gapsMs[0]
      const from = step === 0 ? at : plannedAt
      step++
      plannedAt = Math.max(at, from + gap.least + random() * (gap.most - gap.least))
      return plannedAt - at
    },
    joined() {
      joinedAt ??= now()
    },
  }
}

/** Where the attempts fail: before the media engine answers, or on the way of sound and pictures. */
export type JoinTrouble = 'engine' | 'network'

type Joining = {
  pace: Pace
  /** @throws when it fails; `reached` is called as soon as the media engine has answered. */
  join: (token: string, reached: () => void) => Promise<void>
  isJoined: () => boolean
  /** Null while the server has none, for example because it does not reach the media engine. */
  freshToken: () => Promise<string | null>
  onTrouble: (trouble: JoinTrouble | null) => void
}

/** The media server dropped this browser, or a server failed: joins again until the call works or was closed. */
export function keepJoining({ pace, join, isJoined, freshToken, onTrouble }: Joining) {
  let closed = false
  let running = false
  const attempt = async (first: string | null): Promise<JoinTrouble | null> => {
    let trouble: JoinTrouble = 'engine'
    try {
      const token = first ?? (await freshToken())
      if (token === null || closed) return trouble
      await join(token, () => {
        trouble = 'network'
      })
      // the client may have lost it again already
      return isJoined() ? null : trouble
    } catch {
      return trouble
    }
  }
  return {
    stop() {
      closed = true
    },
    /** Does nothing while it runs: the media client reports each failed attempt as a lost call too. */
    async rejoin(first: string | null = null) {
      if (running || closed) return
      running = true
      for (let count = 0; !closed; count++) {
        await new Promise((done) => setTimeout(done, pace.delay()))
        if (closed) break
        const trouble = await attempt(count === 0 ? first : null)
        if (trouble === null) break
        if (count + 1 >= failuresToSay) onTrouble(trouble)
      }
      running = false
      if (closed) return
      pace.joined()
      onTrouble(null)
    },
  }
}
