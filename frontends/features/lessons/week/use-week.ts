import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { anyText, usePlace } from '@darsi/client/place/use-place.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { mondayOf, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import type { Lesson } from '../lesson.ts'
import { daysOfWeek, mondayIn } from './week-layout.ts'

const place = { week: anyText(), child: anyText() }

/** A week has at most 60 lessons of a teacher, and some that were cancelled. */
const limit = 100

/** The week in the address: its lessons, the caller's free hours, exceptions and holidays. */
export function useWeek(api: ApiClient) {
  const [{ week, child: childId }, { set }] = usePlace(place)
  const now = useNow()
  const today = tunisDay(new Date(now))
  const monday = mondayIn(week, today)
  const lessons = useCall(api, 'GET /sessions', {
    query: { week: monday, limit, ...(childId !== '' && { childId }) },
  })
  const own = useCall(api, 'GET /availability/week', { query: { date: monday } })
  const days = daysOfWeek(monday)
  return {
    ...{ now, today, monday, days, childId },
    error: lessons.error ?? own.error,
    loading: lessons.loading || own.loading,
    reload: () => {
      lessons.reload()
      own.reload()
    },
    // while another week is loaded, the answer is still that of the week before
    lessons: (lessons.data?.data ?? []).filter(({ date }) => days.includes(date)),
    own: own.data?.data.monday === monday ? own.data.data : null,
    isCurrent: monday === mondayIn('', today),
    setWeek: (date: string) => set({ week: mondayIn(date, today) === mondayIn('', today) ? '' : date }),
    setChild: (child: string) => set({ child }),
  }
}
export type Week = ReturnType<typeof useWeek>

/** The hours that the teacher of a lesson still offers in a week; null while they are loaded. */
export function useOffered(api: ApiClient, lesson: Lesson | null, { monday, now }: Week) {
  const weeksOn = Math.round(
    (Date.parse(monday) - Date.parse(mondayOf(new Date(now)))) / (7 * 24 * 3_600_000),
  )
  const isKnown = weeksOn >= 0 && weeksOn <= lastWeek
  const hours = useCall(api, 'GET /availability/teachers/:id', {
    params: { id: lesson?.teacher.id ?? '' },
    query: { week: Math.min(Math.max(weeksOn, 0), lastWeek), connectionId: lesson?.connectionId },
    enabled: lesson !== null && isKnown,
  })
  if (!isKnown) return { free: [], periods: [] }
  // the placeholder may be the hours of another teacher in the same week
  const answer = hours.isPlaceholder ? undefined : hours.data?.data
  return answer?.monday === monday ? answer : { free: null, periods: [] }
}

/** Hours are shown and booked eight weeks ahead. */
export const lastWeek = 8
