import { clearSession, writeSession } from '@darsi/client/session/session.ts'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fetchOrAhead, fetchProfileAhead } from './profile-ahead.ts'

const address = '/api/auth/profile'
const user = { id: '1', role: 'student' as const, fullName: 'Amal' }
const asked: string[] = []
const before = globalThis.fetch

beforeEach(() => {
  asked.length = 0
  globalThis.fetch = async (input, init) => {
    asked.push(`${input} ${new Headers(init?.headers).get('Authorization')}`)
    return Response.json({ number: asked.length })
  }
  writeSession({ token: 'first', user })
})
afterEach(() => {
  globalThis.fetch = before
  globalThis.darsiProfile = undefined
  clearSession()
})

const ask = async (to: string, token = 'first', signal?: AbortSignal) => {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetchOrAhead(to, { headers, ...(signal && { signal }) })
  return response.json()
}

describe('the profile that is requested before the application runs', () => {
  it('answers the first request of the profile and no other', async () => {
    fetchProfileAhead()
    expect(await ask('/api/threads')).toEqual({ number: 2 })
    expect(await ask(address)).toEqual({ number: 1 })
    expect(await ask(address)).toEqual({ number: 3 })
  })

  it('is not used by another session', async () => {
    fetchProfileAhead()
    expect(await ask(address, 'second')).toEqual({ number: 2 })
    expect(asked).toEqual([`${address} Bearer first`, `${address} Bearer second`])
  })

  it('is not used by a request that was aborted meanwhile', async () => {
    fetchProfileAhead()
    await expect(ask(address, 'first', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })

  it('fails like a request of its own', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    fetchProfileAhead()
    await expect(ask(address)).rejects.toThrow('Failed to fetch')
  })

  it('is not requested without a session', () => {
    clearSession()
    fetchProfileAhead()
    expect(asked).toEqual([])
  })
})
