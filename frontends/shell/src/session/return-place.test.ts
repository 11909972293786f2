import { clearSession, writeSession } from '@darsi/client/session/session.ts'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { keepPlace, keptPlace, placeFor, watchAccount, wipeOtherAccounts } from './return-place.ts'

afterEach(() => sessionStorage.clear())

const student = { id: 'u1', role: 'student' }
const path = '/student/dashboard?tab=my-sessions'

describe('the page after signing in', () => {
  it('is the one where the session of this account ended', () => {
    keepPlace({ path, account: 'u1' })
    expect(placeFor(student)).toBe(path)
    expect(keptPlace()).toBeNull()
  })

  it('is the deep link that a visitor without a session followed', () => {
    keepPlace({ path, account: null })
    expect(placeFor(student)).toBe(path)
  })

  it('can be the classroom of a lesson, for roles that may enter it', () => {
    const room = '/classroom/64f0c0ffee'
    keepPlace({ path: room, account: null })
    expect(placeFor(student)).toBe(room)
    keepPlace({ path: room, account: null })
    expect(placeFor({ id: 'u1', role: 'admin' })).toBeNull()
  })

  it('is the lesson that a mail links to, in the dashboard of whoever signs in', () => {
    keepPlace({ path: '/dashboard?notice=lesson-moved&lesson=l1', account: null })
    expect(placeFor(student)).toBe('/student/dashboard?notice=lesson-moved&lesson=l1')
  })

  it('is the admin dashboard for a safety alert that a mail shows to a super-admin', () => {
    const admin = { id: 'u1', role: 'super-admin' }
    keepPlace({ path: '/dashboard?notice=safety-escalated&alert=a1', account: null })
    expect(placeFor(admin)).toBe('/admin/dashboard?notice=safety-escalated&alert=a1')
    keepPlace({ path: '/dashboard?notice=new-device', account: null })
    expect(placeFor(admin)).toBe('/superadmin/dashboard?notice=new-device')
  })

  it.each([
    ['in a classroom without a lesson', { path: '/classroom', account: null }],
    ['of another account', { path, account: 'u2' }],
    ['of another role', { path: '/admin/dashboard?tab=tickets', account: null }],
    ['outside this site', { path: '//elsewhere.example/student/dashboard', account: null }],
    ['that is no dashboard', { path: '/dashboard', account: null }],
  ])('never to a place %s', (_, place) => {
    keepPlace(place)
    expect(placeFor(student)).toBeNull()
  })
})

describe('a sign-in', () => {
  it('deletes the drafts of other accounts in this tab', () => {
    sessionStorage.setItem('darsi-draft/u2/note', '"hers"')
    sessionStorage.setItem('darsi-draft/u1/note', '"mine"')
    wipeOtherAccounts('u1')
    expect(Object.keys(sessionStorage)).toEqual(['darsi-draft/u1/note'])
  })

  it('deletes the stored boards of other accounts', async () => {
    const deleteDatabase = jest.fn()
    const names = ['darsi-board/u2/l1', 'darsi-board/u1/l1', 'another'].map((name) => ({ name }))
    Object.assign(globalThis, { indexedDB: { databases: async () => names, deleteDatabase } })
    wipeOtherAccounts('u1')
    await waitFor(() => expect(deleteDatabase).toHaveBeenCalled())
    expect(deleteDatabase.mock.calls).toEqual([['darsi-board/u2/l1']])
    Reflect.deleteProperty(globalThis, 'indexedDB')
  })

  it('leaves no push messages of another account', async () => {
    const unsubscribe = jest.fn()
    const pushManager = { getSubscription: async () => ({ unsubscribe }) }
    const serviceWorker = { getRegistration: async () => ({ pushManager }) }
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
    wipeOtherAccounts('u1')
    await waitFor(() => expect(unsubscribe).toHaveBeenCalledTimes(1))
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })
})

describe('a page in which another account signs in', () => {
  const sessionOf = (id: string, token: string) => ({
    token,
    user: { id, role: 'student' as const, fullName: 'Nour' },
  })
  const watched = () => {
    const reload = jest.fn()
    return { reload, stop: watchAccount(reload) }
  }
  afterEach(() => clearSession())

  it('is loaded again, and not when the same account gets a new token', () => {
    writeSession(sessionOf('u1', 'a'))
    const { reload, stop } = watched()
    writeSession(sessionOf('u1', 'b'))
    clearSession()
    writeSession(sessionOf('u1', 'c'))
    expect(reload).not.toHaveBeenCalled()
    // by another tab
    localStorage.setItem('userData', JSON.stringify(sessionOf('u2', 'd').user))
    localStorage.setItem('authToken', 'd')
    dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
    expect(reload).toHaveBeenCalledTimes(1)
    stop()
  })

  it('deletes what the first account typed in this tab', () => {
    sessionStorage.setItem('darsi-draft/u1/note', '"hers"')
    sessionStorage.setItem('darsi-draft/u2/note', '"mine"')
    writeSession(sessionOf('u2', 'a'))
    watched().stop()
    expect(Object.keys(sessionStorage)).toEqual(['darsi-draft/u2/note'])
  })
})
