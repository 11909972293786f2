import { Badge } from '@darsi/design/feedback/badge.tsx'
import { formatRelative } from '@darsi/design/i18n/catalogue.ts'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import type { Viewer } from '../lesson.ts'
import { type Report, ReportFacts } from './report-facts.tsx'

type Props = { report: Report; viewer: Viewer; actions?: ReactNode }

/** The collapsed report of one lesson. Its title says whether the family has read it. */
export function LessonReport({ report, viewer, actions }: Props) {
  const t = useTranslator(texts.lessons)
  const language = useLanguage()
  const { readAt } = report
  return (
    <details className="ds-lesson-report">
      <summary>
        {t('report')}
        {readAt !== null ? (
          <span className="ds-soft ds-small">{t('readOn', { when: formatRelative(readAt, language) })}</span>
        ) : (
          <Badge tone={viewer === 'teacher' ? 'neutral' : 'accent'}>
            {t(viewer === 'teacher' ? 'notReadYet' : 'unread')}
          </Badge>
        )}
      </summary>
      <ReportFacts report={report} />
      {actions !== undefined && <div className="ds-row">{actions}</div>}
    </details>
  )
}
