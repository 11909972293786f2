import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import { RescheduleFrame } from '../actions/move-frame.tsx'
import { type Lesson, otherSide, type Viewer } from '../lesson.ts'
import { useTargetText } from './target-text.ts'
import type { Target } from './week-layout.ts'

type Props = {
  api: ApiClient
  viewer: Viewer
  lesson: Lesson
  to: Target
  onDone: () => void
  onClose: () => void
}

/** Asks before a lesson moves, and says who has to agree or is informed. */
export function MoveQuestion({ api, viewer, lesson, to, onDone, onClose }: Props) {
  const t = useTranslator(texts.week)
  const lessons = useTranslator(texts.lessons)
  const textOf = useTargetText()
  const name = otherSide(lesson, viewer) || lessons('someLearner')
  return (
    <RescheduleFrame
      api={api}
      lesson={lesson}
      title={t('questionTitle', { name })}
      send={() =>
        api.call('POST /sessions/:id/reschedule', { params: { id: lesson.id }, body: to }).then(onDone)
      }
      onClose={onClose}
    >
      <dl className="ds-cal-change">
        <dt>{t('before')}</dt>
        <dd>{textOf(lesson, lesson)}</dd>
        <dt>{t('after')}</dt>
        <dd>
          <strong>{textOf(lesson, to)}</strong>
        </dd>
      </dl>
      {!lesson.moveNeedsAnswer && <p className="ds-soft">{t('informed')}</p>}
      {lesson.seriesId !== null && <p className="ds-soft">{t('onlyThis')}</p>}
    </RescheduleFrame>
  )
}
