import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { clearSession, writeSession } from '../session/session.ts'
import { endWhenIdle, type IdleWatch, watchIdle } from './idle.ts'

const minute = 60_000
const signIn = (role: 'admin' | 'super-admin' | 'student') =>
  writeSession({ token: 't', user: { id: 'u', role, fullName: 'Nadia' } })

describe('an idle page', () => {
  let watch: IdleWatch
  beforeEach(() => {
    jest.useFakeTimers()
    localStorage.clear()
    watch = watchIdle()
  })
  afterEach(() => {
    watch.stop()
    jest.useRealTimers()
  })

  it.each(['admin', 'super-admin'] as const)(
    'of an %s is one that nobody touched for half an hour',
    (role) => {
      signIn(role)
      jest.advanceTimersByTime(29 * minute)
      expect(watch.isIdle()).toBe(false)
      document.dispatchEvent(new Event('keydown', { bubbles: true }))
      jest.advanceTimersByTime(29 * minute)
      expect(watch.isIdle()).toBe(false)
      jest.advanceTimersByTime(2 * minute)
      expect(watch.isIdle()).toBe(true)
    },
  )

  it('is never idle within a day for other roles, and never without a session', () => {
    signIn('student')
    jest.advanceTimersByTime(24 * 60 * minute)
    expect(watch.isIdle()).toBe(false)
    clearSession()
    expect(watch.isIdle()).toBe(false)
  })

  it('is not idle while its user works in another tab', () => {
    signIn('admin')
    jest.advanceTimersByTime(25 * minute)
    localStorage.setItem('lastActive', String(Date.now()))
    jest.advanceTimersByTime(25 * minute)
    expect(watch.isIdle()).toBe(false)
    jest.advanceTimersByTime(6 * minute)
    expect(watch.isIdle()).toBe(true)
  })

  it('is ended within a minute', () => {
    signIn('admin')
    const refresh = jest.fn(async () => false)
    const stop = endWhenIdle({ refresh }, watch)
    jest.advanceTimersByTime(30 * minute)
    expect(refresh).not.toHaveBeenCalled()
    jest.advanceTimersByTime(minute)
    expect(refresh).toHaveBeenCalled()
    stop()
  })
})
