import { Checkbox } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { TextInput } from '@darsi/design/forms/input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { dayLabel } from '@darsi/design/i18n/week-label.ts'
import { useState } from 'react'
import { ContactHint } from '../../contact-hint/public.ts'
import { texts } from '../../texts.ts'
import { isInRoom, isJudged } from '../lesson.ts'
import { MoveFrame, type MoveProps, WordsField } from './move-frame.tsx'

/** Place or link, and notes; the other side gets a mail and the new calendar entry. */
export function DetailsDialog({ api, lesson, viewer, onClose }: MoveProps) {
  const t = useTranslator(texts.lessons)
  const isOnline = lesson.type === 'online'
  const judged = isJudged(lesson, viewer)
  const [where, setWhere] = useState(isOnline ? (isInRoom(lesson) ? '' : lesson.meetingLink) : lesson.place)
  const [notes, setNotes] = useState(lesson.notes)
  const [series, setSeries] = useState(false)
  const place = isOnline ? { meetingLink: where.trim() } : { place: where.trim() }
  return (
    <MoveFrame
      api={api}
      title={t('detailsTitle', { day: dayLabel(lesson.date, useLanguage()) })}
      confirm={t('detailsSave')}
      done={t('detailsDone')}
      send={() => {
        const body = {
          version: lesson.version,
          notes: notes.trim(),
          series,
          ...(lesson.canChangePlace && place),
        }
        return api.call('POST /sessions/:id/details', { params: { id: lesson.id }, body })
      }}
      onClose={onClose}
    >
      {lesson.canChangePlace && (
        <>
          <Field
            label={t(isOnline ? 'meetingLink' : 'place')}
            hint={t(isOnline ? 'meetingLinkHint' : 'placeHint')}
            required={!isOnline}
            optional={isOnline}
          >
            <TextInput
              {...(isOnline ? { type: 'url' } : { dir: 'auto' })}
              maxLength={isOnline ? 500 : 200}
              value={where}
              onChange={setWhere}
            />
          </Field>
          {!isOnline && <ContactHint rule={judged ? 'refused' : 'delivered'} text={where} />}
        </>
      )}
      {isOnline && lesson.canChangePlace && lesson.moveNeedsAnswer && (
        <p className="ds-soft ds-small">{t('linkWaitsForGuardian')}</p>
      )}
      <WordsField
        label={t('notes')}
        hint={t('notesHint')}
        value={notes}
        onChange={setNotes}
        max={1000}
        isJudged={judged}
      />
      {lesson.seriesId !== null && (
        <Checkbox
          label={t('detailsSeries')}
          checked={series}
          onChange={(event) => setSeries(event.target.checked)}
        />
      )}
    </MoveFrame>
  )
}
