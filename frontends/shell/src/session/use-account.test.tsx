import { clearSession, writeSession } from '@darsi/client/session/session.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { loadAccount, useAccount } from './use-account.ts'

const user = { id: 'u1', role: 'student' as const, fullName: 'Nour', email: 'nour@example.tn' }
const states: string[] = []

beforeEach(() => {
  states.length = 0
  writeSession({ token: 'a.b.c', user })
})
afterEach(() => clearSession())

function Account({ api }: { api: Parameters<typeof useAccount>[0] }) {
  const account = useAccount(api)
  states.push(account.state)
  return account.state === 'signed-in' ? <p>{account.user.email}</p> : null
}

const profile = () => fakeApi({ 'GET /auth/profile': () => ({ success: true, data: user }) })

describe('the account of the page', () => {
  it('is in the first render if it was loaded before, and is not requested again', async () => {
    const { api, calls } = profile()
    await loadAccount(api)
    show(<Account api={api} />)
    expect(screen.getByText(user.email).isConnected).toBe(true)
    expect(states).not.toContain('loading')
    expect(calls).toHaveLength(1)
  })

  it('is requested again by a later screen', async () => {
    const { api, calls } = profile()
    await loadAccount(api)
    show(<Account api={api} />).unmount()
    show(<Account api={api} />)
    expect((await screen.findByText(user.email)).isConnected).toBe(true)
    expect(calls).toHaveLength(2)
  })

  it('of an earlier session is never shown', async () => {
    const { api } = profile()
    await loadAccount(api)
    writeSession({ token: 'd.e.f', user: { ...user, id: 'u2' } })
    show(<Account api={api} />)
    expect(states[0]).toBe('loading')
    await screen.findByText(user.email)
  })

  it('is shown as failed, with a new try, if it was refused before', async () => {
    const { api } = fakeApi({})
    await loadAccount(api)
    show(<Account api={api} />)
    expect(states.at(-1)).toBe('failed')
  })
})
