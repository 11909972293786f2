import { availabilityApi } from '@darsi/contracts/availability-api.ts'
import { dayName, hourLabel, isTeachingDay } from '@darsi/contracts/hours.ts'
import { type Language, localeOf } from '@darsi/contracts/languages.ts'
import { messageText } from '@darsi/contracts/messages.ts'
import { mondayOf } from '@darsi/contracts/tunis-time.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/route.ts'
import {
  cellsOf,
  keepBooked,
  percentageOf,
  readSelection,
  type Selection,
  type SlotCode,
  slotOf,
  weekShown,
} from './grid.ts'
import type { GridStore } from './grid-store.ts'
import { bookedCells } from './sessions/free-hours.ts'
import type { Sessions } from './sessions/sessions.ts'

type Parts = { store: GridStore; sessions: Pick<Sessions, 'lessons' | 'now'>; now: () => Date }

export function availabilityRoutes({ store, sessions, now }: Parts): readonly Route[] {
  const mondayFor = (week: number) => (week === 0 ? null : mondayOf(now(), week))

  return [
    route(availabilityApi, 'GET /availability/teacher', async ({ identity, query }) => {
      const grid = await store.find(identity.userId)
      const monday = mondayFor(query.week)
      const week = weekShown(grid, monday)
      const booked = await bookedCells(sessions, { ...identity, grid, monday })
      return {
        success: true as const,
        data: cellsOf(week, booked),
        savedAt: week.savedAt?.toISOString() ?? null,
        weeklyPercentage: percentageOf(week.slots),
      }
    }),
    route(availabilityApi, 'GET /availability/alive', async () => succeeded()),
    route(availabilityApi, 'POST /availability/save', async ({ identity, body, language }) => {
      const chosen = selectable(readSelection(body.availability))
      const at = now()
      const { userId, role } = identity
      const grid = await store.find(userId)
      const monday = mondayFor(body.week_offset)
      const booked = await bookedCells(sessions, { userId, role, grid, monday })
      const { slots, kept } = keepBooked(weekShown(grid, monday), chosen, booked)
      await store.save({ userId, role, weekOffset: body.week_offset, slots, at })
      const data = {
        savedAt: at.toISOString(),
        weeklyPercentage: percentageOf(slots),
        kept: kept.map(slotOf),
      }
      return success(data, savedText(kept, language))
    }),
  ]
}

function savedText(kept: readonly SlotCode[], language: Language): string {
  if (kept.length === 0) return messageText('availability-saved', language)
  const names = kept
    .map(slotOf)
    .flatMap(({ day, hour }) => (isTeachingDay(day) ? [`${dayName(day, language)} ${hourLabel(hour)}`] : []))
  const hours = new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(names)
  return messageText('availability-kept', language, { hours })
}

/** @throws Problem naming every slot that cannot be offered; the first one's text is shown */
function selectable(selection: Selection): readonly number[] {
  if ('slots' in selection) return selection.slots
  const errors = selection.refused.map(({ index, reason }) => ({
    path: `availability.${index}`,
    slug: `availability-${reason}` as const,
  }))
  throw problem(errors[0]?.slug ?? 'availability-slot-invalid', { errors })
}
