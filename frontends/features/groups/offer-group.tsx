import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import { ActionDialog } from '@darsi/client/dialogs/action-dialog.tsx'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { type EducationLevel, educationLevels } from '@darsi/contracts/reference/levels.ts'
import {
  offeredAs,
  subjectFrom,
  type TeacherSubject,
  teacherSubjects,
} from '@darsi/contracts/reference/subjects.ts'
import {
  type GroupAudience,
  groupAudiences,
  highestGroupPrice,
  largestGroup,
  smallestGroup,
} from '@darsi/contracts/rules/groups.ts'
import { binder } from '@darsi/design/forms/bind.ts'
import { optionsOf, subjectOptions } from '@darsi/design/forms/choice-options.ts'
import { Field } from '@darsi/design/forms/field.tsx'
import { Select, TextInput } from '@darsi/design/forms/input.tsx'
import { NumberInput } from '@darsi/design/forms/number-input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { ContactHint } from '../contact-hint/public.ts'
import { FreeHours, type Hour, VenueFields } from '../lessons/public.ts'
import { texts } from '../texts.ts'

type Props = {
  api: ApiClient
  teacherId: string
  /** The subjects of the teacher's profile, in any language. */
  taught: unknown
  onClose: () => void
}

const lengths = [30, 45, 60, 90, 120] as const
const sizes = Array.from({ length: largestGroup - smallestGroup + 1 }, (_, index) => smallestGroup + index)

type Draft = {
  subject: TeacherSubject | ''
  level: EducationLevel | ''
  audience: GroupAudience | ''
  topic: string
  hour: Hour | null
  minutes: string
  type: 'online' | 'faceToFace'
  place: string
  meetingLink: string
  price: string
  capacity: string
}
const empty: Draft = {
  ...{ subject: '', level: '', audience: '', topic: '', hour: null, minutes: '60', type: 'online' },
  ...{ place: '', meetingLink: '', price: '', capacity: '4' },
}

type FieldProps = {
  draft: Draft
  set: (part: Partial<Draft>) => void
  missing: (field: Needed) => string | undefined
}

/** A teacher offers a group hour in a free hour of the own grid. */
export function OfferGroup({ api, teacherId, taught, onClose }: Props) {
  const t = useTranslator(texts.groups)
  const subjects = subjectsIn(taught)
  const [week, setWeek] = useState<number | null>(null)
  const [tried, setTried] = useState(false)
  const { keyFor } = useAttemptKey()
  const [draft, setDraft] = useState<Draft>({
    ...empty,
    subject: subjects.length === 1 ? (subjects[0] ?? '') : '',
  })
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const missing = (field: Needed) => (tried && isMissing(draft, field) ? t(missingTexts[field]) : undefined)
  const send = () => {
    setTried(true)
    const body = bodyOf(draft)
    if (body === null) return null
    return api
      .call('POST /groups', { body, idempotencyKey: keyFor(body) })
      .then(() => invalidate(api, 'lesson', 'hours'))
  }
  const fields = { draft, set, missing }
  return (
    <ActionDialog
      size="md"
      title={t('offerTitle')}
      confirm={t('offer')}
      done={t('offered')}
      send={send}
      onClose={onClose}
    >
      <SubjectFields {...fields} subjects={subjects} />
      <FreeHours
        api={api}
        teacherId={teacherId}
        week={week}
        onWeek={(chosen) => {
          setWeek(chosen)
          set({ hour: null })
        }}
        chosen={draft.hour}
        onChoose={(hour) => set({ hour })}
        error={missing('hour')}
      />
      <NumberFields {...fields} />
      <VenueFields
        place={draft}
        set={set}
        problem={(field) => (field === 'place' ? missing(field) : undefined)}
        linkHint={t('linkHint')}
        isJudged
      />
    </ActionDialog>
  )
}

