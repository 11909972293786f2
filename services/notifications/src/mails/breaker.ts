/** After this many failures in a row that are the server's fault the circuit opens. */
const failuresToOpen = 5

export type Breaker = {
  /** After `retryMs` one mail tests whether an open circuit can close. */
  mayTry: () => boolean
  /** True until the server accepts a mail again. */
  hasTripped: () => boolean
  /** True until the next test of an open circuit. */
  isOpen: () => boolean
  /** True once an open circuit may be tested with one mail. */
  isHalfOpen: () => boolean
  /** @param isServer the failure is not about this mail: sender or password refused, no answer */
  note: (isServer: boolean) => void
}

/**
 * A circuit breaker: while the mail server refuses everything, mails keep their attempts and the server gets few
 * connections.
 * @param options.now a clock that changes of the machine's time do not affect
 */
export function createBreaker({ retryMs = 15_000, now = () => performance.now() } = {}): Breaker {
  let failures = 0
  let openUntil = 0
  const hasTripped = () => failures >= failuresToOpen
  return {
    mayTry: () => {
      if (!hasTripped()) return true
      if (now() < openUntil) return false
      openUntil = now() + retryMs
      return true
    },
    hasTripped,
    isOpen: () => hasTripped() && now() < openUntil,
    isHalfOpen: () => hasTripped() && now() >= openUntil,
    note: (isServer) => {
      failures = isServer ? failures + 1 : 0
      if (isServer) openUntil = now() + retryMs
    },
  }
}
