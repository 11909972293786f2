import { availabilityApi } from '@darsi/contracts/availability-api.ts'
import { messageText } from '@darsi/contracts/messages.ts'
import { problem } from '@darsi/kit/problem.ts'
import { type Route, route, success } from '@darsi/kit/route.ts'
import { cellsOf, mondayOf, percentageOf, readSelection, type Selection, weekShown } from './grid.ts'
import type { GridStore } from './grid-store.ts'

export function availabilityRoutes(store: GridStore, now: () => Date): readonly Route[] {
  return [
    route(availabilityApi, 'GET /availability/teacher', async ({ identity, query }) => {
      const grid = await store.find(identity.userId)
      const week = weekShown(grid, query.week === 0 ? null : mondayOf(now(), query.week))
      return {
        success: true as const,
        data: cellsOf(week),
        savedAt: week.savedAt?.toISOString() ?? null,
        weeklyPercentage: percentageOf(week.slots),
      }
    }),
    route(availabilityApi, 'POST /availability/save', async ({ identity, body, language }) => {
      const slots = selectable(readSelection(body.availability))
      const at = now()
      const { userId, role } = identity
      await store.save({ userId, role, weekOffset: body.week_offset, slots, at })
      return success(
        { savedAt: at.toISOString(), weeklyPercentage: percentageOf(slots) },
        messageText('availability-saved', language),
      )
    }),
  ]
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
