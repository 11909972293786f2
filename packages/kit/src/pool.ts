type Waiting = { job: () => Promise<boolean>; promise: Promise<boolean>; resolve: (done: boolean) => void }

type Pool = {
  /** Resolves to the job's result, or false when it failed or the queue was full. */
  run: (key: string, job: () => Promise<boolean>) => Promise<boolean>
  /** Whether a job with this key runs or waits. */
  has: (key: string) => boolean
  /** Resolves when nothing runs or waits. */
  idle: () => Promise<void>
}

type PoolOptions = { size: number; mostWaiting: number }

/** Runs at most `size` jobs at once and one per key; a key that already waits is not queued again. */
export function createPool({ size, mostWaiting }: PoolOptions, onError: (error: unknown) => void): Pool {
  const waiting = new Map<string, Waiting>()
  const running = new Map<string, Promise<void>>()

  const start = async (key: string, { job, resolve }: Waiting) => {
    try {
      resolve(await job())
    } catch (error) {
      onError(error)
      resolve(false)
    }
    running.delete(key)
    pump()
  }
  const pump = () => {
    for (const [key, next] of waiting) {
      if (running.size >= size) return
      if (running.has(key)) continue
      waiting.delete(key)
      running.set(key, start(key, next))
    }
  }

  return {
    run: (key, job) => {
      const same = waiting.get(key)
      if (same) return same.promise
      if (waiting.size >= mostWaiting) return Promise.resolve(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      waiting.set(key, { job, promise, resolve })
      pump()
      return promise
    },
    has: (key) => running.has(key) || waiting.has(key),
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}
