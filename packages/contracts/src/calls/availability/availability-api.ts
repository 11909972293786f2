import * as z from 'zod'
import { noticeHours } from '../../rules/lesson-times.ts'
import { day, instant } from '../../rules/schemas.ts'
import { backupPart } from '../admin/backup-api.ts'
import { done, endpoints, ok } from '../endpoint.ts'
import { exportPart } from '../export-api.ts'
import { groupsApi } from './groups-api.ts'
import { periodSchema, periodsApi } from './periods-api.ts'
import { sessionsApi } from './sessions-api.ts'

/** spec §3 Availability slot (read); day 1 is Monday, 6 Saturday. */
const slotSchema = z.object({
  day: z.number().int().min(1).max(6),
  hour: z.number().int().min(8).max(19),
  isAvailable: z.boolean(),
  isLunchBreak: z.boolean(),
  hasConflict: z.boolean(),
})
export type Slot = z.output<typeof slotSchema>

export const availabilityApi = endpoints({
  'POST /superadmin/backups/availability': {
    ...backupPart,
    summary: 'The section of availability in a backup.',
  },
  'GET /me/export/lessons': {
    ...exportPart,
    summary: 'Hours, lessons, progress reports and reviews of the caller.',
  },
  ...sessionsApi,
  ...periodsApi,
  'GET /availability/week': {
    summary:
      'The week of a date (default: today) for the caller’s calendar: hours that are still free, how the week differs from the weekly template, holidays and special hours. A parent has no hours.',
    access: ['student', 'parent', 'teacher'],
    live: ['lesson', 'hours'],
    query: z.strictObject({ date: day.optional() }),
    answer: ok(
      z.object({
        monday: z.iso.date(),
        free: z.array(z.object({ date: day, hour: z.number().int() })),
        /** Hours by which this week differs from the template. */
        exceptions: z.array(
          z.object({ date: day, hour: z.number().int(), kind: z.enum(['added', 'removed']) }),
        ),
        periods: z.array(periodSchema),
      }),
    ),
    problems: [],
  },
  ...groupsApi,
  'GET /availability/teacher': {
    summary: 'The caller’s own grid: 72 cells. `week` 0 (default) is the weekly template, 1–8 that week.',
    access: ['student', 'teacher'],
    live: [],
    query: z.strictObject({ week: z.coerce.number().int().min(0).max(8).default(0) }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(slotSchema),
      savedAt: instant.nullable(),
      weeklyPercentage: z.number().int(),
      /** Of that week; null for the weekly template. */
      monday: z.iso.date().nullable(),
      /** Of a teacher: so many hours ahead lessons are booked and moved at the latest. */
      noticeHours: z.number().int().nullable(),
    }),
    problems: [],
  },
  'PUT /availability/notice': {
    summary: 'How many hours ahead the teacher’s lessons are booked and moved at the latest; 12 by default.',
    access: ['teacher'],
    body: z.strictObject({ hours: z.number().int().min(noticeHours.least).max(noticeHours.most) }),
    answer: done,
    problems: [],
  },
  'GET /availability/alive': {
    summary: 'Answers while the service runs; for the super-admin’s view of the system.',
    access: ['super-admin'],
    audited: 'nothing-personal',
    live: [],
    answer: done,
    problems: [],
  },
  'POST /availability/save': {
    summary: 'Replaces the grid. Lunch hours, hours outside 8–19 and Sundays are refused.',
    access: ['student', 'teacher'],
    body: z.strictObject({
      week_offset: z.number().int().min(0).max(8),
      /** Of the week that the caller changed; `stale-version` when `week_offset` is another week by now. */
      monday: day.optional(),
      availability: z
        .array(
          z.strictObject({
            day_of_week: z.number().int(),
            hour: z.number().int(),
            is_available: z.boolean(),
          }),
        )
        .max(72),
    }),
    answer: ok(
      z.object({
        savedAt: instant,
        weeklyPercentage: z.number().int(),
        /** Removed hours that stay, because a lesson is booked there. */
        kept: z.array(z.object({ day: z.number().int(), hour: z.number().int() })),
      }),
    ),
    problems: ['availability-slot-invalid', 'availability-lunch', 'stale-version'],
  },
})
