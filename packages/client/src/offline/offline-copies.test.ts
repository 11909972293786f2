import { addDays, hourMs, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { networkError } from '../api/api-error.ts'
import { onOutdatedCopy } from '../api/network-events.ts'
import { clearSession, writeSession } from '../session/session.ts'
import { fakeApi } from '../test/fake-api.ts'
import { hasOfflineCopy, offlineCopies, wipeOfflineCopies, withOfflineCopies } from './offline-copies.ts'

const mariem = { token: 't', user: { id: 'u1', role: 'student' as const, fullName: 'Mariem' } }
const lesson = (id: string, inHours: number) => ({
  id,
  student: { childId: 'c1' },
  date: tunisDay(new Date(Date.now() + inHours * hourMs)),
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
  'GET /sessions/overview': () => ({ success: true, data: { total: 3, next: [lesson('past', -2)] } }),
  'GET /me/quota': () => ({ success: true }),
}
const upcoming = { query: { status: 'upcoming' } } as const

const inADay = () => tunisDay(new Date(Date.now() + 24 * hourMs))
const ids = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id)

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
  const server = fakeApi(Object.fromEntries(answered))
  return { network, asked: server.asked, api: withOfflineCopies(server.api) }
}

beforeEach(() => writeSession(mariem))
afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

describe('without network', () => {
  it('the lessons of the next seven days are readable, and no others', async () => {
    const { api, network } = client()
    await api.call('GET /sessions', upcoming)
    network.works = false
    const kept = await api.call('GET /sessions', upcoming)
    expect(ids(kept)).toEqual(['tomorrow'])
    expect([kept.nextCursor, kept.total]).toEqual([null, 1])
    expect(offlineCopies.isReading()).toBe(true)
    expect(offlineCopies.since()).toBeGreaterThan(Date.now() - hourMs)
  })

  it('the lessons are readable although their list was never opened, in the week and for a child too', async () => {
    const { api, network, asked } = client()
    await api.call('GET /threads')
    await api.call('GET /sessions/overview')
    expect(asked('GET /sessions')).toEqual([
      { key: 'GET /sessions', query: { status: 'upcoming', ahead: 'true' } },
    ])
    network.works = false
    const weekOf = async (week: string) =>
      ids(await api.call('GET /sessions', { query: { week, limit: 100 } }))
    const of = async (childId: string) =>
      ids(await api.call('GET /sessions', { query: { status: 'upcoming', childId } }))
    expect(ids(await api.call('GET /sessions', upcoming))).toEqual(['tomorrow'])
    expect(await weekOf(inADay())).toEqual(['tomorrow'])
    await expect(weekOf(addDays(inADay(), 28))).rejects.toThrow('no network')
    expect([await of('c1'), await of('c2')]).toEqual([['tomorrow'], []])
    const { next } = (await api.call('GET /sessions/overview')).data
    expect(ids({ data: next })).toEqual(['tomorrow'])
  })

  it('the lessons are readable although past ones that nobody completed fill the first page', async () => {
    const undecided = { success: true, data: [lesson('past', -2)], nextCursor: 'more', total: 51 }
    const network = { works: true }
    const server = fakeApi({
      'GET /sessions': ({ query }) => {
        if (!network.works) throw networkError('no network')
        return query?.['ahead'] ? answers['GET /sessions']() : undecided
      },
    })
    const api = withOfflineCopies(server.api)
    await api.call('GET /sessions', upcoming)
    // the renewal of the copy
    await new Promise((resolve) => setTimeout(resolve))
    // and the page's own list again, which must not replace it
    await api.call('GET /sessions', upcoming)
    network.works = false
    expect(ids(await api.call('GET /sessions', upcoming))).toEqual(['tomorrow'])
  })

  it('the moment of the lessons is their own, not that of the polled conversations, and ends them after a week', async () => {
    jest.useFakeTimers({ now: Date.now(), doNotFake: ['queueMicrotask'] })
    const { api, network } = client()
    const before = Date.now()
    await api.call('GET /sessions', upcoming)
    jest.setSystemTime(before + 5 * 60_000)
    await api.call('GET /threads')
    expect(offlineCopies.since()).toBe(before)
    jest.setSystemTime(before + 11 * 60_000)
    await api.call('GET /threads')
    await jest.advanceTimersByTimeAsync(0)
    expect(offlineCopies.since()).toBe(before + 11 * 60_000)
    network.works = false
    jest.setSystemTime(before + 8 * 24 * hourMs)
    expect(offlineCopies.since()).toBeNull()
    expect(hasOfflineCopy()).toBe(false)
    await expect(api.call('GET /sessions', upcoming)).rejects.toThrow('no network')
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
    network.works = false
    await expect(api.call('GET /me/quota')).rejects.toThrow('no network')
    await expect(api.call('GET /sessions', upcoming)).rejects.toThrow('no network')
    expect(hasOfflineCopy()).toBe(false)
    network.works = true
    await api.call('GET /sessions', { query: { status: 'completed' } })
    network.works = false
    await expect(api.call('GET /sessions', { query: { status: 'completed' } })).rejects.toThrow('no network')
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

describe('a network that hangs', () => {
  it('shows the copy after three seconds; the answer replaces it when it comes', async () => {
    jest.useFakeTimers()
    let answer = () => {}
    let isHanging = false
    const server = fakeApi({
      'GET /threads': () =>
        isHanging
          ? new Promise((resolve) => {
              answer = () => resolve({ success: true, data: [{ id: 'new' }] })
            })
          : answers['GET /threads'](),
      'GET /sessions': answers['GET /sessions'],
    })
    const api = withOfflineCopies(server.api)
    await api.call('GET /threads')
    isHanging = true
    const outdated: unknown[] = []
    onOutdatedCopy((key) => outdated.push(key))
    const asked = api.call('GET /threads')
    await jest.advanceTimersByTimeAsync(3_000)
    expect(ids(await asked)).toEqual(['t1'])
    expect(offlineCopies.isReading()).toBe(true)
    answer()
    await jest.advanceTimersByTimeAsync(0)
    expect(outdated).toEqual(['GET /threads'])
    expect(offlineCopies.isReading()).toBe(false)
    // the page asks again and gets the answer that has come, without a call
    expect(ids(await api.call('GET /threads'))).toEqual(['new'])
    expect(server.asked('GET /threads')).toHaveLength(2)
  })
})
