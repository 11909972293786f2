import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { announce } from '../announce.ts'
import type { ApiClient } from '../api-client.ts'
import { ApiError } from '../api-error.ts'
import { Banner } from '../banner.tsx'
import { Checkbox, RadioGroup } from '../choice.tsx'
import type { Connection } from '../connections/connection.ts'
import { Dialog } from '../dialog.tsx'
import { Field, focusFirstInvalid } from '../field.tsx'
import { FormButtons } from '../form-buttons.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { Select, TextInput } from '../input.tsx'
import { subjectWords } from '../teachers/teacher-words.ts'
import { useToast } from '../toast.tsx'
import { FreeHours, type Hour } from './free-hours.tsx'
import type { Viewer } from './lesson.ts'
import { lessonsTexts } from './lessons-texts.ts'

type Props = {
  api: ApiClient
  /** The approved ones; the only one is chosen. */
  connections: readonly Connection[]
  viewer: Viewer
  onClose: () => void
}

const lengths = [30, 45, 60, 90, 120] as const
const usualLength = 60
const kinds = ['online', 'faceToFace'] as const
/** Before it is said with whom, and of an answer that an older server gave. */
const anything = { maxMinutes: 120, parentPresent: false, online: true }
const series = [1, 2, 3, 4, 6, 8, 10, 12, 16] as const

/** Books one hour, or the same one for several weeks; what the server refuses is shown where it belongs. */
export function BookDialog({ api, connections, viewer, onClose }: Props) {
  const t = useTranslator(lessonsTexts)
  const language = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const [connectionId, setConnectionId] = useState(connections.length === 1 ? (connections[0]?.id ?? '') : '')
  const connection = connections.find(({ id }) => id === connectionId) ?? null
  const [week, setWeek] = useState(0)
  const [hour, setHour] = useState<Hour | null>(null)
  const [wanted, setWanted] = useState(usualLength)
  const [chosen, setChosen] = useState<(typeof kinds)[number]>('online')
  const [meetingLink, setMeetingLink] = useState('')
  const [place, setPlace] = useState('')
  const [parentPresent, setParentPresent] = useState(false)
  const [weeks, setWeeks] = useState('1')
  const { busy, error, round, tried, send } = useBooking(api, onClose)
  // nobody is offered what the learner's age or the guardian's consent does not allow
  const may = connection?.lessons ?? anything
  const options = lengths.filter((each) => each <= may.maxMinutes)
  const minutes = Math.min(wanted, may.maxMinutes)
  const type = may.online ? chosen : 'faceToFace'

  useEffect(() => {
    if ((tried > 0 || error !== null) && form.current) focusFirstInvalid(form.current)
  }, [tried, error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(
      connection !== null && hour !== null
        ? {
            connectionId: connection.id,
            ...hour,
            durationMinutes: minutes,
            type,
            weeks: Number(weeks),
            place: type === 'faceToFace' ? place.trim() : '',
            meetingLink: type === 'online' ? meetingLink.trim() : '',
            parentPresent: may.parentPresent && parentPresent,
          }
        : null,
    )
  }
  const label = (each: Connection) => {
    const name = viewer === 'teacher' ? each.student.name : each.teacher.name
    const subject = subjectWords(each.subject, language)
    return viewer === 'parent'
      ? t('connectionChild', { name, subject, child: each.student.name })
      : t('connectionOption', { name, subject })
  }
  const about = fieldsOf(error)
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
      {error !== null && <Banner tone="danger">{error.message}</Banner>}
      {connections.length === 0 && <p>{t('noConnections')}</p>}
      {connections.length > 0 && (
        <form ref={form} id={formId} className="ds-stack" onSubmit={submit} noValidate>
          {connections.length > 1 && (
            <Field
              label={t('bookConnection')}
              required
              error={tried > 0 && connection === null ? t('chooseConnection') : undefined}
            >
              <Select
                value={connectionId}
                onChange={(id) => {
                  setConnectionId(id)
                  setHour(null)
                }}
                options={connections.map((each) => ({ value: each.id, label: label(each) }))}
              />
            </Field>
          )}
          {connection !== null && (
            <FreeHours
              api={api}
              teacherId={connection.teacher.id}
              week={week}
              onWeek={(next) => {
                setWeek(next)
                setHour(null)
              }}
              chosen={hour}
              onChoose={setHour}
              error={tried > 0 && hour === null ? t('chooseHour') : about.hour}
              round={round}
            />
          )}
          <div className="ds-grid">
            <Field
              label={t('length')}
              hint={may.maxMinutes <= usualLength ? t('lengthHint') : undefined}
              error={about.minutes}
            >
              <Select
                value={String(minutes)}
                onChange={(value) => setWanted(Number(value))}
                placeholder={null}
                options={options.map((count) => ({ value: String(count), label: t('minutes', { count }) }))}
              />
            </Field>
            <Field label={t('repeat')}>
              <Select
                value={weeks}
                onChange={setWeeks}
                placeholder={null}
                options={series.map((count) => ({
                  value: String(count),
                  label: count === 1 ? t('once') : t('weeks', { count }),
                }))}
              />
            </Field>
          </div>
          <RadioGroup
            legend={t('type')}
            variant="segments"
            value={type}
            onChange={setChosen}
            options={kinds
              .filter((kind) => may.online || kind !== 'online')
              .map((kind) => ({ value: kind, label: t(kind) }))}
          />
          {!may.online && <p className="ds-soft ds-small">{t('noVideoConsent')}</p>}
          {type === 'online' ? (
            <Field label={t('meetingLink')} hint={t('meetingLinkHint')} error={about.meetingLink} optional>
              <TextInput
                type="url"
                maxLength={500}
                value={meetingLink}
                onChange={(event) => setMeetingLink(event.target.value)}
              />
            </Field>
          ) : (
            <Field label={t('place')} hint={t('placeHint')} error={about.place} required>
              <TextInput
                dir="auto"
                maxLength={200}
                value={place}
                onChange={(event) => setPlace(event.target.value)}
              />
            </Field>
          )}
          {may.parentPresent && (
            <Checkbox
              label={t('presence')}
              hint={t('presenceHint')}
              error={about.parentPresent}
              checked={parentPresent}
              onChange={(event) => setParentPresent(event.target.checked)}
            />
          )}
        </form>
      )}
    </Dialog>
  )
}

