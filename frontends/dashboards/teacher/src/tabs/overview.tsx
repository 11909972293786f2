import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { useCall } from '@darsi/client/query/use-call.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { ClockIcon, UserIcon, UserPlusIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { QuickActions } from '@darsi/design/layout/quick-actions.tsx'
import { BookButton } from '@darsi/features/lessons/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { Suspense } from 'react'
import { Glance } from '../glance.tsx'
import { NextStep } from '../next-step.tsx'

const DueHomework = retryableLazy(async () => ({
  default: (await import('@darsi/features/homework/public.ts')).DueHomework,
}))
const WaitingMessages = retryableLazy(async () => ({
  default: (await import('@darsi/features/messages/public.ts')).WaitingMessages,
}))
const MyPeople = retryableLazy(async () => ({
  default: (await import('@darsi/features/my-people/public.ts')).MyPeople,
}))
// below the first screen
const LessonsPanel = retryableLazy(async () => ({
  default: (await import('@darsi/features/lessons/public.ts')).LessonsPanel,
}))
const CalendarCard = retryableLazy(async () => ({
  default: (await import('@darsi/features/lessons/public.ts')).CalendarCard,
}))
const Figures = retryableLazy(async () => ({ default: (await import('../figures.tsx')).Figures }))

export default function Overview({ api, user, onTabChange }: DashboardProps) {
  const t = useTranslator(texts.teacher)
  // without free hours there are no lessons, so the next steps stand first
  const isBeginning = useCall(api, 'GET /availability/teacher').data?.weeklyPercentage === 0
  const actions = (
    <QuickActions
      title={t('quickActions')}
      actions={[
        { label: t('setWeek'), icon: ClockIcon, onClick: () => onTabChange('availability') },
        { label: t('completeProfile'), icon: UserIcon, onClick: () => onTabChange('profile') },
        {
          label: t('tab_student-requests'),
          icon: UserPlusIcon,
          onClick: () => onTabChange('student-requests'),
        },
      ]}
    />
  )
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('welcome', { name: user.fullName })}>
        {t('welcomeText')}
      </PageHeader>
      <NextStep api={api} onTabChange={onTabChange} />
      <Glance api={api} onRequests={() => onTabChange('student-requests')} />
      {isBeginning && actions}
      <Suspense>
        <WaitingMessages api={api} me={user.id} onOpen={(thread) => onTabChange('messages', { thread })} />
      </Suspense>
      <Suspense>
        <DueHomework api={api} viewer="teacher" onOpen={(thread) => onTabChange('messages', { thread })} />
      </Suspense>
      <Suspense fallback={<Skeleton shape="card" />}>
        <MyPeople api={api} viewer="teacher" onTabChange={onTabChange} />
      </Suspense>
      <section className="ds-stack" aria-labelledby="lessons">
        <PageHeader
          level={2}
          title={<span id="lessons">{t('lessons')}</span>}
          actions={<BookButton api={api} viewer="teacher" />}
        />
        <Suspense fallback={<Skeleton shape="card" />}>
          <LessonsPanel api={api} viewer="teacher" />
        </Suspense>
        <Suspense fallback={<Skeleton shape="card" />}>
          <CalendarCard api={api} />
        </Suspense>
      </section>
      {!isBeginning && actions}
      <Suspense fallback={<Skeleton shape="card" />}>
        <Figures api={api} />
      </Suspense>
    </div>
  )
}
