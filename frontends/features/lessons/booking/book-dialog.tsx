import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { ApiError } from '@darsi/client/api/api-error.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { Dialog } from '@darsi/design/dialogs/dialog.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { Field } from '@darsi/design/forms/field.tsx'
import { Form } from '@darsi/design/forms/form.tsx'
import { FormButtons } from '@darsi/design/forms/form-buttons.tsx'
import { Select } from '@darsi/design/forms/input.tsx'
import { useLanguage, useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useId, useMemo, useState } from 'react'
import type { Connection } from '../../connections/public.ts'
import { texts } from '../../texts.ts'
import type { Viewer } from '../lesson.ts'
import {
  allowedBy,
  type BookingDraft,
  bookingOf,
  closedDates,
  emptyBooking,
  fieldsOf,
  useBooking,
} from './booking.ts'
import { GuardianFields, LengthFields, NotesField, PlaceOfLessonFields } from './booking-fields.tsx'
import { FreeHours } from './free-hours.tsx'

type Props = {
  api: ApiClient
  /** The approved connections; a single one is preselected. */
  connections: readonly Connection[]
  viewer: Viewer
  /** Chosen already, as in an earlier lesson. */
  initial?: Partial<BookingDraft>
  onClose: () => void
}

/** Books one hour, or the same hour for several weeks. Errors of the server are shown at their fields. */
export function BookDialog({ api, connections, viewer, initial, onClose }: Props) {
  const t = useTranslator(texts.lessons)
  const formId = useId()
  const [draft, setDraft] = useState<BookingDraft>({
    ...emptyBooking,
    ...initial,
    connectionId: connections.length === 1 ? (connections[0]?.id ?? '') : '',
  })
  const set = (part: Partial<BookingDraft>) => setDraft((before) => ({ ...before, ...part }))
  const connection = connections.find(({ id }) => id === draft.connectionId) ?? null
  const { busy, error, tried, send } = useBooking(api, onClose)
  const wrong = useMemo(() => ({ tried, error }), [tried, error])
  const allowed = allowedBy(connection, draft, viewer)
  const problems = fieldsOf(error)
  const fields = { draft, allowed, problems, set }
  const book = (leaveOut: string[] = []) => void send(bookingOf(draft, allowed, leaveOut))
  return (
    <Dialog
      open
      title={
        connection === null
          ? t('book')
          : t('bookWith', { name: viewer === 'teacher' ? connection.student.name : connection.teacher.name })
      }
      onClose={onClose}
      locked={busy}
      actions={
        <FormButtons
          form={formId}
          confirm={connections.length > 0 ? t('bookSend') : null}
          leave={t('back')}
          busy={busy}
          onClose={onClose}
        />
      }
    >
      <Refusal error={error} weeks={Number(draft.weeks)} busy={busy} onLeaveOut={book} />
      {connections.length === 0 && <p>{t('noConnections')}</p>}
      {connections.length > 0 && (
        <Form wrong={wrong} id={formId} onSubmit={() => book()}>
          {connections.length > 1 && (
            <ConnectionField
              connections={connections}
              viewer={viewer}
              value={draft.connectionId}
              onChange={(connectionId) => set({ connectionId, hour: null, week: null })}
              isMissing={tried > 0 && connection === null}
            />
          )}
          {connection !== null && (
            <FreeHours
              api={api}
              teacherId={connection.teacher.id}
              connectionId={connection.id}
              week={draft.week}
              onWeek={(week) => set({ week, hour: null })}
              chosen={draft.hour}
              onChoose={(hour) => set({ hour })}
              error={tried > 0 && draft.hour === null ? t('chooseHour') : problems.hour}
            />
          )}
          <LengthFields {...fields} />
          <PlaceOfLessonFields {...fields} />
          <NotesField {...fields} />
          <GuardianFields {...fields} />
        </Form>
      )}
    </Dialog>
  )
}

type RefusalProps = {
  error: ApiError | null
  weeks: number
  busy: boolean
  onLeaveOut: (dates: string[]) => void
}

/** Why nothing was booked; a series over holidays can be booked without them. */
function Refusal({ error, weeks, busy, onLeaveOut }: RefusalProps) {
  const t = useTranslator(texts.lessons)
  if (error === null) return null
  const closed = closedDates(error)
  const button = closed.length > 0 && closed.length < weeks && (
    <Button size="sm" loading={busy} onClick={() => onLeaveOut(closed)}>
      {t('leaveOutDays')}
    </Button>
  )
  return (
    <Banner tone="danger" actions={button || undefined}>
      {error.message}
    </Banner>
  )
}

type ConnectionProps = Pick<Props, 'connections' | 'viewer'> & {
  value: string
  onChange: (connectionId: string) => void
  isMissing: boolean
}

function ConnectionField({ connections, viewer, value, onChange, isMissing }: ConnectionProps) {
  const t = useTranslator(texts.lessons)
  const language = useLanguage()
  const label = (each: Connection) => {
    const name = viewer === 'teacher' ? each.student.name : each.teacher.name
    const subject = subjectName(each.subject, language)
    return viewer === 'parent'
      ? t('connectionChild', { name, subject, child: each.student.name })
      : t('connectionOption', { name, subject })
  }
  return (
    <Field label={t('bookConnection')} required error={isMissing ? t('chooseConnection') : undefined}>
      <Select
        value={value}
        onChange={onChange}
        options={connections.map((each) => ({ value: each.id, label: label(each) }))}
      />
    </Field>
  )
}
