import { distanceKm } from '@darsi/contracts/location.ts'
import type { TeacherCard } from '@darsi/contracts/teachers-api.ts'
import { reasonsOf, type TeacherQuery } from './match.ts'
import type { Seeking } from './seekers.ts'
import { isNew, shownRating, type Teacher } from './teacher.ts'
import { sharedHours } from './week.ts'

/** What anyone who is signed in may see of a listed teacher: no phone, no address, no e-mail. */
export function cardOf(
  teacher: Teacher,
  { filters, today }: Pick<TeacherQuery, 'filters' | 'today'>,
  { seeker, favorites }: Seeking,
): TeacherCard {
  const reasons = reasonsOf(teacher, { filters, seeker, today })
  const { slots, approvedDay: _, subjects, levels, languages, sessionTypes, ...shown } = teacher
  return {
    ...shown,
    subjects: [...subjects],
    levels: [...levels],
    languages: [...languages],
    sessionTypes: [...sessionTypes],
    rating: shownRating(teacher),
    offeredHours: slots.length,
    isNew: isNew(teacher, today),
    favourite: favorites.has(teacher.id),
    distanceKm: distanceKm(seeker, teacher),
    sharedHours: seeker.slots && sharedHours(seeker.slots, slots),
    score: reasons.reduce((sum, { points }) => sum + points, 0),
    reasons,
  }
}
