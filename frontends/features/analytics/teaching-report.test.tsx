import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { show } from '@darsi/design/test/render.tsx'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
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
afterEach(() => void jest.restoreAllMocks())
beforeEach(() => history.replaceState(null, '', '/super-admin/dashboard'))

/** jsdom's blobs cannot be read as text. */
const textOf = (content: Blob | undefined): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    if (content) reader.readAsText(content)
  })

describe('the report of what was taught', () => {
  it('names each governorate with its inhabitants, and hides what is about fewer than five', async () => {
    const { api } = fakeApi(answer)
    show(<TeachingReportCard api={api} />)
    const kasserine = within(await screen.findByRole('row', { name: /Kasserine/ }))
    expect(kasserine.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      ...['Students12', 'Of them minorsfewer than 5', 'Teachers5', 'Lessons40', 'Hours52.5'],
      'Inhabitants (2014)439,243',
    ])
    const hidden = within(screen.getByRole('row', { name: /Sidi Bouzid/ }))
    expect(hidden.getAllByText('fewer than 5')).toHaveLength(5)
    expect(screen.getByRole('row', { name: /Total/ })).toBeTruthy()
  })

  it('is saved with its days, filters, notes and total, because a part must not look like the whole', async () => {
    history.replaceState(null, '', '?level=primary&subject=french&place=17')
    const saved: Blob[] = []
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    URL.createObjectURL = (content) => {
      if (content instanceof Blob) saved.push(content)
      return 'blob:report'
    }
    const { user } = show(<TeachingReportCard api={fakeApi(answer).api} />)
    const caption = /^Lessons from .* to .* · Governorate: Kasserine · Level: Primary · Subject: French$/
    expect((await screen.findByText(caption)).tagName).toBe('CAPTION')
    await user.click(screen.getByRole('button', { name: /Export CSV/ }))
    const lines = (await textOf(saved[0])).trim().split('\r\n')
    expect(lines[0]).toMatch(/Lessons from .* · Governorate: Kasserine · Level: Primary · Subject: French/)
    expect(lines[1]).toContain('Each lesson is counted in the governorate of its teacher')
    expect(lines.slice(3)).toEqual([
      'Governorate,Students,Of them minors,Teachers,Lessons,Hours,Inhabitants (2014)',
      ...['Kasserine,12,,5,40,52.5,439243', 'Sidi Bouzid,,,,,,429912', 'Total,12,,5,40,52.5,'],
    ])
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
