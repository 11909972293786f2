import { type LiveEvent, type LiveKind, liveHeartbeatMs } from '@darsi/contracts/live.ts'
import { useEffect, useRef } from 'react'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { createFrameReader, readLines } from './live-reader.ts'
import { watchSession } from './session.ts'

/** The id of what changed; null when anything may have: the stream was away, or there is none. */
export type LiveCallback = (id: string | null) => void
export type Live = { on: (kind: LiveKind, callback: LiveCallback) => () => void }
type Client = Pick<ApiClient, 'response'>

const silenceMs = 2 * liveHeartbeatMs + 5000
const longestPauseMs = 30_000
/** Without a stream everything is asked for this often. */
const pollMs = 20_000
/** A page that nobody sees gives its stream back: browsers have few connections for one site. */
const hiddenMs = 60_000
const burstMs = 150

const lives = new WeakMap<Client, Live>()

/** The one live stream of this page, open while anybody listens. */
export function liveOf(api: Client): Live {
  const known = lives.get(api) ?? createLive(api)
  lives.set(api, known)
  return known
}

/** Calls back when something of that kind changed: read it again. A burst about the same thing is one call. */
export function useLive(api: Client, kind: LiveKind, callback: LiveCallback): void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  useEffect(() => {
    const waiting = new Set<string | null>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      const ids = waiting.has(null) ? [null] : [...waiting]
      waiting.clear()
      for (const id of ids) latest.current(id)
    }
    const stop = liveOf(api).on(kind, (id) => {
      waiting.add(id)
      timer ??= setTimeout(flush, burstMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [api, kind])
}

export function createLive(api: Client): Live {
  const listeners = new Map<LiveKind, Set<LiveCallback>>()
  let running: AbortController | null = null
  let lastEventId = ''
  let syncedAt = 0

  const tell = (kind: LiveKind, id: string | null) => {
    for (const callback of [...(listeners.get(kind) ?? [])]) callback(id)
  }
  const sync = () => {
    syncedAt = Date.now()
    for (const kind of [...listeners.keys()]) tell(kind, null)
  }
  const heard = ({ kind, id }: LiveEvent, eventId: string) => {
    lastEventId = eventId
    if (kind === 'sync') sync()
    else tell(kind, id)
  }

  /** Resolves when the server ended the stream, as it does now and then. */
  const listen = async (signal: AbortSignal): Promise<void> => {
    const own = new AbortController()
    const stop = () => own.abort()
    signal.addEventListener('abort', stop)
    // a server that takes the call and says nothing
    const patience = setTimeout(stop, silenceMs)
    try {
      const resume = lastEventId === '' ? {} : { headers: { 'Last-Event-ID': lastEventId } }
      const { body } = await api.response('GET /notifications/stream', { signal: own.signal, ...resume })
      clearTimeout(patience)
      // the server tells a reader who resumes; one who was never told anything asks by itself
      if (lastEventId === '' && syncedAt > 0) sync()
      if (body) await readLines(body, createFrameReader(heard), silenceMs)
    } finally {
      clearTimeout(patience)
      signal.removeEventListener('abort', stop)
      own.abort()
    }
  }

  const run = async (signal: AbortSignal): Promise<void> => {
    for (let failures = 0; !signal.aborted; ) {
      await seen(signal)
      const since = Date.now()
      const failure = await whileSeen(signal, listen).then(
        () => null,
        (error: unknown) => error,
      )
      if (signal.aborted) return
      // what came between this stream and the next is asked for by the next
      syncedAt ||= since
      failures = failure === null || Date.now() - since > longestPauseMs ? 0 : failures + 1
      if (failure !== null && Date.now() - syncedAt >= pollMs) sync()
      if (failure instanceof ApiError && failure.status === 401) await newSession(signal)
      else await pause(pauseAfter(failures, failure), signal)
    }
  }

  return {
    on: (kind, callback) => {
      const callbacks = listeners.get(kind) ?? new Set()
      listeners.set(kind, callbacks.add(callback))
      if (running === null) {
        running = new AbortController()
        void run(running.signal)
      }
      return () => {
        callbacks.delete(callback)
        if (callbacks.size === 0) listeners.delete(kind)
        // a tab that gives way to another one leaves the stream to it
        setTimeout(() => {
          if (listeners.size > 0) return
          running?.abort()
          running = null
        }, 1000)
      }
    },
  }
}

/** Doubles up to half a minute, apart in time so that all do not come back at once. */
function pauseAfter(failures: number, failure: unknown): number {
  const asked = failure instanceof ApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  const doubled = Math.min(longestPauseMs, 500 * 2 ** failures)
  return Math.max(Math.min(asked, longestPauseMs), doubled * (0.5 + Math.random() / 2))
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return until(signal, (done) => {
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', done)
    }
  })
}

function seen(signal: AbortSignal): Promise<void> {
  if (document.visibilityState !== 'hidden') return Promise.resolve()
  return until(signal, (done) => {
    document.addEventListener('visibilitychange', done)
    return () => document.removeEventListener('visibilitychange', done)
  })
}

/** Runs `work` and cuts it off once the page was hidden for a while. */
async function whileSeen(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const own = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(() => own.abort(), hiddenMs)
  }
  const stop = () => own.abort()
  document.addEventListener('visibilitychange', look)
  signal.addEventListener('abort', stop)
  try {
    await work(own.signal)
  } catch (error) {
    // hidden is no failure
    if (!own.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    signal.removeEventListener('abort', stop)
  }
}

function newSession(signal: AbortSignal): Promise<void> {
  return until(signal, (done) => watchSession((session) => session !== null && done()))
}

/** @param start begins to wait for `done` and answers how to stop */
function until(signal: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const stop = start(done)
    if (signal.aborted) done()
    else signal.addEventListener('abort', done)
  })
}
