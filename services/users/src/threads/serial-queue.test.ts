import { describe, expect, it } from '@jest/globals'
import { createSerialQueue } from './serial-queue.ts'

describe('work with the same key', () => {
  it('runs one task after the other, and continues after a failure', async () => {
    const inTurn = createSerialQueue()
    const steps: string[] = []
    const work =
      (name: string, fails = false) =>
      async () => {
        steps.push(`${name} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        steps.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      }
    const results = await Promise.allSettled([
      inTurn('t', work('a', true)),
      inTurn('t', work('b')),
      inTurn('t', work('c')),
    ])
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  })

  it('does not wait for work on something else', async () => {
    const inTurn = createSerialQueue()
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = inTurn('a', () => promise)
    expect(await inTurn('b', async () => 'done')).toBe('done')
    resolve()
    await slow
  })
})
