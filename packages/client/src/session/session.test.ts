import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  clearSession,
  readSession,
  type Session,
  tokenExpiry,
  watchSession,
  writeSession,
} from './session.ts'

const session: Session = { token: 'a.b.c', user: { id: 'u1', role: 'teacher', fullName: 'Mariem Ben Salah' } }

describe('the stored session', () => {
  beforeEach(() => localStorage.clear())
  afterEach(() => localStorage.clear())

  it('uses the specification’s names', () => {
    writeSession(session)
    expect(localStorage.getItem('authToken')).toBe('a.b.c')
    expect(JSON.parse(localStorage.getItem('userData') ?? '')).toEqual(session.user)
    expect(readSession()).toEqual(session)
  })

  it('contains only the user’s id, role and name', () => {
    const withMore = { ...session.user, email: 'mariem@example.tn' }
    writeSession({ token: 't', user: withMore })
    expect(localStorage.getItem('userData')).not.toContain('example.tn')
  })

  it.each([
    ['no token', () => localStorage.removeItem('authToken')],
    [
      'a role that does not exist',
      () => localStorage.setItem('userData', '{"id":"1","role":"king","fullName":"X"}'),
    ],
    ['broken text', () => localStorage.setItem('userData', '{')],
    ['a user that is no object', () => localStorage.setItem('userData', 'null')],
  ])('is none with %s', (_, spoil) => {
    writeSession(session)
    spoil()
    expect(readSession()).toBeNull()
  })

  it('notifies its observers of sign-in and sign-out, here and in other tabs', () => {
    const seen: (string | null)[] = []
    const stop = watchSession((now) => seen.push(now?.token ?? null))
    writeSession(session)
    clearSession()
    localStorage.setItem('userData', JSON.stringify(session.user))
    localStorage.setItem('authToken', 'other')
    dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
    stop()
    clearSession()
    expect(seen).toEqual(['a.b.c', null, 'other'])
  })

  it('deletes everything about the person and keeps the chosen theme', () => {
    localStorage.setItem('theme', 'dark')
    writeSession(session)
    clearSession()
    expect({ ...localStorage }).toEqual({ theme: 'dark' })
  })
})

describe('the expiry of a token', () => {
  it('is read from its claims', () => {
    const claims = btoa(JSON.stringify({ exp: 1_800_000_000 })).replaceAll('=', '')
    expect(tokenExpiry(`e30.${claims}.sig`)).toBe(1_800_000_000_000)
  })

  it.each(['', 'abc', 'a.b.c', 'a.bnVsbA.c'])('is unknown for %j', (token) => {
    expect(tokenExpiry(token)).toBeNull()
  })
})