type Booking = {
  connectionId: string
  date: string
  hour: number
  durationMinutes: number
  type: 'online' | 'faceToFace'
  weeks: number
  place: string
  meetingLink: string
  parentPresent: boolean
}

function useBooking(api: ApiClient, onDone: () => void) {
  const t = useTranslator(lessonsTexts)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [tried, setTried] = useState(0)
  const [round, setRound] = useState(0)
  const send = async (booking: Booking | null) => {
    setTried((count) => count + 1)
    if (booking === null || busy) return
    setBusy(true)
    setError(null)
    try {
      const { data } = await api.call('POST /sessions', { body: booking })
      announce('lessons')
      toast(t('booked', { count: data.length }))
      onDone()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setBusy(false)
      // somebody may have been quicker: the hours are asked for again
      if (failure.code?.startsWith('SLOT_')) setRound((count) => count + 1)
    }
  }
  return { busy, error, tried, round, send }
}

/** Which field a refusal is about; the server names some by path and the rest by its code. */
function fieldsOf(error: ApiError | null) {
  const by = (path: string, ...codes: readonly string[]) =>
    error === null
      ? undefined
      : (error.about(path) ?? (codes.includes(error.code ?? '') ? error.message : undefined))
  return {
    hour: by('hour', 'SLOT_TAKEN', 'SLOT_NOT_OFFERED', 'SLOT_PAST'),
    minutes: by('durationMinutes', 'LESSON_TOO_LONG'),
    place: by('place', 'PLACE_REQUIRED'),
    meetingLink: by('meetingLink', 'MEETING_LINK_INVALID'),
    parentPresent: by('parentPresent', 'PARENT_PRESENCE'),
  }
}
