import { problem } from '@darsi/kit/http/problem.ts'
import type { Filter } from '@darsi/kit/mongo/collection.ts'
import type { GroupDocument, Groups } from './group-store.ts'

export type GroupQueries = ReturnType<typeof createGroupQueries>

const listLimit = 100
const batch = 200

export function createGroupQueries(groups: Groups, now: () => Date) {
  const many = (filter: Filter<GroupDocument>, limit = batch) =>
    groups.find(filter, { sort: { startsAt: 1 }, limit }).toArray()
  const find = (_id: string): Promise<GroupDocument | null> => groups.findOne({ _id })

  return {
    find,
    /** @throws problem 404 for everybody but its teacher */
    ofTeacher: async (id: string, teacherId: string): Promise<GroupDocument> => {
      const group = await find(id)
      if (group?.teacherId !== teacherId) throw problem('not-found')
      return group
    },
    /** Those that are ahead and not cancelled. */
    openOf: (teacherIds: readonly string[]) =>
      many({ teacherId: { $in: [...teacherIds] }, status: 'open', startsAt: { $gt: now() } }, listLimit),
    /** All of them, however many there are. */
    eachOpenOf: (teacherId: string): AsyncIterable<GroupDocument> =>
      groups.find({ teacherId, status: 'open', startsAt: { $gt: now() } }),
    /** The group hours of a teacher that take place between two moments. */
    between: (teacherId: string, from: Date, to: Date) =>
      many({ teacherId, status: 'open', startsAt: { $gte: from, $lt: to } }),
    due: () => many({ dueAt: { $lte: now() } }),
    closing: () => many({ closingAt: { $type: 'date' } }),
  }
}
