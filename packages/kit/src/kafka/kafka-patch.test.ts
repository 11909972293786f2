import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it, jest } from '@jest/globals'
import kafkajs from 'kafkajs'
import {
  cluster,
  patchRequestQueue,
  patchTimeoutCheck,
  patchTopicOffsets,
  requestQueue,
} from './kafka-patch.ts'

const require = createRequire(import.meta.url)
const hashOf = (file: string) =>
  createHash('sha256')
    .update(readFileSync(require.resolve(file)))
    .digest('hex')

const idle = {
  throttleCheckTimeoutId: null,
  pending: [],
  throttledUntil: -1,
  checkPendingRequests: () => {},
  requestTimeout: 15_000,
  enforceRequestTimeout: true,
  inflight: new Map(),
  isConnected: () => true,
  destroy: () => {},
}

describe('the kafkajs patch', () => {
  it('is for exactly the files that kafkajs 2.2.4 has', () => {
    expect(hashOf('kafkajs/src/network/requestQueue')).toBe(
      'b55986089c14f8f7bfc377922e2e65b3e4c1e7c7af2752d3b10a75dfe9e9260c',
    )
    expect(hashOf('kafkajs/src/cluster')).toBe(
      '3831a6845e4e9fb0de73d5ff50a3695974fb8a927acde677c524fe1c362bd57d',
    )
  })

  it('does not schedule anything on an idle queue', () => {
    patchRequestQueue()
    const queue = { ...idle }
    requestQueue.prototype.scheduleCheckPendingRequests.call(queue)
    expect(queue.throttleCheckTimeoutId).toBeNull()
  })

  it('checks a pending queue after the throttle time', async () => {
    patchRequestQueue()
    await new Promise<void>((resolve) => {
      const queue = { ...idle, pending: [1], throttledUntil: Date.now() + 5, checkPendingRequests: resolve }
      requestQueue.prototype.scheduleCheckPendingRequests.call(queue)
    })
  })

  it('times out a late request within two seconds', () => {
    patchTimeoutCheck()
    jest.useFakeTimers()
    try {
      const timeoutRequest = jest.fn()
      const late = { sentAt: Date.now(), requestTimeout: 15_000, timeoutRequest }
      const queue = { ...idle, inflight: new Map([[1, late]]) }
      requestQueue.prototype.scheduleRequestTimeoutCheck.call(queue)
      jest.advanceTimersByTime(15_000)
      expect(timeoutRequest).not.toHaveBeenCalled()
      jest.advanceTimersByTime(2000)
      expect(timeoutRequest).toHaveBeenCalledTimes(1)
    } finally {
      jest.useRealTimers()
    }
  })

  it('stops looking for late requests once the connection is closed', () => {
    patchTimeoutCheck()
    jest.useFakeTimers()
    try {
      const destroy = jest.fn()
      requestQueue.prototype.scheduleRequestTimeoutCheck.call({ ...idle, isConnected: () => false, destroy })
      jest.advanceTimersByTime(2000)
      expect(destroy).toHaveBeenCalledTimes(2)
    } finally {
      jest.useRealTimers()
    }
  })

  it('asks for the first and the last offsets of many topics in one request each', async () => {
    const requests: string[][] = []
    const fake = offsetsFrom((topics) => {
      requests.push(topics)
      return topics.map((topic) => ({ topic, partitions: [{ partition: 0, offset: `${topic} 7` }] }))
    })
    const ask = (topic: string, fromBeginning: boolean) =>
      cluster.prototype.fetchTopicsOffset.call(fake, [
        { topic, fromBeginning, partitions: [{ partition: 0 }] },
      ])
    const found = await Promise.all([ask('a', false), ask('b', false), ask('a', true), ask('a', false)])
    expect(requests).toEqual([['a'], ['a', 'b'], ['a']])
    expect(found.map((topics) => topics.map(({ partitions }) => partitions[0]?.offset))).toEqual([
      ['a 7'],
      ['b 7'],
      ['a 7'],
      ['a 7'],
    ])
  })

  it('passes a refusal on to each question of the request', async () => {
    const fake = offsetsFrom(() => {
      throw new Error('not the leader')
    })
    const ask = (topic: string) =>
      cluster.prototype.fetchTopicsOffset.call(fake, [{ topic, partitions: [{ partition: 0 }] }])
    const outcomes = await Promise.allSettled([ask('a'), ask('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(ask('a')).rejects.toThrow('not the leader')
  })

  it('asks each topic alone, and the new leader, when a broker refuses one of many', async () => {
    const requests: string[][] = []
    const fake = offsetsFrom((topics) => {
      requests.push(topics)
      if (topics.includes('moved') && fake.refreshMetadata.mock.calls.length === 0)
        throw refusal('moved', true)
      if (topics.includes('hidden')) throw refusal('hidden', false)
      return topics.map((topic) => ({ topic, partitions: [{ partition: 0, offset: '7' }] }))
    })
    const ask = (topic: string) =>
      cluster.prototype.fetchTopicsOffset.call(fake, [{ topic, partitions: [{ partition: 0 }] }])
    const moved = await Promise.all([ask('a'), ask('moved')])
    expect(moved.map(([found]) => found?.topic)).toEqual(['a', 'moved'])
    expect(requests).toEqual([['a', 'moved'], ['a'], ['moved']])

    const outcomes = await Promise.allSettled([ask('a'), ask('hidden')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})

type Answer = { topic: string; partitions: { partition: number; offset: string }[] }[]

function refusal(message: string, retriable: boolean) {
  return new kafkajs.KafkaJSProtocolError(Object.assign(new Error(message), { retriable }))
}

/** What kafkajs' cluster needs to ask one broker for offsets. */
function offsetsFrom(answer: (topics: string[]) => Answer) {
  patchTopicOffsets()
  return {
    findLeaderForPartitions: (_topic: string, partitions: number[]) => ({ 1: partitions }),
    defaultOffset: () => -1,
    isolationLevel: 0,
    refreshMetadata: jest.fn(async () => {}),
    findBroker: async () => ({
      listOffsets: async ({ topics }: { topics: { topic: string }[] }) => ({
        responses: answer(topics.map(({ topic }) => topic)),
      }),
    }),
  }
}
