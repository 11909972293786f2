import { describe, expect, it } from '@jest/globals'
import { act, renderHook, waitFor } from '@testing-library/react'
import { fakeApi } from '../test/fake-api.ts'
import { invalidate } from './query-client.ts'
import { usePages } from './use-pages.ts'

const pageSize = 10

/** A list of numbers that others add to, ten per page by default. */
function server(length: number) {
  const numbers = Array.from({ length }, (_, index) => length - index)
  const { api, calls } = fakeApi({
    'GET /sessions': ({ query = {} }) => {
      const from = Number(query['cursor'] ?? 0)
      const data = numbers.slice(from, from + Number(query['limit'] ?? pageSize))
      const end = from + data.length
      return { data, total: numbers.length, nextCursor: end < numbers.length ? String(end) : null }
    },
  })
  return { api, calls, add: (number: number) => numbers.unshift(number) }
}

async function listOf(length: number, pages = 1) {
  const { api, ...rest } = server(length)
  const { result } = renderHook(() => usePages(api, 'GET /sessions', { query: { status: 'upcoming' } }))
  await waitFor(() => expect(result.current.rows).toHaveLength(Math.min(pageSize, length)))
  for (let page = 2; page <= pages; page++) {
    await act(async () => result.current.more?.())
    await waitFor(() => expect(result.current.rows).toHaveLength(Math.min(page * pageSize, length)))
  }
  return { result, change: () => invalidate(api, 'lesson'), ...rest }
}

describe('a paged list that others change', () => {
  it('shows as many rows as before, including the new one', async () => {
    const { result, add, calls, change } = await listOf(50, 4)
    add(99)
    await act(async () => change())
    await waitFor(() => expect(result.current.rows[0]).toBe(99))
    expect(result.current.rows).toHaveLength(40)
    expect(calls.at(-1)?.query).toEqual({ status: 'upcoming', limit: 40 })
    await act(async () => result.current.more?.())
    await waitFor(() => expect(result.current.rows).toHaveLength(50))
    expect(new Set(result.current.rows).size).toBe(50)
  })

  it('grows by the new row if it is short', async () => {
    const { result, add, change } = await listOf(3)
    add(99)
    await act(async () => change())
    await waitFor(() => expect(result.current.rows).toEqual([99, 3, 2, 1]))
  })

  it('keeps its rows if it is longer than one answer, and says that there is newer data', async () => {
    const { result, add, calls, change } = await listOf(150, 11)
    const before = calls.length
    add(999)
    await act(async () => change())
    await waitFor(() => expect(result.current.outdated).toBe(true))
    expect(result.current.rows).toHaveLength(110)
    expect(calls).toHaveLength(before)
    await act(async () => result.current.reload())
    await waitFor(() => expect(result.current.rows[0]).toBe(999))
    expect(result.current.outdated).toBe(false)
  })

  it('keeps the requested page when something changes meanwhile', async () => {
    const { result, add, change } = await listOf(50, 2)
    add(99)
    await act(async () => {
      result.current.more?.()
      change()
    })
    await waitFor(() => expect(result.current.rows[0]).toBe(99))
    expect(result.current.rows).toHaveLength(30)
  })
})
