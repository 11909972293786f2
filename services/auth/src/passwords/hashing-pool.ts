import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'

export type HashJob = { password: string } & (
  | { storedHash: string; parameters?: undefined }
  | { storedHash?: undefined; parameters: Options }
)
export type Hashed = { value: string | boolean } | { error: string }

export type Thread = { run: (job: HashJob) => Promise<string | boolean> }

/** One core of several stays free: beside a login flood other calls then take less than half the time. */
export const threadCount = Math.min(4, Math.max(1, availableParallelism() - 1))

/**
 * A thread that hashes one password at a time. Not libuv's pool: there every signature, file access and name look-up of
 * the process would wait behind the hashes.
 * @param script only tests give another one
 */
export function startThread(script = new URL('./hashing-thread.ts', import.meta.url)): Thread {
  let worker: Worker | undefined
  let answered: (answer: Hashed) => void = () => {}

  const launch = (): Worker => {
    const started = new Worker(script)
    // a failed worker emits `exit` after `error`: by then the next job waits for the next worker
    const lost = (reason: string) => {
      if (worker !== started) return
      worker = undefined
      answered({ error: reason })
    }
    started.on('message', (answer: Hashed) => {
      if (worker === started) answered(answer)
    })
    started.on('error', (error) => lost(error.message))
    started.on('exit', (code) => lost(`the thread ended with ${code}`))
    return started
  }

  return {
    run: async (job) => {
      worker ??= launch()
      const { promise, resolve } = Promise.withResolvers<Hashed>()
      answered = resolve
      // an idle thread must not keep the process alive
      worker.ref()
      worker.postMessage(job)
      const answer = await promise
      worker?.unref()
      if ('error' in answer) throw new Error(answer.error)
      return answer.value
    },
  }
}
