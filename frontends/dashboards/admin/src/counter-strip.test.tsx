import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { silence } from '@darsi/client/test/refusal.ts'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { CounterStrip } from './counter-strip.tsx'
import { useStats } from './stats.ts'

const data = {
  pendingApprovals: 1,
  pendingConnections: 0,
  duplicateAlerts: 0,
  totalUsers: 7,
  activeSessions: 0,
  governoratesCovered: 3,
}
const said = 'Failed to load admin data'

function Again({ api }: { api: ApiClient }) {
  const { reload } = useStats(api)
  return (
    <button type="button" onClick={reload}>
      Count again
    </button>
  )
}

describe('the red banner above the counters', () => {
  it('can be dismissed, and returns with the next failure', async () => {
    let fails = true
    const { api } = fakeApi({
      'GET /admin/stats': () => {
        if (fails) throw silence()
        return { success: true, data }
      },
    })
    const { user } = show(
      <>
        <CounterStrip api={api} tab={null} />
        <Again api={api} />
      </>,
    )
    const countAgain = () => user.click(screen.getByRole('button', { name: 'Count again' }))
    expect(await screen.findByText(said)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close this message' }))
    expect(screen.queryByText(said)).toBeNull()
    fails = false
    await countAgain()
    await waitFor(() => expect(screen.getByText('7')).toBeTruthy())
    fails = true
    await countAgain()
    expect(await screen.findByText(said)).toBeTruthy()
  })

  it('falls back to the counts of the user list when the counters fail', async () => {
    const totals: Record<string, number> = { student: 4, teacher: 2, parent: 1, pending: 3 }
    const { api } = fakeApi({
      'GET /admin/stats': () => {
        throw silence()
      },
      'GET /admin/users': ({ query }) => ({
        success: true,
        data: [],
        nextCursor: null,
        total: totals[String(query?.['role'] ?? query?.['status'])] ?? 8,
      }),
    })
    show(<CounterStrip api={api} tab={null} />)
    expect(await screen.findByText(said)).toBeTruthy()
    const shown = screen.getAllByRole('definition').map((each) => each.textContent)
    expect(shown).toEqual(['3', '–', '–', '8', '–', '–'])
  })
})
