import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { clearSession, writeSession } from '../session/session.ts'
import { keepSessionFresh } from './keep-session-fresh.ts'

const user = { id: 'u1', role: 'teacher' as const, fullName: 'Mariem' }
const tokenFor = (seconds: number) =>
  `e30.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds })).replaceAll('=', '')}.s`
const signIn = (seconds: number) => writeSession({ token: tokenFor(seconds), user })

describe('the renewal of a session', () => {
  const refresh = jest.fn<() => Promise<boolean>>()
  let stop = () => {}

  beforeEach(() => {
    jest.useFakeTimers()
    localStorage.clear()
    refresh.mockReset()
    refresh.mockImplementation(async () => {
      signIn(600)
      return true
    })
  })
  afterEach(() => {
    stop()
    jest.useRealTimers()
  })

  it('happens a minute before the token expires, repeatedly', async () => {
    signIn(600)
    stop = keepSessionFresh({ refresh })
    await jest.advanceTimersByTimeAsync(539_000)
    expect(refresh).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(2000)
    expect(refresh).toHaveBeenCalledTimes(1)
    await jest.advanceTimersByTimeAsync(541_000)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('waits after a failure before it tries again', async () => {
    signIn(30)
    refresh.mockRejectedValue(new Error('offline'))
    stop = keepSessionFresh({ refresh })
    await jest.advanceTimersByTimeAsync(10)
    expect(refresh).toHaveBeenCalledTimes(1)
    await jest.advanceTimersByTimeAsync(14_000)
    expect(refresh).toHaveBeenCalledTimes(1)
    await jest.advanceTimersByTimeAsync(2000)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('does not overload a server whose tokens are short-lived', async () => {
    refresh.mockImplementation(async () => {
      signIn(20)
      return true
    })
    signIn(20)
    stop = keepSessionFresh({ refresh })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(refresh.mock.calls.length).toBeLessThanOrEqual(5)
  })

  it('starts with a later sign-in and ends with the sign-out', async () => {
    stop = keepSessionFresh({ refresh })
    await jest.advanceTimersByTimeAsync(900_000)
    expect(refresh).not.toHaveBeenCalled()
    signIn(120)
    await jest.advanceTimersByTimeAsync(61_000)
    expect(refresh).toHaveBeenCalledTimes(1)
    clearSession()
    await jest.advanceTimersByTimeAsync(900_000)
    expect(refresh).toHaveBeenCalledTimes(1)
  })
})
