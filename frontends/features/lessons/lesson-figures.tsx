import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { formatNumber } from '@darsi/contracts/reference/i18n/formats.ts'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import {
  CalendarCheckIcon,
  CalendarIcon,
  ClockIcon,
  FlameIcon,
  GraduationIcon,
  StarIcon,
} from '@darsi/design/graphics/icons.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { StatCard } from '@darsi/design/layout/card.tsx'
import { texts } from '../texts.ts'
import type { Viewer } from './lesson.ts'

type Props = { api: ApiClient; viewer: Viewer }

/** Streak, hours, rating and counts (spec §2 Overview), computed from lessons; figures of zero are left out. */
export function LessonFigures({ api, viewer }: Props) {
  const t = useTranslator(texts.lessons)
  const language = useLanguage()
  const overview = useCall(api, 'GET /sessions/overview')
  const write = (value: number, digits = 0) =>
    formatNumber(value, language, { maximumFractionDigits: digits })
  return (
    <LoadedPanel of={overview}>
      {({ data }) => (
        <>
          {data.reportsDue > 0 && viewer === 'teacher' && (
            <Banner tone="warning" live="none">
              {t('reportsDue', { count: data.reportsDue })}
            </Banner>
          )}
          {data.total > 0 && (
            <div className="ds-grid ds-figures">
              {data.streakWeeks > 0 && (
                <StatCard
                  icon={FlameIcon}
                  label={t('streak')}
                  value={t('streakWeeks', { count: data.streakWeeks })}
                />
              )}
              {data.hours > 0 && (
                <StatCard
                  icon={ClockIcon}
                  label={t(viewer === 'teacher' ? 'hoursTaught' : 'hoursLearned')}
                  value={write(data.hours, 1)}
                />
              )}
              {data.reviewCount > 0 && (
                <StatCard
                  icon={StarIcon}
                  label={t('averageRating')}
                  value={data.rating === null ? '–' : write(data.rating, 1)}
                  hint={data.rating === null ? t('notEnough') : t('ratingHint', { count: data.reviewCount })}
                />
              )}
              <StatCard icon={GraduationIcon} label={t('total')} value={write(data.total)} />
              {data.completed > 0 && (
                <StatCard
                  icon={CalendarCheckIcon}
                  label={t('completed')}
                  value={write(data.completed)}
                  tone="success"
                />
              )}
              {data.upcoming > 0 && (
                <StatCard icon={CalendarIcon} label={t('upcoming')} value={write(data.upcoming)} />
              )}
            </div>
          )}
        </>
      )}
    </LoadedPanel>
  )
}
