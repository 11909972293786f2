import { fakeApi } from '@darsi/client/test/fake-api.ts'
import { asWideScreen } from '@darsi/client/test/wide-screen.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { addDays, instantOf, mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { ToastRegion } from '@darsi/design/dialogs/toast.tsx'
import { show } from '@darsi/design/test/render.tsx'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { exampleLesson } from '../example-lesson.ts'
import type { Lesson } from '../lesson.ts'
import { LessonsPanel } from '../lessons-panel.tsx'

// next week, so that no hour has begun
const monday = mondayOf(new Date(), 1)
const tuesday = addDays(monday, 1)
const names = { en: 'Youth Day', fr: 'Fête de la jeunesse', ar: 'عيد الشباب' }
const holiday = {
  ...{
    id: 'p',
    kind: 'holiday' as const,
    names,
    from: addDays(monday, 2),
    to: addDays(monday, 2),
    hours: null,
  },
}
const lesson = (more: Partial<Lesson> = {}) =>
  exampleLesson({
    ...{ date: tuesday, hour: 16, canReschedule: true },
    startsAt: instantOf(tuesday, 16).toISOString(),
    endsAt: instantOf(tuesday, 17).toISOString(),
    ...more,
  })

/** The free hours of another teacher than `t` are never answered. */
function open(given: Partial<Lesson> = {}, language: Language = 'en', others: readonly Lesson[] = []) {
  history.replaceState(null, '', `?layout=week&week=${monday}`)
  const shown = lesson(given)
  const server = fakeApi({
    'GET /sessions': () => ({ success: true, data: [shown, ...others], nextCursor: null, total: 1 }),
    'GET /availability/week': ({ query }: { query?: { date?: string } }) => ({
      success: true,
      data: {
        monday: query?.date ?? monday,
        free: [{ date: tuesday, hour: 9 }],
        exceptions: [],
        periods: [holiday],
      },
    }),
    'GET /availability/teachers/:id': ({ params }) => {
      const data = { week: 1, monday, periods: [holiday], free: [{ date: tuesday, hour: 17, shared: false }] }
      return params?.['id'] === 't' ? { success: true, data } : new Promise(() => {})
    },
    'POST /sessions/:id/reschedule': () => ({ success: true, data: shown }),
  })
  const page = show(
    <ToastRegion>
      <LessonsPanel api={server.api} viewer="student" />
    </ToastRegion>,
    language,
  )
  return { ...server, ...page }
}
const block = () => screen.findByRole('link', { name: /^16:00.*17:00.*Sami Trabelsi/ })
const said = () => screen.getByRole('status').textContent

describe('the calendar of a week', () => {
  beforeEach(asWideScreen)

  it('asks for the lessons of the week in the address, and says what is free and closed', async () => {
    const { asked } = open()
    expect((await block()).textContent).toContain('Upcoming')
    expect(asked('GET /sessions')[0]?.query).toEqual({ week: monday, limit: 100 })
    expect(screen.getByText(/Youth Day\. No hours are offered/)).toBeTruthy()
    expect(screen.getByText('Free: 9:00–10:00')).toBeTruthy()
  })

  it('moves a lesson by keys: only a free hour asks, and every other one says why not', async () => {
    const { user, asked } = open()
    ;(await block()).focus()
    await user.keyboard('m')
    expect(document.activeElement?.getAttribute('role')).toBe('application')
    await user.keyboard('{ArrowRight}')
    expect(said()).toContain('Youth Day, no lessons at this hour')
    await user.keyboard('{Enter}')
    expect(said()).toBe('Not possible: Youth Day, no lessons at this hour.')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{ArrowLeft}{ArrowDown}')
    expect(said()).toMatch(/Tuesday .*17:00–18:00: free/)
    await user.keyboard('{Enter}')
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('The other person is informed at once.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Move' }))
    expect(asked('POST /sessions/:id/reschedule')[0]?.body).toEqual({ date: tuesday, hour: 17 })
    expect(await screen.findByText('The lesson is moved')).toBeTruthy()
  })

  it('does not offer the hours of one teacher for a lesson of another', async () => {
    const other = lesson({ id: 'l2', hour: 11, teacher: { id: 't2', name: 'Leila Gharbi' } })
    const { user } = open({}, 'en', [other])
    ;(await block()).focus()
    await user.keyboard('m{ArrowDown}')
    expect(said()).toMatch(/17:00–18:00: free/)
    await user.keyboard('{Escape}')
    screen.getByRole('link', { name: /Leila Gharbi/ }).focus()
    await user.keyboard(`m${'{ArrowDown}'.repeat(6)}`)
    expect(said()).toContain('17:00–18:00: free hours are being loaded')
  })

  it('says before it is sent that a guardian has to agree', async () => {
    const { user } = open({ moveNeedsAnswer: true })
    ;(await block()).focus()
    await user.keyboard('m{ArrowDown}{Enter}')
    expect(within(screen.getByRole('dialog')).getByText(/A parent or guardian is asked first/)).toBeTruthy()
  })

  it('goes to the next day with the left arrow in Arabic', async () => {
    const { user } = open({}, 'ar')
    ;(await screen.findByRole('link', { name: /^16:00.*17:00/ })).focus()
    await user.keyboard('m{ArrowLeft}')
    expect(said()).toContain('عيد الشباب')
  })

  it('leaves the lesson where it is after Escape, with the focus on it', async () => {
    const { user, asked } = open()
    ;(await block()).focus()
    await user.keyboard('m{ArrowDown}{Escape}')
    expect(said()).toBe('The lesson was not moved.')
    expect(document.activeElement).toBe(await block())
    expect(asked('POST /sessions/:id/reschedule')).toEqual([])
  })

  it('does not move a lesson that the rules keep', async () => {
    const { user } = open({ canReschedule: false })
    ;(await block()).focus()
    await user.keyboard('m')
    expect(screen.queryByRole('application')).toBeNull()
  })

  it('opens the card of a lesson with its actions', async () => {
    const { user } = open({ canCancel: true })
    const link = await block()
    const search = new URL(link.getAttribute('href') ?? '', location.href).search
    await user.click(link)
    expect(location.search).toBe(search)
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: /^Cancel lesson/ })).toBeTruthy()
  })

  it('steps through the weeks in the address, and the list is one press away', async () => {
    const { user } = open()
    await block()
    await user.click(screen.getByRole('button', { name: 'Next week' }))
    expect(location.search).toContain(`week=${addDays(monday, 7)}`)
    await user.click(screen.getByRole('button', { name: 'Today' }))
    expect(location.search).not.toContain('week=2')
    // today has none, and a line that counts zero is left out
    expect(screen.queryByText(/left today/)).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'List' }))
    expect(await screen.findByRole('radio', { name: 'Completed' })).toBeTruthy()
  })
})
