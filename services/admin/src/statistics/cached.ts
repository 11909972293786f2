/** Caches a loaded value for `ms`; concurrent callers share one load, and a failure is not cached. */
export function cached<T>(ms: number, load: () => Promise<T>, now = Date.now): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined
  return () => {
    if (kept && kept.until > now()) return kept.value
    const value = load()
    const current = { value, until: now() + ms }
    kept = current
    value.catch(() => {
      if (kept === current) kept = undefined
    })
    return value
  }
}
