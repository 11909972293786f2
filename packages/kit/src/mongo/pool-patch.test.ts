import { createHash } from 'node:crypto'
import { describe, expect, it, jest } from '@jest/globals'
import { ConnectionPool, checkMs, patchPoolCheck } from './pool-patch.ts'

const hash = createHash('sha256').update(ConnectionPool.prototype.ensureMinPoolSize.toString()).digest('hex')

describe('the patch of the MongoDB pool', () => {
  it('is for exactly the method that the driver 7.8 has', () => {
    expect(hash).toBe('8d65d457f1c2a6caff589fe90f7cee65bcb08ae7fc0afb7fad755318b7089c94')
  })

  it('looks through unused connections every two seconds, and no more once the pool is closed', () => {
    jest.useFakeTimers()
    try {
      patchPoolCheck()
      const prune = jest.fn()
      let looks = 0
      const pool = {
        poolState: 'ready',
        options: { minPoolSize: 0, minPoolSizeCheckFrequencyMS: 100 },
        totalConnectionCount: 0,
        connections: { prune },
        ensureMinPoolSize: () => {
          looks += 1
          ConnectionPool.prototype.ensureMinPoolSize.call(pool)
        },
      }
      pool.ensureMinPoolSize()
      expect(prune).toHaveBeenCalledTimes(1)
      jest.advanceTimersByTime(checkMs - 1)
      expect(prune).toHaveBeenCalledTimes(1)
      jest.advanceTimersByTime(1)
      expect(prune).toHaveBeenCalledTimes(2)
      pool.poolState = 'closed'
      jest.advanceTimersByTime(3 * checkMs)
      expect(prune).toHaveBeenCalledTimes(2)
      expect(looks).toBe(3)
    } finally {
      jest.useRealTimers()
    }
  })
})
