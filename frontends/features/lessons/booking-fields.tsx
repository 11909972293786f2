import { Checkbox, RadioGroup } from '@darsi/design/forms/choice.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, Textarea, TextInput } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { type Allowed, type BookingDraft, type fieldsOf, kinds, lengths, usualLength } from './booking.ts'
import { lessonsTexts } from './texts.ts'

const series = [1, 2, 3, 4, 6, 8, 10, 12, 16] as const

type Props = {
  draft: BookingDraft
  allowed: Allowed
  problems: ReturnType<typeof fieldsOf>
  set: (part: Partial<BookingDraft>) => void
}

/** Length and repetition. */
export function LengthFields({ draft, allowed: { minutes, maxMinutes }, problems, set }: Props) {
  const t = useTranslator(lessonsTexts)
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
          value={draft.weeks}
          onChange={(weeks) => set({ weeks })}
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

/** Online with a link, or at a place. */
export function PlaceOfLessonFields({ draft, allowed: { type, online }, problems, set }: Props) {
  const t = useTranslator(lessonsTexts)
  return (
    <>
      <RadioGroup
        legend={t('type')}
        variant="segments"
        value={type}
        onChange={(chosen) => set({ type: chosen })}
        options={kinds
          .filter((kind) => online || kind !== 'online')
          .map((kind) => ({ value: kind, label: t(kind) }))}
      />
      {!online && <p className="ds-soft ds-small">{t('noVideoConsent')}</p>}
      {type === 'online' ? (
        <Field label={t('meetingLink')} hint={t('meetingLinkHint')} error={problems.meetingLink} optional>
          <TextInput
            type="url"
            maxLength={500}
            value={draft.meetingLink}
            onChange={(event) => set({ meetingLink: event.target.value })}
          />
        </Field>
      ) : (
        <Field label={t('place')} hint={t('placeHint')} error={problems.place} required>
          <TextInput
            dir="auto"
            maxLength={200}
            value={draft.place}
            onChange={(event) => set({ place: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

/** What both sides should know: topics, books, how to find the place. */
export function NotesField({ draft, problems, set }: Props) {
  const t = useTranslator(lessonsTexts)
  return (
    <Field label={t('notes')} hint={t('notesHint')} error={problems.notes} optional>
      <Textarea
        dir="auto"
        rows={3}
        maxLength={1000}
        value={draft.notes}
        onChange={(event) => set({ notes: event.target.value })}
      />
    </Field>
  )
}

/** For a minor: the guardian's answer, or the presence of a parent. */
export function GuardianFields({ draft, allowed, problems, set }: Props) {
  const t = useTranslator(lessonsTexts)
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
