import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { Hashed, HashJob } from './hashing-pool.ts'

yieldToOthers()

parentPort?.on('message', (job: HashJob) => {
  let answer: Hashed
  try {
    answer = {
      value:
        job.storedHash === undefined
          ? hashSync(job.password, job.parameters)
          : verifySync(job.storedHash, job.password),
    }
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(answer)
})

/** Lowers the priority of this thread: a flood of logins must not slow down other requests. */
function yieldToOthers(): void {
  try {
    // Linux: each thread has its own priority, set by its thread id
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10)
  } catch {
    // other systems: the hashing threads have normal priority
  }
}
