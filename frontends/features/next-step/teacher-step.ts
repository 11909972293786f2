import type { PublicPage } from '@darsi/contracts/calls/users/public-pages-api.ts'
import type { Connection } from '../connections/public.ts'
import type { Lesson } from '../lessons/public.ts'
import {
  type Account,
  bookStep,
  enterStep,
  firstOf,
  go,
  type Homework,
  messageStep,
  namedIn,
  nextStep,
  type Step,
  type Thread,
  verifyStep,
} from './step.ts'

export type TeacherFacts = {
  account: Account | null
  /** Null while unknown. */
  weeklyPercentage: number | null
  roleData: Readonly<Record<string, unknown>> | null
  /** The lessons ahead. */
  lessons: readonly Lesson[]
  /** Of this week, past ones included. */
  week: readonly Lesson[]
  pending: readonly Connection[]
  approved: readonly Connection[]
  handedIn: readonly Homework[]
  threads: readonly Thread[]
  /** Null while unknown, and for a teacher who has students. */
  page: PublicPage | null
}

/** The one next step of a teacher. */
export function teacherStep(facts: TeacherFacts, now: number): Step | null {
  const { account, lessons, approved, threads } = facts
  return firstOf([
    () => enterStep(lessons, true, now),
    () => (account?.status === 'suspended' ? { kind: 'suspended', named: {} } : null),
    () => account && verifyStep(account),
    () => (isWithoutText(facts) ? { kind: 'profile', named: {}, to: go('profile') } : null),
    () => (facts.weeklyPercentage === 0 ? { kind: 'hours', named: {}, to: go('availability') } : null),
    () => (account?.status === 'pending' ? { kind: 'approval', named: {} } : null),
    () => requestStep(facts),
    () => recordStep(facts),
    () => reportStep(facts),
    () => markStep(facts),
    () => messageStep(threads, account?.id ?? ''),
    () => bookStep(approved, lessons, true),
    () => visitorStep(facts),
    () => nextStep(lessons, 'overview', true),
  ])
}

/** The profile has no text about the teacher. */
const isWithoutText = ({ roleData }: TeacherFacts): boolean =>
  roleData !== null && String(roleData['bio'] ?? '').trim() === ''

/** Asks new teachers whether visitors may see the profile too: it is off until they switch it on. */
const visitorStep = ({ page, lessons }: TeacherFacts): Step | null =>
  page !== null && !page.enabled && page.slug === '' && lessons.length === 0
    ? { kind: 'visitors', named: {}, to: go('profile', { section: 'public' }) }
    : null

function requestStep({ pending }: TeacherFacts): Step | null {
  const request = pending.find(({ actions }) => actions.includes('accept'))
  if (!request) return null
  const { id, student, subject } = request
  return {
    kind: 'request',
    named: { name: student.name, subject },
    to: go('student-requests', { connection: id }),
  }
}

/** A past lesson whose outcome the teacher has not recorded. */
function recordStep({ week }: TeacherFacts): Step | null {
  const past = week.find(({ canComplete }) => canComplete)
  if (!past) return null
  return { kind: 'record', named: namedIn(past, true), to: go('overview', { lesson: past.id }) }
}

function reportStep({ week }: TeacherFacts): Step | null {
  const due = week.find(({ report, reportDueAt }) => report === null && reportDueAt !== null)
  if (!due) return null
  return { kind: 'writeReport', named: namedIn(due, true), to: go('overview', { lesson: due.id }) }
}

function markStep({ handedIn }: TeacherFacts): Step | null {
  const work = handedIn.find(({ may }) => may.includes('mark'))
  if (!work) return null
  return {
    kind: 'mark',
    named: { name: work.learnerName, title: work.title },
    to: go('messages', { thread: work.connectionId }),
  }
}
