import type { PlainError } from './fail.ts'

/** Resolves on Ctrl-C, SIGTERM or SIGHUP, or with an error when `fail` was called. */
export function untilStopped(): {
  asked: Promise<PlainError | undefined>
  fail: (error: PlainError) => void
} {
  let fail: (error: PlainError) => void = () => {}
  const asked = new Promise<PlainError | undefined>((resolve) => {
    fail = resolve
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve(undefined))
  })
  return { asked, fail }
}
