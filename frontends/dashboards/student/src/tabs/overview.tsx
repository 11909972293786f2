import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { readWish } from '@darsi/client/session/wish.ts'
import { ProgressBar } from '@darsi/design/charts/progress.tsx'
import { retryableLazy } from '@darsi/design/feedback/retryable-lazy.tsx'
import { Skeleton } from '@darsi/design/feedback/skeleton.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { CalendarIcon, ClockIcon, MessageIcon, SearchIcon } from '@darsi/design/graphics/icons.tsx'
import { formatPercent } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { PageHeader } from '@darsi/design/layout/page-header.tsx'
import { QuickActions } from '@darsi/design/layout/quick-actions.tsx'
import { DueHomework } from '@darsi/features/homework/public.ts'
import { LessonFigures, NextLessons } from '@darsi/features/lessons/public.ts'
import { WaitingMessages } from '@darsi/features/messages/public.ts'
import { texts } from '@darsi/features/texts.ts'
import { Suspense, useState } from 'react'
import { NextStep } from '../next-step.tsx'

const WishCard = retryableLazy(async () => ({
  default: (await import('@darsi/features/teachers/public.ts')).WishCard,
}))

const MyPeople = retryableLazy(async () => ({
  default: (await import('@darsi/features/my-people/public.ts')).MyPeople,
}))

export default function Overview({ api, user, onTabChange }: DashboardProps) {
  const t = useTranslator(texts.student)
  // the card stays until it is left: its dialog removes the wish before it closes
  const [wish] = useState(readWish)
  return (
    <div className="ds-stack">
      <PageHeader level={2} title={t('welcome', { name: user.fullName })}>
        {t('welcomeText')}
      </PageHeader>
      {wish !== null && (
        <Suspense>
          <WishCard api={api} seeker="student" />
        </Suspense>
      )}
      <NextStep api={api} onTabChange={onTabChange} />
      <Suspense fallback={<Skeleton shape="card" />}>
        <MyPeople api={api} viewer="student" onTabChange={onTabChange} />
      </Suspense>
      <NextLessons api={api} viewer="student" onAll={() => onTabChange('my-sessions')} />
      <DueHomework api={api} viewer="student" onOpen={(thread) => onTabChange('messages', { thread })} />
      <WaitingMessages api={api} me={user.id} onOpen={(thread) => onTabChange('messages', { thread })} />
      <QuickActions
        title={t('quickActions')}
        actions={[
          { label: t('findTeacher'), icon: SearchIcon, onClick: () => onTabChange('find-teachers') },
          { label: t('schedule'), icon: ClockIcon, onClick: () => onTabChange('profile') },
          { label: t('mySessions'), icon: CalendarIcon, onClick: () => onTabChange('my-sessions') },
          { label: t('tab_messages'), icon: MessageIcon, onClick: () => onTabChange('messages') },
        ]}
      />
      <LessonFigures api={api} viewer="student" />
      <OwnWeek api={api} onTabChange={onTabChange} />
    </div>
  )
}

function OwnWeek({ api, onTabChange }: Pick<DashboardProps, 'api' | 'onTabChange'>) {
  const t = useTranslator(texts.student)
  const language = useLanguage()
  const week = useCall(api, 'GET /availability/teacher')
  return (
    <LoadedPanel of={week}>
      {({ weeklyPercentage }) => (
        <Card
          title={t('weekTitle')}
          actions={
            <Button size="sm" variant="secondary" onClick={() => onTabChange('profile')}>
              {t('setWeek')}
            </Button>
          }
        >
          {weeklyPercentage === 0 ? (
            <p>{t('weekEmpty')}</p>
          ) : (
            <ProgressBar
              label={t('weekFree', { percent: formatPercent(weeklyPercentage, language) })}
              value={weeklyPercentage}
            />
          )}
        </Card>
      )}
    </LoadedPanel>
  )
}
