import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { endOf } from '../hours/hours.ts'
import { seriesDates } from '../hours/offered.ts'
import { bookedFields, type Lesson } from '../lessons/lesson.ts'
import type { Wish } from '../lessons/wish.ts'
import type { ConnectionRow } from '../parties/party.ts'

/** What the caller of `POST /sessions` asks for. */
export type BookingRequest = Omit<Wish, 'startsAt'> & {
  connectionId: string
  date: string
  hour: number
  weeks: number
  leaveOut: readonly string[]
  notes?: string
  idempotencyKey?: string | undefined
}

/** The lessons of a booking as they are before any rule was applied. A repetition of the call has the same ids. */
export function planLessons(
  connection: ConnectionRow,
  request: BookingRequest,
  { by, token, at }: { by: string; token: string; at: Date },
): Lesson[] {
  const { idempotencyKey, ...body } = request
  const { date, hour, durationMinutes, type, parentPresent } = body
  const { _id: connectionId, teacherId, studentId, childId, partyIds, subject } = connection
  const days = seriesDates(date, body.weeks, body.leaveOut)
  return days.map((day) => {
    const startsAt = instantOf(day, hour)
    return {
      _id: createdId(idempotencyKey, [by, body, day]),
      ...{ connectionId, teacherId, studentId, childId, partyIds, subject },
      seriesId: days.length > 1 ? token : null,
      groupId: null,
      startsAt,
      endsAt: endOf(startsAt, durationMinutes),
      ...{ durationMinutes, type, parentPresent },
      place: type === 'faceToFace' ? body.place.trim() : '',
      meetingLink: type === 'online' ? body.meetingLink.trim() : '',
      notes: body.notes?.trim() ?? '',
      ...bookedFields(startsAt, { by, at, token }),
    }
  })
}
