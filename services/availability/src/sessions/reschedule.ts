import { randomUUID } from 'node:crypto'
import { instantOf } from '@darsi/contracts/tunis-time.ts'
import { problem } from '@darsi/kit/problem.ts'
import { refusalProblem, refuseSlot } from './book.ts'
import type { Lesson } from './lesson.ts'
import { mayChange } from './moves.ts'
import { learnerOf } from './parties.ts'
import { wishRefusal } from './rules.ts'
import type { Sessions } from './sessions.ts'

type Parts = Pick<Sessions, 'grids' | 'bookings' | 'parties' | 'now'>

/** Moves a lesson to another offered hour. @throws problems of the contract */
export async function reschedule(
  { grids, bookings, parties, now }: Parts,
  lesson: Lesson,
  by: string,
  to: { date: string; hour: number },
): Promise<void> {
  const answer = mayChange(lesson, now())
  if (answer !== 'yes') throw problem(answer)
  const startsAt = instantOf(to.date, to.hour)
  if (startsAt.getTime() === lesson.startsAt.getTime()) return
  // the other day may lie before a birthday, and what was known of the learner may have changed
  const connection = await parties.connection(lesson.connectionId)
  const refused = connection && wishRefusal({ ...lesson, startsAt }, learnerOf(connection))
  if (refused) throw refusalProblem(refused)
  await refuseSlot({ grids, now }, lesson.teacherId, [{ ...to, durationMinutes: lesson.durationMinutes }])
  await bookings.move(randomUUID(), lesson, startsAt, by)
}
