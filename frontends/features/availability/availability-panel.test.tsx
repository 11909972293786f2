import { ApiError } from '@darsi/client/api/api-error.ts'
import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { refusal } from '@darsi/client/test/refusal.ts'
import { gridSlots, isLunchHour } from '@darsi/contracts/reference/hours.ts'
import { mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { UnsavedGuard } from '@darsi/design/dialogs/unsaved.tsx'
import { weekLabel } from '@darsi/design/i18n/week-label.ts'
import { show } from '@darsi/design/test/render.tsx'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { AvailabilityPanel } from './availability-panel.tsx'

const at = '2026-03-02T13:05:00Z'
/** The Monday of the server’s answer: the week of the page’s clock is another one. */
const loaded = '2026-03-09'
const grid = (free: string[], booked: string[] = []) =>
  gridSlots.map(({ day, hour }) => ({
    day,
    hour,
    isAvailable: free.includes(`${day}-${hour}`),
    isLunchBreak: isLunchHour(hour),
    hasConflict: booked.includes(`${day}-${hour}`),
  }))

function open(
  save: () => unknown = () => ({ success: true, data: { savedAt: at, weeklyPercentage: 2, kept: [] } }),
) {
  const server = fakeApi({
    'GET /availability/teacher': ({ query }) => ({
      success: true,
      data: query?.['week'] === 0 ? grid(['1-9'], ['1-9']) : grid(['2-10']),
      savedAt: null,
      weeklyPercentage: 2,
      monday: query?.['week'] === 0 ? null : loaded,
    }),
    'POST /availability/save': save,
  })
  const shown = show(
    <UnsavedGuard>
      <AvailabilityPanel api={server.api} />
    </UnsavedGuard>,
  )
  return { ...server, ...shown }
}
const nextWeek = `Only ${weekLabel(mondayOf(new Date(), 1), 'en')}`
const choose = (user: ReturnType<typeof open>['user'], week: string) =>
  user.selectOptions(screen.getByLabelText('Week'), week)

describe('the caller’s own weeks', () => {
  it('are the repeating week and the next eight weeks with their dates', async () => {
    open()
    await screen.findByLabelText(/^Monday 9:00/)
    expect(screen.getByLabelText('Week').querySelectorAll('option')).toHaveLength(9)
    expect(screen.getByRole('option', { name: nextWeek })).toBeTruthy()
  })

  it('show hours with a booked lesson and do not let them be changed', async () => {
    const { user } = open()
    await user.click(await screen.findByLabelText(/^Monday 9:00–10:00, lesson booked$/))
    expect(screen.getByText('A lesson is booked at this hour, so it cannot be removed')).toBeTruthy()
  })

  it('save an exception for one week only', async () => {
    const { user, asked } = open()
    await screen.findByLabelText(/^Monday 9:00/)
    await choose(user, nextWeek)
    await user.click(await screen.findByLabelText(/^Tuesday 11:00/))
    await user.click(screen.getByRole('button', { name: 'Save availability' }))
    await screen.findByText(/^Saved at/)
    expect(asked('POST /availability/save')[0]?.body).toEqual({
      week_offset: 1,
      monday: loaded,
      availability: [
        { day_of_week: 2, hour: 10, is_available: true },
        { day_of_week: 2, hour: 11, is_available: true },
      ],
    })
  })

  it('keep the week that was loaded when a new week begins', async () => {
    const { user, asked } = open(() => {
      throw refusal({ status: 409, code: 'STALE_VERSION', message: 'x' })
    })
    await screen.findByLabelText(/^Monday 9:00/)
    await choose(user, nextWeek)
    await user.click(await screen.findByLabelText(/^Tuesday 11:00/))
    expect(screen.getByRole('grid', { name: `Only ${weekLabel(loaded, 'en')}` })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save availability' }))
    expect(await screen.findByText(/^A new week has begun/)).toBeTruthy()
    expect(asked('POST /availability/save')[0]?.body).toMatchObject({ week_offset: 1, monday: loaded })
  })

  it('ask before another week replaces unsaved hours', async () => {
    const { user } = open()
    await user.click(await screen.findByLabelText(/^Tuesday 11:00/))
    await choose(user, nextWeek)
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    expect(screen.getByLabelText(/^Tuesday 11:00–12:00, available$/)).toBeTruthy()
    await choose(user, nextWeek)
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(screen.getByLabelText(/^Tuesday 10:00–11:00, available$/)).toBeTruthy())
  })

  it('restore an hour that was booked after the grid was loaded', async () => {
    const { user } = open(() => ({
      success: true,
      data: { savedAt: at, weeklyPercentage: 2, kept: [{ day: 2, hour: 10 }] },
    }))
    await screen.findByLabelText(/^Monday 9:00/)
    await choose(user, nextWeek)
    await user.click(await screen.findByLabelText(/^Tuesday 10:00/))
    await user.click(screen.getByRole('button', { name: 'Save availability' }))
    expect(await screen.findByLabelText(/^Tuesday 10:00–11:00, lesson booked$/)).toBeTruthy()
    expect(screen.getByText('A lesson was booked meanwhile: its hour is kept')).toBeTruthy()
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('keep unsaved hours when saving fails, with the specification’s text', async () => {
    const { user } = open(() => {
      throw new ApiError({
        status: 503,
        code: null,
        message: 'x',
        errors: [],
        retryAfter: null,
        requestId: null,
        body: null,
      })
    })
    await user.click(await screen.findByLabelText(/^Tuesday 11:00/))
    await user.click(screen.getByRole('button', { name: 'Save availability' }))
    expect(await screen.findByText('Failed to save availability. Please try again.')).toBeTruthy()
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
  })
})
