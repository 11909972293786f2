import type { TeacherCard } from '@darsi/contracts/calls/users/teachers-api.ts'
import { slotOf } from '@darsi/contracts/reference/hours.ts'
import { distanceKm } from '@darsi/contracts/reference/places/location.ts'
import { isReachable, reasonsOf, type TeacherQuery } from './match.ts'
import type { Seeking } from './seeker-cache.ts'
import { isNew, shownRating } from './teacher.ts'
import type { ListedTeacher } from './teacher-queries.ts'
import { sharedHours } from './week.ts'

/** The public fields of a listed teacher: no phone, address or e-mail. */
export function cardOf(
  teacher: ListedTeacher,
  { filters, today }: Pick<TeacherQuery, 'filters' | 'today'>,
  { seeker, favorites }: Seeking,
): TeacherCard {
  const reasons = reasonsOf(teacher, { filters, seeker, today })
  const {
    slots,
    approvedDay: _approved,
    showsOnline: _online,
    pageSlug: _page,
    subjects,
    levels,
    sections,
    languages,
    sessionTypes,
    checks,
    ...visible
  } = teacher
  return {
    ...visible,
    subjects: [...subjects],
    levels: [...levels],
    sections: [...sections],
    languages: [...languages],
    sessionTypes: [...sessionTypes],
    checks: checks.map(({ kind, at }) => ({ kind, at: at.toISOString() })),
    rating: shownRating(teacher),
    offeredHours: slots.length,
    freeDays: [...new Set(slots.map((slot) => slotOf(slot).day))].toSorted(),
    isNew: isNew(teacher, today),
    reachable: isReachable(teacher, { filters, seeker }),
    favourite: favorites.has(teacher.id),
    distanceKm: distanceKm(seeker, teacher),
    sharedHours: seeker.slots && sharedHours(seeker.slots, slots),
    score: reasons.reduce((sum, { points }) => sum + points, 0),
    reasons,
  }
}
