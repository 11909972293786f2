import { binder } from '@darsi/design/forms/bind.ts'
import { Checkbox } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, Textarea } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { ContactHint } from '../../contact-hint/public.ts'
import { texts } from '../../texts.ts'
import { type Allowed, type BookingDraft, type fieldsOf, kinds, lengths, usualLength } from './booking.ts'
import { VenueFields } from './venue-fields.tsx'

const series = [1, 2, 3, 4, 6, 8, 10, 12, 16] as const

type Props = {
  draft: BookingDraft
  allowed: Allowed
  problems: ReturnType<typeof fieldsOf>
  set: (part: Partial<BookingDraft>) => void
}

/** Length and repetition. */
export function LengthFields({ draft, allowed: { minutes, maxMinutes }, problems, set }: Props) {
  const t = useTranslator(texts.lessons)
  const bind = binder(draft, set)
  return (
    <div className="ds-grid">
      <Field
        label={t('length')}
        hint={maxMinutes <= usualLength ? t('lengthHint') : undefined}
        error={problems.minutes}
      >
        <Select
          value={String(minutes)}
          onChange={(value) => set({ minutes: Number(value) })}
          placeholder={null}
          options={lengths
            .filter((each) => each <= maxMinutes)
            .map((count) => ({ value: String(count), label: t('minutes', { count }) }))}
        />
      </Field>
      <Field label={t('repeat')}>
        <Select
          {...bind('weeks')}
          placeholder={null}
          options={series.map((count) => ({
            value: String(count),
            label: count === 1 ? t('once') : t('weeks', { count }),
          }))}
        />
      </Field>
    </div>
  )
}

/** A lesson without the consent to video can only take place face to face. */
export function PlaceOfLessonFields({ draft, allowed: { type, online, isJudged }, problems, set }: Props) {
  const t = useTranslator(texts.lessons)
  return (
    <VenueFields
      place={{ ...draft, type }}
      kinds={kinds.filter((kind) => online || kind !== 'online')}
      linkHint={t('meetingLinkHint')}
      isJudged={isJudged}
      problem={(field) => problems[field]}
      set={set}
    >
      {!online && <p className="ds-soft ds-small">{t('noVideoConsent')}</p>}
    </VenueFields>
  )
}

/** What both sides should know: topics, books, how to find the place. */
export function NotesField({ draft, allowed, problems, set }: Props) {
  const t = useTranslator(texts.lessons)
  const bind = binder(draft, set)
  return (
    <>
      <Field label={t('notes')} hint={t('notesHint')} error={problems.notes} optional>
        <Textarea dir="auto" rows={3} maxLength={1000} {...bind('notes')} />
      </Field>
      <ContactHint rule={allowed.isJudged ? 'refused' : 'delivered'} text={draft.notes} />
    </>
  )
}

/** For a minor: the guardian's answer, or the presence of a parent. */
export function GuardianFields({ draft, allowed, problems, set }: Props) {
  const t = useTranslator(texts.lessons)
  return (
    <>
      {allowed.waitsForGuardian && <p className="ds-soft ds-small">{t('waitsForGuardian')}</p>}
      {allowed.saysPresence && (
        <Checkbox
          label={t('presence')}
          hint={t('presenceHint')}
          error={problems.parentPresent}
          checked={draft.parentPresent}
          onChange={(event) => set({ parentPresent: event.target.checked })}
        />
      )}
    </>
  )
}
