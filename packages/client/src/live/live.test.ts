import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, cleanup } from '@testing-library/react'
import type { ApiClient } from '../api/api-client.ts'
import { hide } from '../test/hide.ts'
import { refusal } from '../test/refusal.ts'
import { eventText, streamServer } from '../test/stream-server.ts'
import { openLive } from './live.ts'

const failing = (status: number, retryAfter: number | null = null) => refusal({ status, retryAfter })
const pass = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  jest.useFakeTimers()
  hide(false)
})
afterEach(async () => {
  cleanup()
  await pass(2000)
  jest.useRealTimers()
})

/** A sync is recorded as null. */
const listen = (api: Pick<ApiClient, 'response'>, heard: (id: string | null) => void) =>
  openLive(api, ({ kind, id }) => heard(kind === 'sync' ? null : id))

describe('the live stream of a page', () => {
  it('is closed when it has no listeners', async () => {
    const { api, opened } = streamServer()
    const heard = jest.fn()
    const stop = listen(api, heard)
    await pass()
    expect(opened).toHaveLength(1)
    opened[0]?.say(eventText('message', 't1'))
    await pass()
    expect(heard.mock.calls).toEqual([['t1']])
    stop()
    await pass()
    expect(opened[0]?.isOpen).toBe(false)
  })

  it('receives events in pieces, and ignores unknown ones', async () => {
    const { api, opened } = streamServer()
    const heard = jest.fn()
    const stop = listen(api, heard)
    await pass()
    const text = `: still here\n\n${eventText('unknown', 'x')}data: {broken\n\n${eventText('message', 'é1')}`
    for (const letter of text) opened[0]?.say(letter)
    await pass()
    expect(heard.mock.calls).toEqual([['é1']])
    stop()
  })

  it('resumes after a break from the last received event', async () => {
    const { api, opened } = streamServer()
    const heard = jest.fn()
    const stop = listen(api, heard)
    await pass()
    opened[0]?.say(eventText('message', 't1', '1763719200000'))
    await pass()
    opened[0]?.end()
    await pass(1000)
    expect(opened[1]?.resumed).toBe('1763719200000')
    opened[1]?.say(eventText('sync', 's'))
    await pass()
    expect(heard.mock.calls).toEqual([['t1'], [null]])
    stop()
  })

  it('reloads everything after a break in which no event had been received', async () => {
    const { api, opened } = streamServer()
    const heard = jest.fn()
    const stop = listen(api, heard)
    await pass()
    expect(heard).not.toHaveBeenCalled()
    opened[0]?.end()
    await pass(1000)
    expect(heard.mock.calls).toEqual([[null]])
    stop()
  })

  it('is treated as broken after two heartbeats of silence', async () => {
    const { api, opened } = streamServer()
    const stop = listen(api, jest.fn())
    await pass(20_000)
    opened[0]?.say(': still here\n\n')
    await pass(20_000)
    expect(opened).toHaveLength(1)
    await pass(20_000)
    expect(opened).toHaveLength(2)
    stop()
  })

  it('is replaced by polling if it cannot be opened', async () => {
    const { api, opened, refuse } = streamServer()
    refuse(failing(429, 45))
    const heard = jest.fn()
    const stop = listen(api, heard)
    await pass(120_000)
    expect(heard.mock.calls.length).toBeGreaterThanOrEqual(3)
    expect(heard.mock.calls.length).toBeLessThanOrEqual(6)
    refuse(null)
    await pass(31_000)
    expect(opened).toHaveLength(1)
    stop()
  })

  it('does not overload a server that is down', async () => {
    const { api, asked, refuse } = streamServer()
    refuse(failing(503))
    const stop = listen(api, jest.fn())
    await pass(300_000)
    expect(asked()).toBeGreaterThan(5)
    expect(asked()).toBeLessThan(30)
    stop()
  })

  it('waits for a new session after the end of the old one', async () => {
    const { api, opened, refuse } = streamServer()
    refuse(failing(401))
    const stop = listen(api, jest.fn())
    await pass(60_000)
    refuse(null)
    await pass(60_000)
    expect(opened).toHaveLength(0)
    stop()
  })

  it('is closed while the page is hidden, and everything is loaded again when it is visible', async () => {
    const { api, opened } = streamServer()
    const heard = jest.fn()
    const stop = listen(api, heard)
    await pass()
    hide(true)
    await pass(30_000)
    opened[0]?.say(': still here\n\n')
    await pass(31_000)
    expect(opened[0]?.isOpen).toBe(false)
    await pass(300_000)
    expect(opened).toHaveLength(1)
    hide(false)
    await pass(1000)
    expect(opened).toHaveLength(2)
    expect(heard.mock.calls).toEqual([[null]])
    stop()
  })
})
