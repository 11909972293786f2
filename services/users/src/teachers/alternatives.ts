import type { TeacherSubject } from '@darsi/contracts/reference/subjects.ts'
import type { FreshIndex } from './index/fresh-index.ts'
import { fromTheTop, searchTeachers } from './index/search.ts'
import { isReachable } from './match.ts'
import type { SeekerCache } from './seeker-cache.ts'
import { dayOf } from './teacher.ts'
import type { ListedTeacher, TeacherQueries } from './teacher-queries.ts'

type Parts = {
  teacherIndex: FreshIndex
  teacherQueries: TeacherQueries
  seekers: SeekerCache
  now: () => Date
}
type Request = { requesterId: string; teacherId: string; subject: TeacherSubject }
export type Alternatives = (request: Request) => Promise<ListedTeacher[]>

const wanted = 3

/** Teachers of the same subject who can be reached and have a free place, the best matches first. */
export const createAlternatives =
  ({ teacherIndex, teacherQueries, seekers, now }: Parts): Alternatives =>
  async ({ requesterId, teacherId, subject }) => {
    if (!teacherIndex.isLoaded()) return []
    const { seeker } = await seekers.of(requesterId)
    const query = { filters: { subject }, seeker, today: dayOf(now()) }
    // one more: the teacher of the request is left out
    const { ids } = searchTeachers(teacherIndex.index, query, { limit: wanted + 1, after: fromTheTop })
    const found = await teacherQueries.listed(ids.filter((id) => id !== teacherId))
    return found.filter((teacher) => !teacher.full && isReachable(teacher, query)).slice(0, wanted)
  }
