import { describe, expect, it } from '@jest/globals'
import { act, renderHook, waitFor } from '@testing-library/react'
import { usePages } from './use-pages.ts'

const pageSize = 10

/** A list of numbers that others add to, ten at a time unless more are asked for. */
function server(length: number) {
  const numbers = Array.from({ length }, (_, index) => length - index)
  const asked: { cursor: string | null; limit: number | undefined }[] = []
  const load = async (cursor: string | null, _signal: AbortSignal, limit?: number) => {
    asked.push({ cursor, limit })
    const from = Number(cursor ?? 0)
    const data = numbers.slice(from, from + (limit ?? pageSize))
    const end = from + data.length
    return { data, total: numbers.length, nextCursor: end < numbers.length ? String(end) : null }
  }
  return { asked, load, add: (number: number) => numbers.unshift(number) }
}

async function listOf(length: number, pages = 1) {
  const { load, ...server_ } = server(length)
  const { result } = renderHook(() => usePages(load))
  await waitFor(() => expect(result.current.rows).toHaveLength(Math.min(pageSize, length)))
  for (let page = 2; page <= pages; page++) {
    await act(async () => result.current.more?.())
    await waitFor(() => expect(result.current.rows).toHaveLength(Math.min(page * pageSize, length)))
  }
  return { result, ...server_ }
}

describe('a list in pages that others change', () => {
  it('shows as many rows as before, with the new one', async () => {
    const { result, add, asked } = await listOf(50, 4)
    add(99)
    await act(async () => result.current.follow())
    await waitFor(() => expect(result.current.rows[0]).toBe(99))
    expect(result.current.rows).toHaveLength(40)
    expect(asked.at(-1)).toEqual({ cursor: null, limit: 40 })
    await act(async () => result.current.more?.())
    await waitFor(() => expect(result.current.rows).toHaveLength(50))
    expect(new Set(result.current.rows).size).toBe(50)
  })

  it('that is short grows by what comes', async () => {
    const { result, add } = await listOf(3)
    add(99)
    await act(async () => result.current.follow())
    await waitFor(() => expect(result.current.rows).toEqual([99, 3, 2, 1]))
  })

  it('longer than one answer keeps its place and says that there is something new', async () => {
    const { result, add, asked } = await listOf(150, 11)
    const calls = asked.length
    add(999)
    await act(async () => result.current.follow())
    expect(result.current.outdated).toBe(true)
    expect(result.current.rows).toHaveLength(110)
    expect(asked).toHaveLength(calls)
    await act(async () => result.current.reload())
    await waitFor(() => expect(result.current.rows[0]).toBe(999))
    expect(result.current.outdated).toBe(false)
  })

  it('does not lose the page that was asked for when something comes meanwhile', async () => {
    const { result, add } = await listOf(50, 2)
    add(99)
    await act(async () => {
      result.current.more?.()
      result.current.follow()
    })
    await waitFor(() => expect(result.current.rows[0]).toBe(99))
    expect(result.current.rows.length).toBeGreaterThanOrEqual(30)
  })
})
