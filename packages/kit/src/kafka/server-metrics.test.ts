import { expect, it } from '@jest/globals'
import { infoNumber, majorityLag } from './server-metrics.ts'

it('the majority lag is the time between the last write and the last one that a majority has', () => {
  const lastWrite = {
    lastWriteDate: new Date('2026-11-22T10:00:20Z'),
    majorityWriteDate: new Date('2026-11-22T10:00:00Z'),
  }
  expect(majorityLag({ setName: 'rs0', lastWrite })).toBe(20)
  expect(majorityLag({ isWritablePrimary: true })).toBeNull()
})

it('numbers of Redis are read by their whole name', () => {
  const info =
    '# Memory\r\nused_memory_peak:900\r\nused_memory:700\r\nmaxmemory:1000\r\nmaxmemory_policy:noeviction\r\n'
  expect([infoNumber(info, 'used_memory'), infoNumber(info, 'maxmemory')]).toEqual([700, 1000])
  expect(infoNumber('', 'maxmemory')).toBe(0)
})
