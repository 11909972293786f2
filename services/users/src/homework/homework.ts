import type { homeworkStates } from '@darsi/contracts/calls/users/homework-api.ts'
import { dayMs } from '@darsi/contracts/reference/tunis-time.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { Part } from '../threads/thread.ts'

/** `withdrawn`: taken back by its teacher, or of an erased account; nobody sees it. */
export type HomeworkState = (typeof homeworkStates)[number] | 'withdrawn'

/** Texts are sealed, files are ids of materials. */
export type Homework = {
  threadId: string
  teacherId: string
  sealed: string
  files: string[]
  dueAt: Date
  setAt: Date
  state: HomeworkState
  handIn: { sealed: string; files: string[]; by: string; at: Date } | null
  mark: { value: number | null; sealed: string; at: Date } | null
  /** When the reminder went out; at once for homework that is given too late for one. */
  remindedAt: Date | null
}

export const reminderMs = dayMs
const farthestMs = 366 * dayMs

type Given = Pick<Homework, 'threadId' | 'teacherId' | 'sealed' | 'files' | 'dueAt'>

/** @throws problem `due-date-invalid` for a date that is past or more than a year away */
export function newHomework(given: Given, now: Date): Homework {
  const ahead = given.dueAt.getTime() - now.getTime()
  if (ahead <= 0 || ahead > farthestMs) throw problem('due-date-invalid')
  const remindedAt = ahead <= reminderMs ? now : null
  return { ...given, setAt: now, state: 'open', handIn: null, mark: null, remindedAt }
}

/** Late work is taken too; it says that it is. @throws problem `homework-changed` once it is marked */
export function handedIn(homework: Homework, handIn: NonNullable<Homework['handIn']>): Homework {
  if (homework.state !== 'open' && homework.state !== 'handed-in') throw problem('homework-changed')
  return { ...homework, state: 'handed-in', handIn }
}

/**
 * @param handedInAt of the work that the teacher read; without it any work is marked
 * @throws problem `homework-changed` when nothing is handed in, or other work
 */
export function marked(homework: Homework, mark: NonNullable<Homework['mark']>, handedInAt?: Date): Homework {
  if (homework.state !== 'handed-in' && homework.state !== 'marked') throw problem('homework-changed')
  if (handedInAt && homework.handIn?.at.getTime() !== handedInAt.getTime()) throw problem('homework-changed')
  return { ...homework, state: 'marked', mark }
}

/** @throws problem `homework-changed` when something is handed in */
export function withdrawn(homework: Homework, emptyText: string): Homework {
  if (homework.state !== 'open') throw problem('homework-changed')
  return { ...homework, state: 'withdrawn', sealed: emptyText, files: [] }
}

/** Null when the reminder went out, or is of no use any more. */
export function reminded(homework: Homework, now: Date): Homework | null {
  const { state, remindedAt, dueAt } = homework
  if (state !== 'open' || remindedAt || dueAt <= now) return null
  return { ...homework, remindedAt: now }
}

export function mayDo({ state }: Homework, part: Part): ('hand-in' | 'mark' | 'withdraw')[] {
  if (part !== 'teacher') return state === 'open' || state === 'handed-in' ? ['hand-in'] : []
  if (state === 'open') return ['withdraw']
  return state === 'withdrawn' ? [] : ['mark']
}
