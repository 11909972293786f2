import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { ApiError, networkError } from '../api/api-error.ts'
import { clearSession, writeSession } from '../session/session.ts'
import { fakeApi } from '../test/fake-api.ts'
import { addUnsent, dropUnsent, sendUnsent, useUnsent, waitedTooLong, wipeOutbox } from './outbox.ts'

const send = 'POST /threads/:id/messages'
const mariem = { token: 't', user: { id: 'u1', role: 'student' as const, fullName: 'Mariem' } }
const written = (key: string) => ({ key, thread: 't1', text: `text ${key}`, files: [] })
const waiting = () => {
  const { result, unmount } = renderHook(() => useUnsent('t1'))
  const shown = result.current
  unmount()
  return shown
}
const refusal = (status: number, message: string) =>
  new ApiError({ ...networkError(message), status, message, requestId: null, body: null, errors: [] })

beforeEach(() => writeSession(mariem))
afterEach(() => localStorage.clear())

describe('messages that wait for the network', () => {
  it('are sent in order with their idempotency keys, and no longer wait', async () => {
    addUnsent(written('a'))
    addUnsent(written('b'))
    expect(waiting().map(({ key }) => key)).toEqual(['a', 'b'])
    const { api, asked } = fakeApi({ [send]: () => ({ success: true }) })
    await sendUnsent(api)
    expect(asked(send)).toEqual([
      { key: send, params: { id: 't1' }, body: { text: 'text a', files: [] }, idempotencyKey: 'a' },
      { key: send, params: { id: 't1' }, body: { text: 'text b', files: [] }, idempotencyKey: 'b' },
    ])
    expect(waiting()).toEqual([])
  })

  it('are not sent if they are deleted while an earlier one is sent', async () => {
    for (const key of ['a', 'b', 'c']) addUnsent(written(key))
    const { api, asked } = fakeApi({
      [send]: () => {
        dropUnsent('b')
        return { success: true }
      },
    })
    await sendUnsent(api)
    expect(asked(send).map(({ body }) => body)).toEqual([
      { text: 'text a', files: [] },
      { text: 'text c', files: [] },
    ])
  })

  it.each([0, 401, 429, 503])('wait on after an answer %s', async (status) => {
    addUnsent(written('a'))
    const { api } = fakeApi({
      [send]: () => {
        throw refusal(status, 'not now')
      },
    })
    await sendUnsent(api)
    expect(waiting()).toMatchObject([{ key: 'a', refused: null }])
  })

  it('show why the server refused them, are not sent again, and can be deleted', async () => {
    addUnsent(written('a'))
    const { api, asked } = fakeApi({
      [send]: () => {
        throw refusal(409, 'This conversation is closed.')
      },
    })
    await sendUnsent(api)
    await sendUnsent(api)
    expect(asked(send)).toHaveLength(1)
    expect(waiting()).toMatchObject([{ refused: 'This conversation is closed.' }])
    dropUnsent('a')
    expect(waiting()).toEqual([])
  })

  it('are kept after seven days, but not sent by themselves', async () => {
    jest.useFakeTimers({ now: Date.now() - 8 * 86_400_000 })
    addUnsent(written('a'))
    jest.useRealTimers()
    const { api, asked } = fakeApi({ [send]: () => ({ success: true }) })
    await sendUnsent(api)
    expect(asked(send)).toEqual([])
    expect(waiting()).toMatchObject([{ key: 'a', text: 'text a' }])
    expect(waiting().map(waitedTooLong)).toEqual([true])
  })

  it('appear in an open conversation at once, and only in their own', () => {
    const { result } = renderHook(() => useUnsent('t1'))
    act(() => void addUnsent({ ...written('x'), thread: 't2' }))
    expect(result.current).toEqual([])
    act(() => void addUnsent(written('a')))
    expect(result.current).toHaveLength(1)
  })

  it('belong to one account, are not written by a visitor, and are deleted at logout', () => {
    addUnsent(written('a'))
    writeSession({ ...mariem, user: { ...mariem.user, id: 'u2' } })
    expect(waiting()).toEqual([])
    clearSession()
    expect(addUnsent(written('b'))).toBe(false)
    wipeOutbox('u1')
    writeSession(mariem)
    expect(waiting()).toHaveLength(1)
    wipeOutbox()
    expect(waiting()).toEqual([])
  })
})
