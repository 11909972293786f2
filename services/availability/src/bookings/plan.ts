import { randomUUID } from 'node:crypto'
import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { endOf } from '../lessons/hours.ts'
import { bookedFields, type Lesson } from '../lessons/lesson.ts'
import type { ConnectionRow } from '../parties/party.ts'
import { seriesDates } from './offered.ts'
import type { Wish } from './wish.ts'

/** What the caller of `POST /sessions` asks for. */
export type BookingRequest = Omit<Wish, 'startsAt'> & {
  connectionId: string
  date: string
  hour: number
  weeks: number
  notes?: string
}

/** The lessons of a booking as they are before any rule was applied. */
export function planLessons(
  connection: ConnectionRow,
  request: BookingRequest,
  { by, token, at }: { by: string; token: string; at: Date },
): Lesson[] {
  const { date, hour, weeks, durationMinutes, type, parentPresent } = request
  const { _id: connectionId, teacherId, studentId, childId, partyIds, subject } = connection
  return seriesDates(date, weeks).map((day) => {
    const startsAt = instantOf(day, hour)
    return {
      _id: randomUUID(),
      ...{ connectionId, teacherId, studentId, childId, partyIds, subject },
      seriesId: weeks > 1 ? token : null,
      startsAt,
      endsAt: endOf(startsAt, durationMinutes),
      ...{ durationMinutes, type, parentPresent },
      place: type === 'faceToFace' ? request.place.trim() : '',
      meetingLink: type === 'online' ? request.meetingLink.trim() : '',
      notes: request.notes?.trim() ?? '',
      ...bookedFields(startsAt, { by, at, token }),
    }
  })
}
