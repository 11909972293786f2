import { describe, expect, it } from '@jest/globals'
import { inBatches } from './batches.ts'

describe('writes in batches', () => {
  it('collect the items that arrive while a batch runs, in order, each once', async () => {
    const written: (readonly number[])[] = []
    const add = inBatches<number>(async (items) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      written.push(items)
    })
    await Promise.all([1, 2, 3, 4].map(add))
    expect(written).toEqual([[1], [2, 3, 4]])
    await add(5)
    expect(written.flat()).toEqual([1, 2, 3, 4, 5])
  })

  it('a failure rejects only the entries of its batch', async () => {
    const add = inBatches<number>(async (items) => {
      if (items.includes(2)) throw new Error('no room')
    })
    const outcomes = await Promise.allSettled([1, 2, 3].map(add))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(add(4)).resolves.toBeUndefined()
  })
})
