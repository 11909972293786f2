import type { DashboardProps } from '@darsi/client/dashboard/dashboard-props.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { ProgressBar } from '@darsi/design/charts/progress.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { QuotaCard } from '@darsi/features/connections/public.ts'
import { LessonFigures } from '@darsi/features/lessons/public.ts'
import { texts } from '@darsi/features/texts.ts'

type Props = Pick<DashboardProps, 'api'>

/** The end of the overview: the lessons so far, the free hours of the week and the places. */
export const Figures = ({ api }: Props) => (
  <>
    <LessonFigures api={api} viewer="teacher" />
    <div className="ds-grid">
      <OwnWeek api={api} />
      <QuotaCard api={api} />
    </div>
  </>
)

function OwnWeek({ api }: Props) {
  const t = useTranslator(texts.teacher)
  const week = useCall(api, 'GET /availability/teacher')
  return (
    <LoadedPanel of={week}>
      {({ weeklyPercentage }) => (
        <Card title={t('weekTitle')} level={3}>
          {weeklyPercentage === 0 ? (
            <p>{t('weekEmpty')}</p>
          ) : (
            <ProgressBar label={t('weekFree')} value={weeklyPercentage} />
          )}
        </Card>
      )}
    </LoadedPanel>
  )
}
