import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createApi } from './api-client.ts'
import { network } from './network.ts'
import { onNetworkReturn } from './network-events.ts'

const before = globalThis.fetch
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

/** A server that accepts everything and answers only while it works; connections that it once ignored stay dead. */
function server() {
  const state = { works: true, calls: [] as string[] }
  const fetch: typeof globalThis.fetch = (input, init) =>
    new Promise((resolve, reject) => {
      state.calls.push(`${init?.method} ${input}`)
      if (state.works) return resolve(Response.json({ success: true, data: [] }))
      const cut = () => reject(new DOMException('', 'AbortError'))
      if (init?.signal?.aborted) cut()
      init?.signal?.addEventListener('abort', cut)
    })
  globalThis.fetch = fetch
  return { state, api: createApi({ baseUrl: '/api', onSignedOut: () => {}, fetch }) }
}

describe('a network that hangs', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(async () => {
    globalThis.fetch = async () => new Response()
    await pass(60_000)
    jest.useRealTimers()
    globalThis.fetch = before
  })

  it('is reported after five seconds; the read arrives by itself when it is back', async () => {
    const { state, api } = server()
    state.works = false
    const changes: boolean[] = []
    const unwatch = network.watch(() => changes.push(network.isSilent()))
    const asked = api.call('GET /threads')
    await pass(4_900)
    expect(network.isSilent()).toBe(false)
    await pass(100)
    expect(network.isSilent()).toBe(true)
    state.works = true
    await pass(5_000)
    expect(await asked).toEqual({ success: true, data: [] })
    expect([changes[0], changes.at(-1)]).toEqual([true, false])
    expect(state.calls).toEqual(['GET /api/threads', 'HEAD /config.json', 'GET /api/threads'])
    unwatch()
  })

  it('a dead connection is given up although no look gets through', async () => {
    const { state, api } = server()
    state.works = false
    globalThis.fetch = () => new Promise(() => {})
    const asked = api.call('GET /threads')
    await pass(9_000)
    state.works = true
    await pass(1_000)
    expect(await asked).toEqual({ success: true, data: [] })
  })

  it('a slow server is asked once more, not again and again', async () => {
    const { state, api } = server()
    state.works = false
    globalThis.fetch = async () => new Response()
    const asked = api.call('GET /threads').catch(() => 'failed')
    await pass(9_500)
    expect(state.calls).toEqual(['GET /api/threads', 'GET /api/threads'])
    await pass(30_500)
    expect(await asked).toBe('failed')
    expect(state.calls.length).toBeLessThanOrEqual(5)
  })

  it('a write is never sent again', async () => {
    const { state, api } = server()
    state.works = false
    const asked = api.call('POST /auth/forgot-password', { body: { email: 'a@b.tn' } }).catch(() => 'failed')
    await pass(40_000)
    expect(await asked).toBe('failed')
    expect(state.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
  })

  it('what has failed is told when the server answers again', async () => {
    const { state, api } = server()
    const told = jest.fn()
    const stop = onNetworkReturn(told)
    state.works = false
    void api.call('GET /threads').catch(() => {})
    await pass(41_000)
    expect(network.isSilent()).toBe(true)
    expect(told).not.toHaveBeenCalled()
    state.works = true
    await pass(10_000)
    expect(told).toHaveBeenCalledTimes(1)
    expect(network.isSilent()).toBe(false)
    stop()
  })
})