function SubjectFields({
  draft,
  set,
  missing,
  subjects,
}: FieldProps & { subjects: readonly TeacherSubject[] }) {
  const t = useTranslator(texts.groups)
  const language = useLanguage()
  const setLevel = (level: Draft['level']) =>
    set({ level, audience: draft.audience || (level === '' ? '' : (usualAudience[level] ?? '')) })
  const bind = binder(draft, set)
  return (
    <>
      <div className="ds-grid">
        <Field label={t('subject')} required error={missing('subject')}>
          <Select
            value={draft.subject}
            onChange={(chosen) => set({ subject: subjects.find((each) => each === chosen) ?? '' })}
            options={subjectOptions(subjects, language)}
          />
        </Field>
        <Field label={t('level')} required error={missing('level')}>
          <Select
            value={draft.level}
            // `as`: one of the options
            onChange={(chosen) => setLevel(chosen as Draft['level'])}
            options={optionsOf(educationLevels, language)}
          />
        </Field>
        <Field label={t('audience')} hint={t('audienceHint')} required error={missing('audience')}>
          <Select
            value={draft.audience}
            onChange={(chosen) => set({ audience: groupAudiences.find((each) => each === chosen) ?? '' })}
            options={groupAudiences.map((each) => ({ value: each, label: t(each) }))}
          />
        </Field>
      </div>
      <Field label={t('topic')} hint={t('topicHint')} optional>
        <TextInput dir="auto" maxLength={120} {...bind('topic')} />
      </Field>
      <ContactHint rule="refused" text={draft.topic} />
    </>
  )
}

function NumberFields({ draft, set, missing }: FieldProps) {
  const t = useTranslator(texts.groups)
  const lessons = useTranslator(texts.lessons)
  const bind = binder(draft, set)
  return (
    <div className="ds-grid">
      <Field label={lessons('length')} hint={t('lengthHint')}>
        <Select
          {...bind('minutes')}
          placeholder={null}
          options={lengths.map((count) => ({ value: String(count), label: lessons('minutes', { count }) }))}
        />
      </Field>
      <Field label={t('capacity')}>
        <Select
          {...bind('capacity')}
          placeholder={null}
          options={sizes.map((count) => ({ value: String(count), label: String(count) }))}
        />
      </Field>
      <Field label={t('price')} required error={missing('price')}>
        <NumberInput decimal {...bind('price')} />
      </Field>
    </div>
  )
}

/** Who usually learns at this level; for the others the teacher says. */
const usualAudience: Partial<Record<EducationLevel, GroupAudience>> = {
  ...{ primary: 'minors', college: 'minors', secondary: 'minors', university: 'adults' },
}

const missingTexts = {
  subject: 'subjectMissing',
  level: 'levelMissing',
  audience: 'audienceMissing',
  hour: 'hourMissing',
  price: 'priceMissing',
  place: 'placeMissing',
} as const
type Needed = keyof typeof missingTexts

function isMissing(draft: Draft, field: Needed): boolean {
  if (field === 'price') return priceOf(draft) === null
  if (field === 'place') return draft.type === 'faceToFace' && draft.place.trim() === ''
  return !draft[field]
}

function priceOf({ price }: Draft): number | null {
  const value = Number(price)
  const isPrice =
    price.trim() !== '' && value >= 0 && value <= highestGroupPrice && Number.isInteger(value * 2)
  return isPrice ? value : null
}

/** Null while something is missing. */
function bodyOf(draft: Draft) {
  const { subject, level, audience, hour, type } = draft
  const price = priceOf(draft)
  if (subject === '' || level === '' || audience === '' || hour === null || price === null) return null
  if (isMissing(draft, 'place')) return null
  return {
    ...{ subject, level, audience, ...hour, type, price },
    topic: draft.topic.trim(),
    durationMinutes: Number(draft.minutes),
    capacity: Number(draft.capacity),
    place: type === 'faceToFace' ? draft.place.trim() : '',
    meetingLink: type === 'online' ? draft.meetingLink.trim() : '',
  }
}

/** The teacher's subjects in the order of the list; all of them while the profile has none. */
function subjectsIn(taught: unknown): readonly TeacherSubject[] {
  const words: readonly unknown[] = Array.isArray(taught) ? taught : []
  const own = words.flatMap((word) => {
    const subject = typeof word === 'string' ? subjectFrom(word) : null
    return subject ? [offeredAs(subject)] : []
  })
  return own.length === 0 ? teacherSubjects : teacherSubjects.filter((subject) => own.includes(subject))
}
