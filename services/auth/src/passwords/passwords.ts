import { problem } from '@darsi/kit/http/problem.ts'
import { type HashJob, startThread, type Thread, threadCount } from './hashing-pool.ts'

const maxCallers = 200
/** 200 callers take four seconds on one free core. Where other processes use the core up, the queue hardly moves. */
const turnMs = 10_000

export type Passwords = {
  hash: (password: string) => Promise<string>
  verify: (hash: string, password: string) => Promise<boolean>
  /** As slow as a real check, so that an unknown address does not answer sooner. */
  verifyNothing: (password: string) => Promise<false>
  /** True when the hash was made with weaker parameters than the current ones. */
  isOutdated: (hash: string) => boolean
}

/**
 * argon2id in Unicode NFKC. At most four hashes run at once, each in its own low-priority thread, so that a flood of
 * logins does not starve other requests. Above 200 waiting callers, and after ten seconds in the queue, the answer is
 * 503.
 */
export async function createPasswords({
  memoryKib,
  passes,
  patienceMs = turnMs,
}: {
  memoryKib: number
  passes: number
  patienceMs?: number
}): Promise<Passwords> {
  // algorithm 2 is argon2id
  const parameters = { algorithm: 2, memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
  const prefix = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`
  const idle = Array.from({ length: threadCount }, () => startThread())
  const waiting: ((thread: Thread) => void)[] = []

  const busy = () => problem('unavailable', { retryAfter: 5 })
  const turn = (): Promise<Thread> => {
    const { promise, resolve, reject } = Promise.withResolvers<Thread>()
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1)
      reject(busy())
    }, patienceMs)
    const take = (thread: Thread) => {
      clearTimeout(timer)
      resolve(thread)
    }
    waiting.push(take)
    return promise
  }

  const inTurn = async (job: HashJob): Promise<string | boolean> => {
    if (waiting.length + threadCount >= maxCallers) throw busy()
    const thread = idle.pop() ?? (await turn())
    try {
      return await thread.run(job)
    } finally {
      // the slot is handed on directly, so that a new caller cannot take it first
      const next = waiting.shift()
      if (next) next(thread)
      else idle.push(thread)
    }
  }
  const text = (password: string) => password.normalize('NFKC')
  const hash = async (password: string) => String(await inTurn({ password: text(password), parameters }))
  const verify = async (storedHash: string, password: string) =>
    (await inTurn({ storedHash, password: text(password) })) === true
  const nothing = await hash('nobody has this password')

  return {
    hash,
    verify: async (storedHash, password) => storedHash !== '' && verify(storedHash, password),
    verifyNothing: async (password) => {
      await verify(nothing, password)
      return false
    },
    isOutdated: (storedHash) => !storedHash.startsWith(prefix),
  }
}
