type Waiting<T> = { item: T; resolve: () => void; reject: (reason: unknown) => void }

const largest = 200

/**
 * Collects the items that arrive during a write into the next write, so that writers of one process never conflict.
 * @returns a function that resolves once its item was written and rejects when the batch with it failed
 */
export function inBatches<T>(write: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  const waiting: Waiting<T>[] = []
  let running = false

  const run = async () => {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largest)
      try {
        await write(batch.map(({ item }) => item))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.push({ item, resolve, reject })
    if (!running) void run()
    return promise
  }
}
