import { useDraft } from '@darsi/client/session/draft.ts'
import { StarsInput } from '@darsi/design/feedback/stars.tsx'
import { Checkbox } from '@darsi/design/forms/choice.tsx'
import { FieldError } from '@darsi/design/forms/field.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { MoveFrame, type MoveProps, MoveWordsFrame, WordsField } from './move-frame.tsx'

/** A learner's rating and comment. */
export function ReviewDialog({ api, lesson, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  const [rating, setRating] = useState<number | null>(null)
  const [comment, setComment] = useDraft(`review/${lesson.id}`, '')
  const [tookPlace, setTookPlace] = useState(false)
  const [tried, setTried] = useState(false)
  const isWordMissing = lesson.reviewNeedsWord && !tookPlace
  return (
    <MoveFrame
      api={api}
      title={t('reviewTitle', { name: lesson.teacher.name })}
      confirm={t('save')}
      done={t('reviewDone')}
      send={() => {
        setTried(true)
        if (rating === null || isWordMissing) return null
        return api.call('POST /sessions/:id/review', {
          params: { id: lesson.id },
          body: { rating, comment: comment.trim(), tookPlace },
        })
      }}
      onClose={onClose}
    >
      <StarsInput legend={t('rating')} value={rating} onChange={setRating} />
      {tried && rating === null && <FieldError role="alert">{t('ratingMissing')}</FieldError>}
      {lesson.reviewNeedsWord && (
        <Checkbox
          label={t('tookPlace')}
          hint={t('tookPlaceHint')}
          required
          error={tried && isWordMissing ? t('tookPlaceMissing') : undefined}
          checked={tookPlace}
          onChange={(event) => setTookPlace(event.target.checked)}
        />
      )}
      <WordsField
        label={t('comment')}
        hint={t('commentHint')}
        value={comment}
        onChange={setComment}
        max={1000}
        // reviews are public
        isJudged
      />
    </MoveFrame>
  )
}

/** The teacher's answer to a review. */
export function AnswerDialog({ api, lesson, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  return (
    <MoveWordsFrame
      api={api}
      // reviews are public
      isJudged
      draft={`answer/${lesson.id}`}
      title={t('answer')}
      confirm={t('save')}
      done={t('answerDone')}
      label={t('answerField')}
      hint={t('answerHint')}
      missing={t('answerMissing')}
      maxLength={1000}
      onText={(answer) =>
        api.call('POST /sessions/:id/review-answer', { params: { id: lesson.id }, body: { answer } })
      }
      onClose={onClose}
    />
  )
}
