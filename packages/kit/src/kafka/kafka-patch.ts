import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

type RequestQueue = {
  throttleCheckTimeoutId: NodeJS.Timeout | null
  pending: unknown[]
  throttledUntil: number
  checkPendingRequests: () => void
}

type RequestQueueClass = { prototype: { scheduleCheckPendingRequests: (this: RequestQueue) => void } }

export const requestQueue: RequestQueueClass = require('kafkajs/src/network/requestQueue')

/**
 * kafkajs 2.2.4 polls every idle connection for ever with `setTimeout(-1)`: about 45 ms of CPU per second and
 * connection, and a warning of Node 24. This schedules only while requests are pending.
 */
export function patchRequestQueue(): void {
  requestQueue.prototype.scheduleCheckPendingRequests = function () {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return
    const delay = this.throttledUntil - Date.now()
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null
        this.checkPendingRequests()
      },
      delay > 0 ? delay : 10,
    )
  }
}
