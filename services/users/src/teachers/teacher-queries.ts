import type { OnlineAmong } from '@darsi/kit/identity/presence.ts'
import type { Collection } from '@darsi/kit/mongo/collection.ts'
import type { TeacherIndex } from './index/teacher-index.ts'
import type { Teacher } from './teacher.ts'
import { listedTeacher, type TeacherDocument } from './teacher-document.ts'

/** With what the index does not hold. */
export type ListedTeacher = Teacher & { isOnline: boolean }
export type TeacherQueries = ReturnType<typeof createTeacherQueries>

export function createTeacherQueries(
  teachers: Collection<TeacherDocument>,
  index: Pick<TeacherIndex, 'ratingOf'>,
  onlineAmong: OnlineAmong,
) {
  return {
    /** The id of the teacher whose public page has this slug now. */
    idOfPage: async (slug: string): Promise<string | null> =>
      slug === '' ? null : ((await teachers.findOne({ 'profile.slug': slug, isPublic: true }))?._id ?? null),

    /** In the order of `ids`, without teachers who are not listed any more. */
    listed: async (ids: readonly string[]): Promise<ListedTeacher[]> => {
      if (ids.length === 0) return []
      // excluded: one answer or rating per pupil; the index has the totals
      const projection = { src: 0, answers: 0, ratings: 0, taught: 0 }
      const [rows, online] = await Promise.all([
        teachers.find({ _id: { $in: [...ids] } }, { projection }).toArray(),
        onlineAmong(ids),
      ])
      const byId = new Map(rows.map((document) => [document._id, document]))
      return ids.flatMap((id) => {
        const document = byId.get(id)
        const teacher = document && listedTeacher(document)
        const rating = index.ratingOf(id)
        const isOnline = teacher?.showsOnline === true && online.has(id)
        return teacher && rating ? [{ ...teacher, ...rating, isOnline }] : []
      })
    },
  }
}
