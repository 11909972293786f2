/**
 * Runs work with the same key one after the other within this process. Writers of several processes still conflict and
 * retry; those of one process need not.
 */
export function createSerialQueue() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const current = (last.get(key) ?? Promise.resolve()).then(work, work)
    const settled = current
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key)
      })
    last.set(key, settled)
    return current
  }
}
