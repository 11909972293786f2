import type { ApiClient } from '@darsi/client/api/api-client.ts'
import type { ApiError } from '@darsi/client/api/api-error.ts'
import { useAttemptKey } from '@darsi/client/api/attempt-key.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import type { Connection } from '../../connections/public.ts'
import { texts } from '../../texts.ts'
import type { Viewer } from '../lesson.ts'
import type { Hour } from './free-hours.tsx'

export const lengths = [30, 45, 60, 90, 120] as const
export const usualLength = 60
export const kinds = ['online', 'faceToFace'] as const

/** The form's state. `allowedBy` corrects what a learner may not choose, so another connection restores the choice. */
export type BookingDraft = {
  connectionId: string
  /** Null until an hour is chosen. */
  week: number | null
  hour: Hour | null
  minutes: number
  type: (typeof kinds)[number]
  weeks: string
  meetingLink: string
  place: string
  notes: string
  parentPresent: boolean
}

export const emptyBooking: BookingDraft = {
  connectionId: '',
  week: null,
  hour: null,
  minutes: usualLength,
  type: 'online',
  weeks: '1',
  meetingLink: '',
  place: '',
  notes: '',
  parentPresent: false,
}

/** Before a connection is chosen. */
const anything = { maxMinutes: 120, parentPresent: false, online: true }

/** The options that the learner's age and the guardian's consent allow, and the draft limited to them. */
export function allowedBy(connection: Connection | null, draft: BookingDraft, viewer: Viewer) {
  const may = connection?.lessons ?? anything
  const type = may.online ? draft.type : ('faceToFace' as const)
  const isMinor = connection?.student.minor === true
  const isOutside = type === 'faceToFace' || draft.meetingLink.trim() !== ''
  return {
    maxMinutes: may.maxMinutes,
    minutes: Math.min(draft.minutes, may.maxMinutes),
    online: may.online,
    type,
    // a child without an account reads nothing, and a guardian's own words are delivered
    isJudged: isMinor && viewer !== 'parent' && connection.student.id !== connection.student.childId,
    // only a guardian can declare that a parent is present
    saysPresence: may.parentPresent && viewer === 'parent',
    waitsForGuardian:
      viewer === 'teacher' ? isMinor : viewer === 'student' && (may.parentPresent || (isMinor && isOutside)),
  }
}

export type Allowed = ReturnType<typeof allowedBy>
type Booking = ReturnType<typeof bookingOf>

/** The request body; null while a connection or an hour is missing. `leaveOut` are dates of the series. */
export function bookingOf(
  draft: BookingDraft,
  { minutes, type, saysPresence }: Allowed,
  leaveOut: string[] = [],
) {
  if (draft.connectionId === '' || draft.hour === null) return null
  return {
    connectionId: draft.connectionId,
    ...draft.hour,
    durationMinutes: minutes,
    type,
    weeks: Number(draft.weeks),
    leaveOut,
    place: type === 'faceToFace' ? draft.place.trim() : '',
    meetingLink: type === 'online' ? draft.meetingLink.trim() : '',
    notes: draft.notes.trim(),
    parentPresent: saysPresence && draft.parentPresent,
  }
}

export function useBooking(api: ApiClient, onDone: () => void) {
  const t = useTranslator(texts.lessons)
  const toast = useToast()
  // another learner may have booked the hour first
  const onFailure = ({ code }: ApiError) => code?.startsWith('SLOT_') && void invalidate(api, 'hours')
  const { run, busy, failure } = useAction({ onFailure })
  const [tried, setTried] = useState(0)
  const { keyFor } = useAttemptKey()
  const send = async (booking: Booking) => {
    setTried((count) => count + 1)
    if (booking === null) return
    await run(async () => {
      const { data } = await api.call('POST /sessions', { body: booking, idempotencyKey: keyFor(booking) })
      invalidate(api, 'lesson')
      const waits = data.some(({ status }) => status === 'proposed')
      toast(waits ? t('proposedDone') : t('booked', { count: data.length }))
      onDone()
    })
  }
  return { busy, error: failure, tried, send }
}

/** The closed dates that a refusal names. */
export function closedDates({ body }: ApiError): string[] {
  const found: unknown = typeof body === 'object' && body && 'closed' in body ? body.closed : null
  return Array.isArray(found) ? found.filter((date) => typeof date === 'string') : []
}

/** The field that an error belongs to. The server names some fields by path, the others by error code. */
export function fieldsOf(error: ApiError | null) {
  const by = (path: string, ...codes: readonly string[]) =>
    error === null
      ? undefined
      : (error.about(path) ?? (codes.includes(error.code ?? '') ? error.message : undefined))
  return {
    hour: by('hour', 'SLOT_TAKEN', 'SLOT_NOT_OFFERED', 'SLOT_PAST', 'GUARDIAN_ANSWER_TOO_LATE'),
    minutes: by('durationMinutes', 'LESSON_TOO_LONG'),
    notes: by('notes'),
    place: by('place', 'PLACE_REQUIRED'),
    meetingLink: by('meetingLink', 'MEETING_LINK_INVALID'),
    parentPresent: by('parentPresent', 'PARENT_PRESENCE'),
  }
}
