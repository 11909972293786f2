import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { networkError } from '../api/api-error.ts'
import { clearSession, writeSession } from '../session/session.ts'
import { fakeApi } from '../test/fake-api.ts'
import { hasOfflineCopy, offlineCopies, wipeOfflineCopies, withOfflineCopies } from './offline-copies.ts'

const hourMs = 3_600_000
const mariem = { token: 't', user: { id: 'u1', role: 'student' as const, fullName: 'Mariem' } }
const lesson = (id: string, inHours: number) => ({
  id,
  startsAt: new Date(Date.now() + inHours * hourMs).toISOString(),
  endsAt: new Date(Date.now() + (inHours + 1) * hourMs).toISOString(),
})
const answers = {
  'GET /sessions': () => ({
    success: true,
    data: [lesson('past', -2), lesson('tomorrow', 24), lesson('next-month', 24 * 30)],
    nextCursor: 'more',
    total: 40,
  }),
  'GET /threads': () => ({
    success: true,
    data: [{ id: 't1', lastMessage: { at: '2026-03-02T09:00:00Z', by: 'u2', text: 'secret', files: 0 } }],
  }),
  'GET /me/quota': () => ({ success: true }),
}
const upcoming = { query: { status: 'upcoming' } } as const

/** A client that can lose its network. */
function client() {
  const network = { works: true }
  const answered = Object.entries(answers).map(([key, answer]) => {
    const checked = () => {
      if (!network.works) throw networkError('no network')
      return answer()
    }
    return [key, checked] as const
  })
  return { network, api: withOfflineCopies(fakeApi(Object.fromEntries(answered)).api) }
}

beforeEach(() => writeSession(mariem))
afterEach(() => localStorage.clear())

describe('without network', () => {
  it('the lessons of the next seven days are readable, and no others', async () => {
    const { api, network } = client()
    await api.call('GET /sessions', upcoming)
    network.works = false
    const kept = await api.call('GET /sessions', upcoming)
    expect(kept.data.map(({ id }) => id)).toEqual(['tomorrow'])
    expect([kept.nextCursor, kept.total]).toEqual([null, 1])
    expect(offlineCopies.isReading()).toBe(true)
    expect(offlineCopies.since()).toBeGreaterThan(Date.now() - hourMs)
  })

  it('the conversations are listed without their texts', async () => {
    const { api, network } = client()
    await api.call('GET /threads')
    network.works = false
    expect((await api.call('GET /threads')).data).toHaveLength(1)
    expect(JSON.stringify(localStorage)).not.toContain('secret')
  })

  it('other calls, other lists of lessons and calls without a copy fail', async () => {
    const { api, network } = client()
    await api.call('GET /me/quota')
    await api.call('GET /sessions', { query: { status: 'completed' } })
    network.works = false
    await expect(api.call('GET /me/quota')).rejects.toThrow('no network')
    await expect(api.call('GET /sessions', upcoming)).rejects.toThrow('no network')
    expect(hasOfflineCopy()).toBe(false)
  })

  it('an administrator has no copies', async () => {
    writeSession({ ...mariem, user: { ...mariem.user, role: 'admin' } })
    const { api } = client()
    await api.call('GET /threads')
    expect(hasOfflineCopy()).toBe(false)
  })

  it('another account, a signed-out visitor and a wiped device read nothing', async () => {
    const { api, network } = client()
    await api.call('GET /sessions', upcoming)
    network.works = false
    writeSession({ ...mariem, user: { ...mariem.user, id: 'u2' } })
    await expect(api.call('GET /sessions', upcoming)).rejects.toThrow('no network')
    clearSession()
    await expect(api.call('GET /sessions', upcoming)).rejects.toThrow('no network')
    writeSession(mariem)
    wipeOfflineCopies()
    await expect(api.call('GET /sessions', upcoming)).rejects.toThrow('no network')
  })
})
