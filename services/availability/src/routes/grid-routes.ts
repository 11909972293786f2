import { availabilityApi } from '@darsi/contracts/calls/availability/availability-api.ts'
import { sessionsApi } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { dayName, hourLabel, isTeachingDay, slotOf } from '@darsi/contracts/reference/hours.ts'
import { listOf } from '@darsi/contracts/reference/i18n/lists.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { hourMs, mondayOf, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { messageText } from '@darsi/contracts/texts/messages.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Route, route, succeeded, success } from '@darsi/kit/http/route.ts'
import {
  cellsOf,
  keepBooked,
  noticeMsOf,
  percentageOf,
  readSelection,
  type Selection,
  type SlotCode,
  weekOf,
} from '../grid/grid.ts'
import type { GridStore } from '../grid/grid-store.ts'
import { bookedCells, freeHours, type HoursParts } from '../views/free-hours.ts'
import { ownWeek } from '../views/own-week.ts'

type Parts = Omit<HoursParts, 'grids'> & { grids: GridStore }

export function gridRoutes(parts: Parts): readonly Route[] {
  const { grids, now } = parts
  const mondayFor = (week: number, at: Date) => (week === 0 ? null : mondayOf(at, week))

  return [
    route(availabilityApi, 'GET /availability/teacher', async ({ identity, query }) => {
      const grid = await grids.find(identity.userId)
      const monday = mondayFor(query.week, now())
      const week = weekOf(grid, monday)
      const booked = await bookedCells(parts, { ...identity, grid, monday })
      return {
        success: true as const,
        data: cellsOf(week, booked),
        savedAt: week.savedAt?.toISOString() ?? null,
        weeklyPercentage: percentageOf(week.slots),
        monday,
        noticeHours: identity.role === 'teacher' ? noticeMsOf(grid) / hourMs : null,
      }
    }),
    route(availabilityApi, 'PUT /availability/notice', async ({ identity, body }) => {
      await grids.setNotice(identity.userId, body.hours)
      return succeeded()
    }),
    route(availabilityApi, 'GET /availability/week', async ({ identity, query }) =>
      success(await ownWeek(parts, { ...identity, date: query.date ?? tunisDay(now()) })),
    ),
    route(sessionsApi, 'GET /availability/teachers/:id', async ({ identity, params, query }) =>
      success(await freeHours(parts, { teacherId: params.id, callerId: identity.userId, ...query })),
    ),
    route(availabilityApi, 'GET /availability/alive', async () => succeeded()),
    route(availabilityApi, 'POST /availability/save', async ({ identity, body, language }) => {
      const selected = slotsOf(readSelection(body.availability))
      const at = now()
      const { userId, role } = identity
      const grid = await grids.find(userId)
      const monday = mondayFor(body.week_offset, at)
      if (body.monday !== undefined && body.monday !== monday) throw problem('stale-version')
      const booked = await bookedCells(parts, { userId, role, grid, monday })
      const { slots, kept } = keepBooked(weekOf(grid, monday), selected, booked)
      await grids.save({ userId, role, weekOffset: body.week_offset, slots, at })
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
  const hours = listOf(names, language)
  return messageText('availability-kept', language, { hours })
}

/** @throws Problem that names every slot which cannot be offered, with the text of the first one */
function slotsOf(selection: Selection): readonly SlotCode[] {
  if ('slots' in selection) return selection.slots
  const errors = selection.refused.map(({ index, reason }) => ({
    path: `availability.${index}`,
    slug: `availability-${reason}` as const,
  }))
  throw problem(errors[0]?.slug ?? 'availability-slot-invalid', { errors })
}
