import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { hide } from '../test/hide.ts'
import { eventText, streamServer } from '../test/stream-server.ts'
import { openLive } from './live.ts'

/** Web Locks and BroadcastChannel of one browser, which jsdom lacks. */
function installBrowser() {
  let holder: Promise<unknown> | null = null
  const waiting: (() => void)[] = []
  const request = async (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    while (holder)
      await new Promise<void>((go, stop) => {
        waiting.push(go)
        signal.addEventListener('abort', () => stop(new DOMException('given up', 'AbortError')))
      })
    holder = work()
    await holder.finally(() => {
      holder = null
      waiting.shift()?.()
    })
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  const channels = new Set<EventTarget>()
  class Channel extends EventTarget {
    constructor() {
      super()
      channels.add(this)
    }
    postMessage(data: unknown) {
      for (const other of channels)
        if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }))
    }
    close() {
      channels.delete(this)
    }
  }
  Object.assign(globalThis, { BroadcastChannel: Channel })
}

const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  jest.useFakeTimers()
  installBrowser()
})
afterEach(() => {
  jest.useRealTimers()
  Reflect.deleteProperty(navigator, 'locks')
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
})

it('twenty tabs of a browser hear every event from one stream', async () => {
  const { api, opened } = streamServer()
  const heard = Array.from({ length: 20 }, () => jest.fn())
  const stops = heard.map((listener) => openLive(api, ({ id }) => listener(id)))
  await pass(5000)
  expect(opened).toHaveLength(1)
  opened[0]?.say(eventText('message', 't1', '7'))
  await pass()
  for (const listener of heard) expect(listener.mock.calls).toEqual([['t1']])
  for (const stop of stops) stop()
})

it('a hidden tab loads nothing until it is seen, and then everything', async () => {
  const { api, opened } = streamServer()
  const heard = jest.fn()
  const closeFirst = openLive(api, () => {})
  const closeSecond = openLive(api, ({ kind }) => heard(kind))
  await pass()
  hide(true)
  opened[0]?.say(eventText('message', 't1', '7'))
  await pass()
  expect(heard).not.toHaveBeenCalled()
  hide(false)
  expect(heard.mock.calls).toEqual([['sync']])
  closeFirst()
  closeSecond()
})

it('when the reading tab is closed, the next one goes on after the last event', async () => {
  const { api, opened } = streamServer()
  const heard = jest.fn()
  const closeFirst = openLive(api, () => {})
  const closeSecond = openLive(api, ({ kind, id }) => heard(kind === 'sync' ? null : id))
  await pass()
  opened[0]?.say(eventText('message', 't1', '7'))
  await pass(3000)
  closeFirst()
  await pass(1000)
  expect(opened).toHaveLength(2)
  expect(opened[1]?.resumed).toBe('7')
  opened[1]?.say(eventText('message', 't2', '8'))
  await pass()
  expect(heard.mock.calls).toEqual([['t1'], ['t2']])
  closeSecond()
})

it('a tab that takes over without having heard an event loads everything again', async () => {
  const { api } = streamServer()
  const heard = jest.fn()
  const closeFirst = openLive(api, () => {})
  const closeSecond = openLive(api, ({ kind }) => heard(kind))
  await pass(3000)
  closeFirst()
  await pass(1000)
  expect(heard.mock.calls).toEqual([['sync']])
  closeSecond()
})

it('a browser without locks has a stream for each tab', async () => {
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: () => Promise.reject(new DOMException('no site data', 'SecurityError')) },
  })
  const { api, opened } = streamServer()
  const stops = [openLive(api, () => {}), openLive(api, () => {})]
  await pass(1000)
  expect(opened).toHaveLength(2)
  for (const stop of stops) stop()
})
