/** Waits for `promise`, at most `ms`. */
export async function atMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

export class SilentError extends Error {
  // isTransient checks for this name
  override readonly name = 'TimeoutError'
}

/** @throws SilentError when `promise` takes longer than `ms` */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new SilentError(`no answer for ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    promise.catch(() => undefined)
  }
}
