import { useHeld } from '@darsi/client/queue/use-held.ts'
import { keepDraft, readDraft, visitor } from '@darsi/client/session/draft.ts'
import { readSession, type Session, watchSession, writeSession } from '@darsi/client/session/session.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { themeKey } from '@darsi/design/styles/apply-theme.ts'
import { writeTheme } from '@darsi/design/styles/theme.ts'
import { show } from '@darsi/design/test/render.tsx'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { chosenLanguage, rememberLanguage } from '../language.ts'
import { SiteProvider } from '../site.tsx'
import { keepPlace, keptPlace, watchLogout } from './return-place.ts'
import { useSignOut } from './use-sign-out.ts'

const session: Session = { token: 'a.b.c', user: { id: 'u1', role: 'student', fullName: 'Nour' } }
const place = { path: '/student/dashboard?tab=messages', account: 'u1' }

function Leave() {
  const signOut = useSignOut()
  return (
    <button type="button" onClick={() => void signOut()}>
      Leave
    </button>
  )
}

/** What a browser does on `Clear-Site-Data: "storage"`, in every tab. */
const clearSiteData = () => {
  localStorage.clear()
  sessionStorage.clear()
  return { success: true }
}

async function signOut(logout: () => unknown) {
  const { api } = fakeApi({ 'POST /auth/logout': logout })
  const { user } = show(
    <SiteProvider path="/" api={api} language="en">
      <Leave />
    </SiteProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(readSession()).toBeNull())
}

beforeEach(() => {
  // jsdom does not navigate and prints an error
  jest.spyOn(console, 'error').mockImplementation(() => {})
  writeSession(session)
  writeTheme('dark')
  rememberLanguage('ar')
  keepDraft('u1', 'report/t1', 'What I saw')
  keepDraft('u1', 'end-sessions/u2', 'A stolen telephone')
  keepPlace(place)
})
afterEach(() => {
  jest.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

describe('a logout whose answer clears the browser’s storage', () => {
  it('keeps theme and language, and nothing of the account', async () => {
    await signOut(clearSiteData)
    expect(localStorage.getItem(themeKey)).toBe('dark')
    expect(chosenLanguage()).toBe('ar')
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'darsi-language',
      'darsi-logged-out',
      'darsi-theme',
    ])
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it('writes no choice that was never made', async () => {
    writeTheme('system')
    localStorage.removeItem('darsi-language')
    await signOut(clearSiteData)
    expect(Object.keys(localStorage)).toEqual(['darsi-logged-out'])
  })

  it('makes the other tabs delete their drafts', async () => {
    const set = jest.spyOn(Storage.prototype, 'setItem')
    const remove = jest.spyOn(Storage.prototype, 'removeItem')
    await signOut(() => {
      clearSiteData()
      set.mockClear()
      remove.mockClear()
      return { success: true }
    })
    const written = set.mock.calls.map(([key, newValue]) => ({ key, newValue }))
    const removed = remove.mock.calls.map(([key]) => ({ key, newValue: null }))
    jest.restoreAllMocks()
    // another tab, where typing continued after the answer
    keepDraft('u1', 'report/t1', 'More')
    keepPlace(place)
    const heard: (Session | null)[] = []
    const stop = watchSession((now) => heard.push(now))
    watchLogout()
    // browsers send events only for changes: removing an entry that is already cleared sends none
    for (const change of [...written, ...removed.filter(({ key }) => written.some((w) => w.key === key))])
      dispatchEvent(new StorageEvent('storage', change))
    stop()
    expect(heard).toContain(null)
    expect(readDraft('u1', 'report/t1', '')).toBeNull()
    expect(keptPlace()).toBeNull()
  })
})

function Decide({ send }: { send: () => Promise<unknown> }) {
  const { hold } = useHeld()
  return (
    <button type="button" onClick={() => hold('Approved', { ids: ['u2'], send })}>
      Approve
    </button>
  )
}

describe('a logout while a decision can still be undone', () => {
  it('sends the decision and waits for its answer before the session ends', async () => {
    const answer = Promise.withResolvers<void>()
    const sessions: (Session | null)[] = []
    const { api, asked } = fakeApi({
      'POST /auth/logout': clearSiteData,
      'PUT /admin/users/:id/status': () => {
        sessions.push(readSession())
        return answer.promise
      },
    })
    const body = { status: 'approved', notes: '' } as const
    const { user } = show(
      <SiteProvider path="/" api={api} language="en">
        <ToastRegion>
          <Decide send={() => api.call('PUT /admin/users/:id/status', { params: { id: 'u2' }, body })} />
          <Leave />
        </ToastRegion>
      </SiteProvider>,
    )
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    // a second press does not overtake the call
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    expect(sessions).toEqual([session])
    expect(asked('POST /auth/logout')).toEqual([])
    answer.resolve()
    await waitFor(() => expect(readSession()).toBeNull())
    expect(sessions).toHaveLength(1)
  })
})

describe('a logout that the server does not answer', () => {
  it('removes the account here all the same, and keeps a visitor’s drafts', async () => {
    keepDraft(visitor, 'contact', 'Hello')
    await signOut(() => {
      throw Object.assign(new Error('offline'), { status: 0 })
    })
    expect(Object.keys(sessionStorage)).toEqual([`darsi-draft/${visitor}/contact`])
    expect(localStorage.getItem(themeKey)).toBe('dark')
    expect(keptPlace()).toBeNull()
  })

  it('waits at most three seconds for an answer', async () => {
    const { api } = fakeApi({ 'POST /auth/logout': () => new Promise<never>(() => {}) })
    show(
      <SiteProvider path="/" api={api} language="en">
        <Leave />
      </SiteProvider>,
    )
    jest.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await jest.advanceTimersByTimeAsync(3_000)
    jest.useRealTimers()
    expect(readSession()).toBeNull()
    expect(readDraft('u1', 'report/t1', '')).toBeNull()
  })
})
