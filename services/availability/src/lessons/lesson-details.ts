import { bodyInvalid } from '@darsi/kit/http/body-invalid.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import {
  announced,
  type Details,
  type Lesson,
  type Moved,
  type Proposal,
  proposedFields,
  refuse,
} from './lesson.ts'
import { isMeetingLink } from './meeting-link.ts'
import { agreementOf, isVenueAgreed } from './venue.ts'

type Asked = { by: string; minor: boolean; guardianIds: readonly string[] }
type Rules = Asked & { meetingHosts: readonly string[] }

/**
 * True when a party may change the place, or the link of an online lesson. A guardian agreed to the place of a minor's
 * lesson, so only a guardian changes it. The teacher may propose another link, to which a guardian has to agree; the
 * minor never. Between adults both sides may.
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

type Change = {
  by: string
  at: Date
  details: Details
  series: readonly Lesson[]
  connection: Omit<Asked, 'by'>
  /** Null when it is too late for a guardian's answer. */
  proposal: Proposal | null
}

/**
 * @param change.series the lessons that are changed together; each event but the first has none
 * @throws problem with the reason; null when nothing changes
 */
export function changeDetails(lesson: Lesson, change: Change): Moved | null {
  const { by, at, details, series, connection, proposal } = change
  refuse('change', lesson, at)
  const texts = {
    place: details.place ?? lesson.place,
    meetingLink: details.meetingLink ?? lesson.meetingLink,
    notes: details.notes ?? lesson.notes,
  }
  const isSame =
    texts.place === lesson.place && texts.meetingLink === lesson.meetingLink && texts.notes === lesson.notes
  if (isSame) return null
  const ids = series.map(({ _id }) => _id).filter((id) => id !== lesson._id)
  const changing = ids.length > 0 && { changing: { by, ids, details, proposal } }
  const given = { ...texts, ...venueOf({ ...lesson, ...texts }, change) }
  const isAgreed = isVenueAgreed({ ...lesson, ...given }, connection)
  if (!isAgreed && !proposal) throw problem('details-by-guardian')
  const waiting = !isAgreed && proposal && { token: proposal.token, ...proposedFields(proposal.until) }
  const changes = { ...given, revision: lesson.revision + 1, ...changing, ...waiting }
  const announces = announced(series, { ...lesson, ...changes })
  return { changes, happened: { type: waiting ? 'session.proposed' : 'session.changed' }, by, announces }
}

/** A guardian who gives a place or link agrees to it. */
function venueOf(lesson: Lesson, { by, details, connection }: Change): Partial<Lesson> {
  const isGiven = details.place !== undefined || details.meetingLink !== undefined
  return isGiven && connection.guardianIds.includes(by) ? { agreedVenue: agreementOf(lesson, by) } : {}
}
