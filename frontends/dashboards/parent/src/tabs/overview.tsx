import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { readWish } from '@darsi/client/session/wish.ts'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { ChildIcon, SearchIcon, ShieldIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { QuickActions } from '@darsi/design/layout/quick-actions.tsx'
import { AlertPreview } from '@darsi/features/alerts/public.ts'
import { ChildSummaries, ConsentRequests } from '@darsi/features/children/public.ts'
import { WaitingMessages } from '@darsi/features/messages/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { Suspense, useState } from 'react'
import { NextStep } from '../next-step.tsx'
import { PrivacyNotice } from '../privacy-notice.tsx'

const WishCard = retryableLazy(async () => ({
  default: (await import('@darsi/features/teachers/public.ts')).WishCard,
}))

// below the first screen
const DueHomework = retryableLazy(async () => ({
  default: (await import('@darsi/features/homework/public.ts')).DueHomework,
}))
const NextLessons = retryableLazy(async () => ({
  default: (await import('@darsi/features/lessons/public.ts')).NextLessons,
}))
const LessonFigures = retryableLazy(async () => ({
  default: (await import('@darsi/features/lessons/public.ts')).LessonFigures,
}))

const MyPeople = retryableLazy(async () => ({
  default: (await import('@darsi/features/my-people/public.ts')).MyPeople,
}))

export default function Overview({ api, user, onTabChange }: DashboardProps) {
  const t = useTranslator(texts.parent)
  // the card stays until it is left: its dialog removes the wish before it closes
  const [wish] = useState(readWish)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('welcome', { name: user.fullName })}>
        {t('welcomeText')}
      </PageHeader>
      <NextStep api={api} onTabChange={onTabChange} />
      {wish !== null && (
        <Suspense>
          <WishCard api={api} seeker="parent" />
        </Suspense>
      )}
      <AlertPreview api={api} onAll={() => onTabChange('safety-alerts')} />
      <ConsentRequests api={api} />
      <Suspense fallback={<Skeleton shape="card" />}>
        <MyPeople api={api} viewer="parent" onTabChange={onTabChange} />
      </Suspense>
      <WaitingMessages api={api} me={user.id} onOpen={(thread) => onTabChange('messages', { thread })} />
      <Suspense>
        <DueHomework api={api} viewer="parent" onOpen={(thread) => onTabChange('messages', { thread })} />
      </Suspense>
      <ChildSummaries
        api={api}
        onAdd={() => onTabChange('my-children')}
        onLessons={(child) => onTabChange('lessons', { child })}
        onReports={(child) => onTabChange('progress-reports', { child })}
      />
      <QuickActions
        title={t('quickActions')}
        actions={[
          { label: t('tab_my-children'), icon: ChildIcon, onClick: () => onTabChange('my-children') },
          { label: t('tab_safety-alerts'), icon: ShieldIcon, onClick: () => onTabChange('safety-alerts') },
          { label: t('tab_find-teachers'), icon: SearchIcon, onClick: () => onTabChange('find-teachers') },
        ]}
      />
      <Suspense fallback={<Skeleton shape="card" />}>
        <NextLessons api={api} viewer="parent" onAll={() => onTabChange('lessons')} />
        <LessonFigures api={api} viewer="parent" />
      </Suspense>
      <PrivacyNotice />
    </div>
  )
}
