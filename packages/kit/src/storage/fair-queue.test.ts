import { describe, expect, it } from '@jest/globals'
import { createFairQueue } from './fair-queue.ts'

describe('the queue of files', () => {
  it('lets one run at a time, and owners take turns', async () => {
    const queue = createFairQueue({ ofOne: 3, ofAll: 10 })
    const order: string[] = []
    let running = 0
    const run = async (owner: string) => {
      const turn = queue.enter(owner)
      if (!turn) return
      await turn.begins
      expect(++running).toBe(1)
      order.push(owner)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
      turn.end()
    }
    await Promise.all(['many', 'many', 'many', 'second', 'third'].map(run))
    expect(order).toEqual(['many', 'many', 'second', 'third', 'many'])
    await run('later')
    expect(order.at(-1)).toBe('later')
  })

  it('refuses too many of one owner, and too many of all', () => {
    const queue = createFairQueue({ ofOne: 2, ofAll: 3 })
    const [first] = [queue.enter('a'), queue.enter('a')]
    expect(queue.enter('a')).toBeNull()
    expect(queue.enter('b')).not.toBeNull()
    expect(queue.enter('c')).toBeNull()
    first?.end()
    expect(queue.enter('a')).not.toBeNull()
  })
})
