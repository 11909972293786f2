import { setEnvironmentData } from 'node:worker_threads'
import { describe, expect, it } from '@jest/globals'
import { startThread, threadCount } from './hashing-pool.ts'
import { createPasswords } from './passwords.ts'

describe('password hashes', () => {
  it('are argon2id with the parameters of the configuration', async () => {
    const passwords = await createPasswords({ memoryKib: 19_456, passes: 2 })
    const hash = await passwords.hash('café du soir')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(passwords.isOutdated(hash)).toBe(false)
    expect(passwords.isOutdated(hash.replace('m=19456', 'm=9216'))).toBe(true)
  })

  it('are equal for every Unicode composition, and are not truncated', async () => {
    const passwords = await createPasswords({ memoryKib: 19_456, passes: 2 })
    expect(await passwords.verify(await passwords.hash('café du soir'), 'cafe\u0301 du soir')).toBe(true)
    const long = 'é'.repeat(127)
    expect(await passwords.verify(await passwords.hash(`${long}a`), `${long}b`)).toBe(false)
  })

  it('are refused where there is none yet', async () => {
    const passwords = await createPasswords({ memoryKib: 19_456, passes: 2 })
    expect(await passwords.verify('', '')).toBe(false)
    expect(await passwords.verifyNothing('x')).toBe(false)
  })

  it('fail separately: a malformed hash is an error, and the next one is verified', async () => {
    const passwords = await createPasswords({ memoryKib: 19_456, passes: 2 })
    await expect(passwords.verify('no hash', 'x')).rejects.toThrow()
    expect(await passwords.verify(await passwords.hash('x'), 'x')).toBe(true)
  })

  it('wait for one another, and past 200 callers the answer is 503', async () => {
    const passwords = await createPasswords({ memoryKib: 19_456, passes: 2, patienceMs: 60_000 })
    const flood = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.hash('x')))
    const failed = flood.filter((one) => one.status === 'rejected')
    expect(failed).toHaveLength(100)
    expect(failed[0]?.reason).toMatchObject({ slug: 'unavailable' })
    expect(await passwords.hash('x')).toMatch(/^\$argon2id/)
  })

  it('wait no longer than their patience: then the answer is 503, and the next one is hashed', async () => {
    const slow = await createPasswords({ memoryKib: 19_456, passes: 20, patienceMs: 20 })
    const running = Array.from({ length: threadCount }, () => slow.hash('x'))
    await expect(slow.hash('x')).rejects.toMatchObject({ slug: 'unavailable' })
    await Promise.all(running)
    expect(await slow.hash('x')).toMatch(/^\$argon2id/)
  })

  it('go to their own caller after a thread failed while it was loading', async () => {
    const script = `
      import { getEnvironmentData, parentPort } from 'node:worker_threads'
      if (getEnvironmentData('fails')) throw new Error('not loaded')
      parentPort.on('message', ({ password }) => parentPort.postMessage({ value: password }))`
    const thread = startThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`))
    const hash = (password: string) =>
      thread.run({ password, storedHash: '' }).catch((error: Error) => error.message)
    setEnvironmentData('fails', true)
    const first = hash('a')
    setEnvironmentData('fails', false)
    const answers = [await first, await hash('b'), await hash('c')]
    expect(answers).toEqual(['not loaded', 'b', 'c'])
  })
})
