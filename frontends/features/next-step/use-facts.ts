import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { type Loaded, useCall } from '@darsi/client/query/use-call.ts'
import { mondayOf } from '@darsi/contracts/reference/tunis-time.ts'
import { useNow } from '@darsi/design/i18n/use-now.ts'
import { parentStep } from './parent-step.ts'
import type { Step } from './step.ts'
import { studentStep } from './student-step.ts'
import { teacherStep } from './teacher-step.ts'

/** `undefined` while something is loading: a step from half of the facts would be replaced a moment later. */
type Found = Step | null | undefined

const isLoading = (calls: readonly Pick<Loaded<unknown>, 'data' | 'error'>[]): boolean =>
  calls.some(({ data, error }) => data === null && error === null)

/** What all roles ask, by the calls that their first screen makes anyway. */
function useCommonFacts(api: ApiClient, side: { box: 'sent' | 'received'; work: 'open' | 'handed-in' }) {
  const account = useCall(api, 'GET /auth/profile')
  const lessons = useCall(api, 'GET /sessions', { query: { status: 'upcoming', ahead: 'true' } })
  const pending = useCall(api, 'GET /connections', { query: { box: side.box, status: 'pending' } })
  const approved = useCall(api, 'GET /connections', { query: { box: side.box, status: 'approved' } })
  const homework = useCall(api, 'GET /homework', { query: { state: side.work, limit: 5 } })
  const threads = useCall(api, 'GET /threads')
  return {
    calls: [account, lessons, pending, approved, homework, threads],
    facts: {
      account: account.data?.data ?? null,
      lessons: lessons.data?.data ?? [],
      pending: pending.data?.data ?? [],
      approved: approved.data?.data ?? [],
      homework: homework.data?.data ?? [],
      threads: threads.data?.data ?? [],
    },
  }
}

/** The facts that students and parents have in common. */
function useLearnerFacts(api: ApiClient) {
  const { calls, facts } = useCommonFacts(api, { box: 'sent', work: 'open' })
  const waiting = useCall(api, 'GET /me/waiting-requests')
  const isAlone = !isLoading(calls) && facts.approved.length + facts.pending.length === 0
  const paused = useCall(api, 'GET /connections', {
    query: { box: 'sent', status: 'suspended' },
    enabled: isAlone,
  })
  return {
    calls: [...calls, waiting, ...(isAlone ? [paused] : [])],
    facts: { ...facts, waiting: waiting.data?.data ?? [], paused: paused.data?.data ?? [] },
  }
}

export function useStudentStep(api: ApiClient): Found {
  const now = useNow()
  const { calls, facts } = useLearnerFacts(api)
  const needs = useCall(api, 'GET /me/request-needs')
  const isMissing = needs.data?.data.guardian === true
  const invitation = useCall(api, 'GET /me/guardian', { enabled: isMissing })
  if (isLoading([...calls, needs, ...(isMissing ? [invitation] : [])])) return undefined
  return studentStep(
    {
      ...facts,
      needs: needs.data?.data ?? null,
      invitation: invitation.data?.data ?? null,
    },
    now,
  )
}

export function useParentStep(api: ApiClient): Found {
  const now = useNow()
  const { calls, facts } = useLearnerFacts(api)
  const children = useCall(api, 'GET /children')
  const changes = useCall(api, 'GET /children/changes')
  const reports = useCall(api, 'GET /reports', { query: { limit: 5 } })
  if (isLoading([...calls, children, changes, reports])) return undefined
  return parentStep(
    {
      ...facts,
      children: children.data?.data ?? null,
      changes: changes.data?.data ?? [],
      reports: reports.data?.data ?? [],
    },
    now,
  )
}

export function useTeacherStep(api: ApiClient): Found {
  const now = useNow()
  const { calls, facts } = useCommonFacts(api, { box: 'received', work: 'handed-in' })
  const hours = useCall(api, 'GET /availability/teacher')
  const profile = useCall(api, 'GET /me/profile')
  const week = useCall(api, 'GET /sessions', { query: { week: mondayOf(new Date(now)), limit: 100 } })
  const isNew = facts.account?.status === 'approved' && facts.approved.length + facts.pending.length === 0
  const page = useCall(api, 'GET /me/public-page', { enabled: isNew })
  if (isLoading([...calls, hours, profile, week, ...(isNew ? [page] : [])])) return undefined
  const { homework: handedIn, ...rest } = facts
  return teacherStep(
    {
      ...rest,
      handedIn,
      weeklyPercentage: hours.data?.weeklyPercentage ?? null,
      roleData: profile.data?.data.roleData ?? null,
      week: week.data?.data ?? [],
      page: isNew ? (page.data?.data ?? null) : null,
    },
    now,
  )
}
