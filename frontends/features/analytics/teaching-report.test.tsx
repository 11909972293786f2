import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, within } from '@testing-library/react'
import { TeachingReportCard } from './public.ts'

const figures = { learners: 12, minors: null, teachers: 5, lessons: 40, hours: 52.5 }
const answer = {
  'GET /superadmin/analytics/report': ({ query }: { query?: object }) => ({
    success: true as const,
    data: {
      ...{ from: '2026-01-01', to: '2026-03-31', rows: 'governorate' as const, ...query },
      entries: [
        { key: '17', population: 439_243, figures },
        { key: '18', population: 429_912, figures: null },
      ],
      total: figures,
    },
  }),
}
beforeEach(() => history.replaceState(null, '', '/super-admin/dashboard'))

describe('the report of what was taught', () => {
  it('names each governorate with its inhabitants, and hides what is about fewer than five', async () => {
    const { api } = fakeApi(answer)
    show(<TeachingReportCard api={api} />)
    const kasserine = within(await screen.findByRole('row', { name: /Kasserine/ }))
    expect(kasserine.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      ...['Learners12', 'Of them minorsfewer than 5', 'Teachers5', 'Lessons40', 'Hours52.5'],
      'Inhabitants (2014)439,243',
    ])
    const hidden = within(screen.getByRole('row', { name: /Sidi Bouzid/ }))
    expect(hidden.getAllByText('fewer than 5')).toHaveLength(5)
    expect(screen.getByRole('row', { name: /Total/ })).toBeTruthy()
  })

  it('asks for the days that were chosen, and for none that are in the wrong order', async () => {
    const { api, asked } = fakeApi(answer)
    show(<TeachingReportCard api={api} />)
    await screen.findByRole('row', { name: /Kasserine/ })
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-05' } })
    await screen.findByRole('row', { name: /Kasserine/ })
    expect(asked('GET /superadmin/analytics/report').at(-1)).toMatchObject({ query: { from: '2026-01-05' } })
    const calls = asked('GET /superadmin/analytics/report').length
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2025-12-31' } })
    expect(await screen.findByText(/Choose two days in order/)).toBeTruthy()
    expect(asked('GET /superadmin/analytics/report')).toHaveLength(calls)
  })
})
