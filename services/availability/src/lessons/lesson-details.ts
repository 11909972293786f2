import { bodyInvalid } from '@darsi/kit/http/body-invalid.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { announced, type Details, type Lesson, type Moved, refuse } from './lesson.ts'
import { isMeetingLink } from './meeting-link.ts'

type Asked = { by: string; minor: boolean; guardianIds: readonly string[] }
type Rules = Asked & { meetingHosts: readonly string[] }

/**
 * True when a party may change the place, or the link of an online lesson. A guardian agreed to the place of a minor's
 * lesson, so only a guardian changes it; the link also the teacher, never the minor. Between adults both sides may.
 */
export function mayChangePlace(
  { type, teacherId, groupId }: Pick<Lesson, 'type' | 'teacherId' | 'groupId'>,
  { by, minor, guardianIds }: Asked,
): boolean {
  // all seats of a group have one place or link
  if (groupId) return false
  return !minor || guardianIds.includes(by) || (type === 'online' && by === teacherId)
}

/**
 * Checks a change of the place, the link or the notes, which all parties may change.
 * @throws problem `details-by-guardian`, `place-required`, `meeting-link-invalid` or `body-invalid`
 */
export function checkDetails(
  lesson: Pick<Lesson, 'type' | 'teacherId' | 'groupId'>,
  { place, meetingLink }: Details,
  { meetingHosts, ...asked }: Rules,
): void {
  if (lesson.groupId && (place !== undefined || meetingLink !== undefined)) throw problem('session-state')
  const mayChange = mayChangePlace(lesson, asked)
  if (place !== undefined) {
    if (lesson.type !== 'faceToFace') throw bodyInvalid([{ path: 'place' }])
    if (!mayChange) throw problem('details-by-guardian')
    if (place === '') throw problem('place-required')
  }
  if (meetingLink === undefined) return
  if (lesson.type !== 'online') throw bodyInvalid([{ path: 'meetingLink' }])
  if (!mayChange) throw problem('details-by-guardian')
  // without a link the lesson is held in the classroom
  if (meetingLink !== '' && !isMeetingLink(meetingLink, meetingHosts)) throw problem('meeting-link-invalid')
}

type Change = { by: string; at: Date; details: Details; series: readonly Lesson[] }

/**
 * @param change.series the lessons that are changed together; each event but the first has none
 * @throws problem with the reason; null when nothing changes
 */
export function changeDetails(lesson: Lesson, { by, at, details, series }: Change): Moved | null {
  refuse('change', lesson, at)
  const given = {
    place: details.place ?? lesson.place,
    meetingLink: details.meetingLink ?? lesson.meetingLink,
    notes: details.notes ?? lesson.notes,
  }
  const isSame =
    given.place === lesson.place && given.meetingLink === lesson.meetingLink && given.notes === lesson.notes
  if (isSame) return null
  const ids = series.map(({ _id }) => _id).filter((id) => id !== lesson._id)
  const changing = ids.length > 0 && { changing: { by, ids, details } }
  const changes = { ...given, revision: lesson.revision + 1, ...changing }
  const announces = announced(series, { ...lesson, ...changes })
  return { changes, happened: { type: 'session.changed' }, by, announces }
}
