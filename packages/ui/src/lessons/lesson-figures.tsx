import { useCallback } from 'react'
import { useAnnounced } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Card, StatCard } from '../card.tsx'
import { formatNumber } from '../catalogue.ts'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { CalendarCheckIcon, CalendarIcon, ClockIcon, FlameIcon, GraduationIcon, StarIcon } from '../icons.tsx'
import { LoadedPanel, useLoaded } from '../loaded.tsx'
import type { Viewer } from './lesson.ts'
import { LessonCard } from './lesson-card.tsx'
import { lessonsTexts } from './lessons-texts.ts'

type Props = { api: ApiClient; viewer: Viewer; onAll?: () => void }

/** Streak, hours, rating and counts (spec §2 Overview), computed from lessons; and the next ones. */
export function LessonFigures({ api, viewer, onAll }: Props) {
  const t = useTranslator(lessonsTexts)
  const language = useLanguage()
  const overview = useLoaded(
    useCallback((signal: AbortSignal) => api.call('GET /sessions/overview', { signal }), [api]),
  )
  useAnnounced('lessons', overview.reload)
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
          <div className="ds-grid ds-figures">
            <StatCard
              icon={FlameIcon}
              label={t('streak')}
              value={t('streakWeeks', { count: data.streakWeeks })}
            />
            <StatCard
              icon={ClockIcon}
              label={t(viewer === 'teacher' ? 'hoursTaught' : 'hoursLearned')}
              value={write(data.hours, 1)}
            />
            <StatCard
              icon={StarIcon}
              label={t('averageRating')}
              value={data.rating === null ? '–' : write(data.rating, 1)}
              hint={data.rating === null ? t('notEnough') : t('ratingHint', { count: data.reviewCount })}
            />
            <StatCard icon={GraduationIcon} label={t('total')} value={write(data.total)} />
            <StatCard
              icon={CalendarCheckIcon}
              label={t('completed')}
              value={write(data.completed)}
              tone="success"
            />
            <StatCard icon={CalendarIcon} label={t('upcoming')} value={write(data.upcoming)} />
          </div>
          <Card
            title={t('next')}
            level={3}
            actions={
              onAll && (
                <Button size="sm" variant="secondary" onClick={onAll}>
                  {t('allLessons')}
                </Button>
              )
            }
          >
            {data.next.length === 0 ? (
              <p className="ds-soft">{t('noNext')}</p>
            ) : (
              <ul className="ds-lessons">
                {data.next.map((lesson) => (
                  <LessonCard key={lesson.id} lesson={lesson} viewer={viewer} level={4} />
                ))}
              </ul>
            )}
          </Card>
        </>
      )}
    </LoadedPanel>
  )
}
