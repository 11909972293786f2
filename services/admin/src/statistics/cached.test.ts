import { describe, expect, it } from '@jest/globals'
import { cached } from './cached.ts'

describe('a cached figure', () => {
  it('is loaded once while it is fresh, also for callers at the same time', async () => {
    let loads = 0
    let now = 0
    const figure = cached(
      1000,
      async () => ++loads,
      () => now,
    )
    expect(await Promise.all([figure(), figure()])).toEqual([1, 1])
    now = 999
    expect(await figure()).toBe(1)
    now = 1000
    expect(await figure()).toBe(2)
  })

  it('a failure is not kept', async () => {
    let loads = 0
    const figure = cached(1000, async () => {
      loads++
      if (loads === 1) throw new Error('down')
      return loads
    })
    await expect(figure()).rejects.toThrow('down')
    expect(await figure()).toBe(2)
  })
})
