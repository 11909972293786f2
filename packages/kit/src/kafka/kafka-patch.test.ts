import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { patchRequestQueue, requestQueue } from './kafka-patch.ts'

const original = requestQueue.prototype.scheduleCheckPendingRequests
const hash = createHash('sha256').update(original.toString()).digest('hex')

describe('the kafkajs patch', () => {
  it('is for exactly the method that kafkajs 2.2.4 has', () => {
    expect(hash).toBe('04347ea969c6f2e3754427c0cbaee0bd4ce947fbd82f7b6e027506a06dfc581a')
  })

  it('does not schedule anything on an idle queue', () => {
    patchRequestQueue()
    const queue = {
      throttleCheckTimeoutId: null,
      pending: [],
      throttledUntil: -1,
      checkPendingRequests: () => {},
    }
    requestQueue.prototype.scheduleCheckPendingRequests.call(queue)
    expect(queue.throttleCheckTimeoutId).toBeNull()
  })

  it('checks a pending queue after the throttle time', async () => {
    patchRequestQueue()
    await new Promise<void>((resolve) => {
      const queue = {
        throttleCheckTimeoutId: null,
        pending: [1],
        throttledUntil: Date.now() + 5,
        checkPendingRequests: resolve,
      }
      requestQueue.prototype.scheduleCheckPendingRequests.call(queue)
    })
  })
})
