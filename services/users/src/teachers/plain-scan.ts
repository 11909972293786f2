import { fitting, reasonsOf, type TeacherQuery } from './match.ts'
import { compareStanding, hashOf, rankKey, takeTurns } from './order.ts'
import { isNew, type Teacher } from './teacher.ts'

/**
 * The search said in the plainest way: look at everybody, keep who fits, sort, let new ones have their turns.
 * The index must answer exactly this; tests and the benchmark compare.
 */
export function plainScan(teachers: Iterable<Teacher>, query: TeacherQuery): Teacher[] {
  const found = [...teachers]
    .filter(fitting(query))
    .map((teacher) => {
      const score = reasonsOf(teacher, query).reduce((sum, { points }) => sum + points, 0)
      return { teacher, id: teacher.id, key: rankKey(score, hashOf(teacher.id), query.today) }
    })
    .sort(compareStanding)
  const fresh = found.filter(({ teacher }) => isNew(teacher, query.today))
  const established = found.filter(({ teacher }) => !isNew(teacher, query.today))
  return takeTurns(established, fresh, { before: 0, limit: found.length }).map(({ teacher }) => teacher)
}
