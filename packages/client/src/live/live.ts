import { type LiveEvent, liveHeartbeatMs } from '@darsi/contracts/rules/live-kinds.ts'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { onNetworkReturn } from '../api/network-events.ts'
import { readSession, watchSession } from '../session/session.ts'
import { readEvents } from './live-reader.ts'

type Client = Pick<ApiClient, 'response'>
type Heard = { event: LiveEvent; lastEventId: string }
type Stream = {
  api: Client
  /** A `sync` means that anything may have changed: the stream was interrupted, or there is none. */
  onEvent: (event: LiveEvent) => void
  /** To the other tabs of this account in this browser. */
  tell: (heard: Heard) => void
  lastEventId: string
  syncedAt: number
}

const syncEvent: LiveEvent = { kind: 'sync', id: '' }
const silenceMs = 2 * liveHeartbeatMs + 5000
/** The server sends the head of a stream at once. */
const patienceMs = 10_000
const longestPauseMs = 30_000
/** The polling interval without a stream. */
const pollMs = 20_000
/** A hidden page closes its stream: browsers allow few connections to one site. */
const hiddenMs = 60_000

/**
 * Opens the live stream of a dashboard, and again after each break. Of all tabs of a browser one reads the stream and
 * tells the others, because a browser opens six connections to one site. Returns how to close it.
 */
export function openLive(api: Client, onEvent: Stream['onEvent']): () => void {
  const abort = new AbortController()
  const name = `darsi-live-${readSession()?.user.id}`
  const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  const tell = (heard: Heard) => tabs?.postMessage(heard)
  const stream: Stream = { api, onEvent, tell, lastEventId: '', syncedAt: 0 }
  let isDue = false
  tabs?.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
    // a hidden tab loads everything once it is seen, and nothing before
    if (document.visibilityState !== 'hidden') return receive(stream, data)
    stream.lastEventId = data.lastEventId
    isDue = true
  })
  const catchUp = () => {
    if (!isDue || document.visibilityState === 'hidden') return
    isDue = false
    receive(stream, { event: syncEvent, lastEventId: stream.lastEventId })
  }
  document.addEventListener('visibilitychange', catchUp)
  abort.signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', catchUp)
    tabs?.close()
  })
  void run(stream, name, abort.signal)
  return () => abort.abort()
}

async function run(stream: Stream, name: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await seen(signal)
    await whileSeen(signal, (own) => alone(stream, name, own))
    // events of the time without a stream
    stream.syncedAt ||= Date.now()
  }
}

/** Reads the stream as soon as no other tab does. */
async function alone(stream: Stream, name: string, signal: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return read(stream, signal)
  const asked = Date.now()
  let isMine = false
  try {
    await navigator.locks.request(name, { signal }, () => {
      isMine = true
      // another tab had it, and something may have happened since it closed
      if (Date.now() - asked > 1000) stream.syncedAt ||= asked
      return read(stream, signal)
    })
  } catch (error) {
    if (isMine || signal.aborted) throw error
    // a browser that keeps no site data has no locks
    await read(stream, signal)
  }
}

async function read(stream: Stream, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const since = Date.now()
    const failure = await listen(stream, signal).then(
      () => null,
      (error: unknown) => error,
    )
    if (signal.aborted) return
    // a sync at the start of the next stream replaces the events missed in between
    stream.syncedAt ||= since
    failures = failure === null || Date.now() - since > longestPauseMs ? 0 : failures + 1
    if (failure !== null && Date.now() - stream.syncedAt >= pollMs) sync(stream)
    if (failure instanceof ApiError && failure.status === 401) await newSession(signal)
    else await pause(pauseAfter(failures, failure), signal)
  }
}

function receive(stream: Stream, { event, lastEventId }: Heard): void {
  stream.lastEventId = lastEventId
  if (event.kind === 'sync') stream.syncedAt = Date.now()
  stream.onEvent(event)
}

/** Resolves when the server ends the stream, which it does from time to time. */
async function listen(stream: Stream, signal: AbortSignal): Promise<void> {
  const own = new AbortController()
  const stop = () => own.abort()
  signal.addEventListener('abort', stop)
  // for a server that accepts the call but does not answer
  const patience = setTimeout(stop, patienceMs)
  try {
    const { api, lastEventId } = stream
    const resume = lastEventId === '' ? {} : { headers: { 'Last-Event-ID': lastEventId } }
    const { body } = await api.response('GET /notifications/stream', { signal: own.signal, ...resume })
    clearTimeout(patience)
    // the server sends a sync to a reader who resumes; without a last event the page syncs itself
    if (lastEventId === '' && stream.syncedAt > 0) sync(stream)
    const take = (event: LiveEvent, id: string) => {
      stream.lastEventId = id
      if (event.kind === 'sync') return sync(stream)
      stream.onEvent(event)
      stream.tell({ event, lastEventId: id })
    }
    if (body) await readEvents(body, take, silenceMs)
  } finally {
    clearTimeout(patience)
    signal.removeEventListener('abort', stop)
    own.abort()
  }
}

function sync(stream: Stream): void {
  const heard = { event: syncEvent, lastEventId: stream.lastEventId }
  receive(stream, heard)
  stream.tell(heard)
}

/** Doubles up to half a minute, with jitter so that not all clients return at the same time. */
function pauseAfter(failures: number, failure: unknown): number {
  const asked = failure instanceof ApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  const doubled = Math.min(longestPauseMs, 500 * 2 ** failures)
  return Math.max(Math.min(asked, longestPauseMs), doubled * (0.5 + Math.random() / 2))
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return until(signal, (done) => {
    const timer = setTimeout(done, ms)
    const unwatch = onNetworkReturn(done)
    return () => {
      clearTimeout(timer)
      unwatch()
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

/** Runs `work` and aborts it after the page was hidden for a while. */
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
    // being hidden is not a failure
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

/** @param start starts to wait for `done` and returns how to stop */
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
