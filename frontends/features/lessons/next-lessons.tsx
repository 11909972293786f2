import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { LoadedPanel } from '@darsi/client/query/loaded-panel.tsx'
import { useCall } from '@darsi/client/query/use-call.ts'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Card } from '@darsi/design/layout/card.tsx'
import { texts } from '../texts.ts'
import type { Viewer } from './lesson.ts'
import { LessonCard } from './lesson-card.tsx'

type Props = { api: ApiClient; viewer: Viewer; onAll: () => void }

/** The next three lessons. */
export function NextLessons({ api, viewer, onAll }: Props) {
  const t = useTranslator(texts.lessons)
  const overview = useCall(api, 'GET /sessions/overview')
  return (
    <LoadedPanel of={overview}>
      {({ data: { next } }) => (
        <Card
          title={t('next')}
          level={3}
          actions={
            <Button size="sm" variant="secondary" onClick={onAll}>
              {t('allLessons')}
            </Button>
          }
        >
          {next.length === 0 ? (
            <p className="ds-soft">{t('noNext')}</p>
          ) : (
            <ul className="ds-lessons">
              {next.map((lesson) => (
                <LessonCard key={lesson.id} lesson={lesson} viewer={viewer} level={4} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </LoadedPanel>
  )
}
