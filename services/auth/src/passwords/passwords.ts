import { problem } from '@darsi/kit/problem.ts'
import { hash as argon2, verify as argon2Verify } from '@node-rs/argon2'

const maxAtOnce = 4
const maxWaiting = 200

export type Passwords = {
  hash: (password: string) => Promise<string>
  verify: (hash: string, password: string) => Promise<boolean>
  /** As slow as a real check: an unknown address must not answer sooner. */
  verifyNothing: (password: string) => Promise<false>
  /** True when the hash was made with weaker parameters than today's. */
  isOutdated: (hash: string) => boolean
}

/**
 * argon2id in Unicode NFKC. At most four hashes run at a time, so that a flood of logins cannot take every thread
 * of the process; past 200 waiting callers the answer is 503.
 */
export async function createPasswords({
  memoryKib,
  passes,
}: {
  memoryKib: number
  passes: number
}): Promise<Passwords> {
  // algorithm 2 is argon2id
  const parameters = { algorithm: 2, memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
  const prefix = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`
  let running = 0
  const waiting: (() => void)[] = []

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < maxAtOnce) running++
    else if (waiting.length >= maxWaiting) throw problem('unavailable', { retryAfter: 5 })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // the place is handed on, so that a newcomer cannot slip in between
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  const text = (password: string) => password.normalize('NFKC')
  const hash = (password: string) => inTurn(() => argon2(text(password), parameters))
  const verify = (known: string, password: string) => inTurn(() => argon2Verify(known, text(password)))
  const nothing = await hash('nobody has this password')

  return {
    hash,
    verify: async (known, password) => known !== '' && verify(known, password),
    verifyNothing: async (password) => {
      await verify(nothing, password)
      return false
    },
    isOutdated: (known) => !known.startsWith(prefix),
  }
}
