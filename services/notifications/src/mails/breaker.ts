/** This many mails in a row that the server turned away for its own reasons open the circuit. */
const failuresToOpen = 5

export type Breaker = {
  /** One mail after `retryMs` tries whether an open circuit may close. */
  mayTry: () => boolean
  /** True until the next try of an open circuit. */
  isOpen: () => boolean
  /** True once an open circuit may be tried with one mail. */
  isHalfOpen: () => boolean
  /** @param isServer the server refused for reasons that are not this mail's: its sender, our password, no answer */
  note: (isServer: boolean) => void
}

/** Spares a mail server that turns everything away, and the mails their attempts. */
export function createBreaker({ retryMs = 15_000, now = Date.now } = {}): Breaker {
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
    isOpen: () => hasTripped() && now() < openUntil,
    isHalfOpen: () => hasTripped() && now() >= openUntil,
    note: (isServer) => {
      failures = isServer ? failures + 1 : 0
      if (isServer) openUntil = now() + retryMs
    },
  }
}
