import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it, jest } from '@jest/globals'
import { ConnectionPool, checkMs, driverFile, patchPoolCheck } from './pool-patch.ts'

describe('the patch of the MongoDB pool', () => {
  it('is for exactly the file that the driver 7.8.0 has', () => {
    const hash = createHash('sha256').update(readFileSync(driverFile)).digest('hex')
    expect(hash).toBe('1d64653ff00b9c517ff0da15fd69b1961f38ec1de1d6c3a2a31e03cad027b6fa')
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
