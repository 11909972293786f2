import { fitting, isReachable, reasonsOf, type TeacherQuery, tierPoints } from '../match.ts'
import { compareStanding, fnv1a, rankKey, takeTurns } from '../order.ts'
import { isNew, type Teacher } from '../teacher.ts'

/**
 * The simplest form of the search: check every teacher, filter, sort, insert new ones. The index must return exactly
 * the same; tests and the benchmark compare both.
 */
export function plainScan(teachers: Iterable<Teacher>, query: TeacherQuery): Teacher[] {
  const found = [...teachers]
    .filter(fitting(query))
    .map((teacher) => {
      const { id, full } = teacher
      const reachable = isReachable(teacher, query)
      const score = reasonsOf(teacher, query).reduce((sum, { points }) => sum + points, 0)
      const key = rankKey(tierPoints({ full, reachable }) + score, fnv1a(id), query.today)
      return { teacher, id, key, isFresh: isNew(teacher, query.today) && reachable && !full }
    })
    .sort(compareStanding)
  const fresh = found.filter(({ isFresh }) => isFresh)
  const established = found.filter(({ isFresh }) => !isFresh)
  return takeTurns(established, fresh, { before: 0, limit: found.length }).map(({ teacher }) => teacher)
}
