import type { Api } from '@darsi/contracts/calls/api.ts'
import type { Connection } from '../connections/public.ts'
import type { Lesson } from '../lessons/public.ts'
import {
  bookStep,
  enterStep,
  firstOf,
  go,
  homeworkStep,
  type LearnerFacts,
  listedStep,
  messageStep,
  namedIn,
  nextStep,
  pausedStep,
  placeStep,
  type Step,
  verifyStep,
  waitStep,
} from './step.ts'

export type ParentFacts = LearnerFacts & {
  /** Null when they could not be loaded: then nothing is said about them. */
  children: Api['GET /children']['answer']['data'] | null
  changes: Api['GET /children/changes']['answer']['data']
  reports: Api['GET /reports']['answer']['data']
}

/** The one next step of a parent. */
export function parentStep(facts: ParentFacts, now: number): Step | null {
  const { account, children, lessons, pending, approved, paused, waiting, homework, threads } = facts
  return firstOf([
    () => enterStep(lessons, false, now),
    () => account && verifyStep(account),
    () => (children?.length === 0 ? { kind: 'child', named: {}, to: go('my-children') } : null),
    () => consentStep(pending),
    () => answerStep(lessons),
    () => changeStep(facts),
    () => placeStep(waiting),
    () => reportStep(facts),
    () => homeworkStep(homework, now),
    () => messageStep(threads, account?.id ?? ''),
    () => bookStep(approved, lessons, false),
    () => nextStep(lessons, 'lessons', false),
    () => waitStep(pending),
    () => listedStep(waiting),
    () => pausedStep(paused),
    () => (account ? { kind: 'find', named: {}, to: go('find-teachers') } : null),
  ])
}

function consentStep(pending: readonly Connection[]): Step | null {
  const asked = pending.find(({ actions }) => actions.includes('consent'))
  if (!asked) return null
  const { id, teacher, student } = asked
  return {
    kind: 'consent',
    named: { name: teacher.name, learner: student.name },
    to: go('find-teachers', { connection: id }),
  }
}

function answerStep(lessons: readonly Lesson[]): Step | null {
  const proposed = lessons.find(({ canAnswer }) => canAnswer)
  if (!proposed) return null
  return {
    kind: 'answerLesson',
    named: namedIn(proposed, false),
    to: go('lessons', { lesson: proposed.id }),
  }
}

function changeStep({ changes }: ParentFacts): Step | null {
  const change = changes.find(({ actions }) => actions.includes('agree'))
  return change ? { kind: 'change', named: { learner: change.childName }, to: go('my-children') } : null
}

function reportStep({ reports }: ParentFacts): Step | null {
  const unread = reports.find(({ readAt }) => readAt === null)
  if (!unread) return null
  const { childId, teacherName, studentName, writtenAt } = unread
  return {
    kind: 'readReport',
    named: { name: teacherName, learner: studentName, at: writtenAt },
    to: go('progress-reports', childId === null ? {} : { child: childId }),
  }
}
