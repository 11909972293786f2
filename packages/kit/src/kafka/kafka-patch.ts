import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import kafkajs from 'kafkajs'

const require = createRequire(import.meta.url)

type Request = { sentAt: number; requestTimeout: number; timeoutRequest: () => void }
type RequestQueue = {
  throttleCheckTimeoutId: NodeJS.Timeout | null
  pending: unknown[]
  throttledUntil: number
  checkPendingRequests: () => void
  requestTimeoutIntervalId?: NodeJS.Timeout
  requestTimeout: number
  enforceRequestTimeout: boolean
  inflight: Map<number, Request>
  isConnected: () => boolean
  destroy: () => void
}
type RequestQueueClass = {
  prototype: {
    scheduleCheckPendingRequests: (this: RequestQueue) => void
    scheduleRequestTimeoutCheck: (this: RequestQueue) => void
  }
}

type Asked = {
  topic: string
  fromBeginning?: boolean
  fromTimestamp?: number
  partitions: { partition: number }[]
}
type TopicOffsets = { topic: string; partitions: { partition: number; offset: string }[] }
type Cluster = { refreshMetadata: () => Promise<void> }
type FetchTopicsOffset = (this: Cluster, topics: Asked[]) => Promise<TopicOffsets[]>

export const requestQueue: RequestQueueClass = require('kafkajs/src/network/requestQueue')
export const cluster: { prototype: { fetchTopicsOffset: FetchTopicsOffset } } = require('kafkajs/src/cluster')

/** Of one pass over the requests of a connection. */
const timeoutCheckMs = 2000

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

/** kafkajs 2.2.4 looks for late answers ten times a second on each connection; time-outs of seconds need one look. */
export function patchTimeoutCheck(): void {
  requestQueue.prototype.scheduleRequestTimeoutCheck = function () {
    if (!this.enforceRequestTimeout) return
    this.destroy()
    this.requestTimeoutIntervalId = setInterval(
      () => {
        for (const request of [...this.inflight.values()])
          if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest()
        if (!this.isConnected()) this.destroy()
      },
      Math.min(this.requestTimeout, timeoutCheckMs),
    )
  }
}

const fetchTopicsOffset = cluster.prototype.fetchTopicsOffset

type Batch = { topics: Asked[]; answer: Promise<TopicOffsets[]> }

/**
 * `admin.fetchTopicOffsets` of kafkajs 2.2.4 takes one topic and sends two requests. This sends the questions that
 * begin at the same moment about different topics as one request. One refused topic fails the whole request, so each is
 * then asked again alone. kafkajs asks the former leader of a partition for up to five minutes after another broker took
 * over; the new metadata names the new leader.
 */
export function patchTopicOffsets(): void {
  const batchesOf = new WeakMap<object, Map<string, Batch>>()
  cluster.prototype.fetchTopicsOffset = async function (topics) {
    const batches = batchesOf.get(this) ?? new Map<string, Batch>()
    batchesOf.set(this, batches)
    const [asked] = topics
    const key = String(asked?.fromTimestamp ?? asked?.fromBeginning)
    const batch = batches.get(key)
    // kafkajs takes a topic once in a request
    if (!asked || topics.length > 1 || batch?.topics.some(({ topic }) => topic === asked.topic))
      return await fetchTopicsOffset.call(this, topics)
    const mine = batch?.topics ?? []
    mine.push(asked)
    const send = async () => {
      await nextTurn()
      batches.delete(key)
      return await fetchTopicsOffset.call(this, mine)
    }
    const { answer } = batch ?? { answer: send() }
    batches.set(key, { topics: mine, answer })
    try {
      return (await answer).filter(({ topic }) => topic === asked.topic)
    } catch (error) {
      if (!(error instanceof kafkajs.KafkaJSProtocolError)) throw error
      if (error.retriable) await this.refreshMetadata()
      return await fetchTopicsOffset.call(this, topics)
    }
  }
}
