import {
  type PublicTeacher,
  publicPageSize,
  publicPages,
  type TeacherFilters,
} from '@darsi/contracts/calls/users/teachers-api.ts'
import { slotOf } from '@darsi/contracts/reference/hours.ts'
import { fromTheTop, searchTeachers } from './index/search.ts'
import type { TeacherIndex } from './index/teacher-index.ts'
import { type Seeker, shownRating } from './teacher.ts'
import type { ListedTeacher, TeacherQueries } from './teacher-queries.ts'

/** Nothing is known of a visitor. */
const nobody: Seeker = { governorateId: null, delegationId: null, slots: null, subjects: [], levels: [] }

type Parts = { index: TeacherIndex; teacherQueries: TeacherQueries; today: number }

/** One page of the teachers who agreed to be found by visitors; pages after the last allowed one do not exist. */
export async function findPublicTeachers(
  { index, teacherQueries, today }: Parts,
  { page, ...filters }: TeacherFilters & { page: number },
) {
  const query = { filters, seeker: nobody, today, visitor: true as const }
  const { ids, total } = searchTeachers(index, query, { limit: page * publicPageSize, after: fromTheTop })
  const teachers = await teacherQueries.listed(ids.slice((page - 1) * publicPageSize))
  return {
    success: true as const,
    data: teachers.flatMap(publicTeacher),
    total,
    pages: Math.min(publicPages, Math.ceil(total / publicPageSize)),
  }
}

function publicTeacher(teacher: ListedTeacher): PublicTeacher[] {
  // the index may hear of a switched-off page a moment later than the database
  if (teacher.pageSlug === null) return []
  return [
    {
      slug: teacher.pageSlug,
      name: teacher.name,
      hasPhoto: teacher.photo !== null,
      governorateId: teacher.governorateId,
      delegationId: teacher.delegationId,
      subjects: [...teacher.subjects],
      otherLanguage: teacher.otherLanguage,
      otherSubjects: teacher.otherSubjects,
      levels: [...teacher.levels],
      sessionTypes: [...teacher.sessionTypes],
      hourlyRate: teacher.hourlyRate,
      rating: shownRating(teacher),
      reviewCount: teacher.reviewCount,
      freeDays: [...new Set(teacher.slots.map((slot) => slotOf(slot).day))].toSorted(),
    },
  ]
}
