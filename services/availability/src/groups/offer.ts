import { randomUUID } from 'node:crypto'
import type { TeacherSubject } from '@darsi/contracts/reference/subjects.ts'
import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { offerOf } from '../bookings/booking.ts'
import type { BookingParts } from '../bookings/carry-out.ts'
import { commit, endEarlierCall } from '../bookings/commit.ts'
import { refuseSlot } from '../bookings/offered.ts'
import type { GridStore } from '../grid/grid-store.ts'
import { endOf } from '../lessons/hours.ts'
import { isMeetingLink } from '../lessons/meeting-link.ts'
import { isApprovedTeacher } from '../parties/party.ts'
import type { PeriodStore } from '../periods/period-store.ts'
import { firstStep, type Group } from './group.ts'

type Offer = Pick<
  Group,
  'level' | 'topic' | 'durationMinutes' | 'type' | 'place' | 'meetingLink' | 'price' | 'capacity'
> & { subject: TeacherSubject; date: string; hour: number; idempotencyKey?: string | undefined }
type Parts = BookingParts & {
  grids: Pick<GridStore, 'find'>
  periods: Pick<PeriodStore, 'between'>
  meetingHosts: readonly string[]
}

/**
 * An approved teacher offers a group hour in the own grid. A repetition with the same key has the group of the first
 * call.
 * @throws problems of the contract
 */
export async function offerGroup(
  parts: Parts,
  teacherId: string,
  { idempotencyKey, ...offer }: Offer,
): Promise<Group> {
  const { date, hour, durationMinutes, type } = offer
  const at = parts.now()
  const place = type === 'faceToFace' ? offer.place.trim() : ''
  const meetingLink = type === 'online' ? offer.meetingLink.trim() : ''
  if (type === 'faceToFace' && place === '') throw problem('place-required')
  // without a link the group meets in the classroom
  if (meetingLink !== '' && !isMeetingLink(meetingLink, parts.meetingHosts))
    throw problem('meeting-link-invalid')
  await refuseTeacher(parts, teacherId)
  const _id = createdId(idempotencyKey, [teacherId, offer])
  await endEarlierCall(parts, _id)
  const offered = await parts.groupQueries.find(_id)
  if (offered) return offered
  const [grid, periods] = await Promise.all([parts.grids.find(teacherId), parts.periods.between(date, date)])
  refuseSlot({ grid, periods }, [{ date, hour, durationMinutes }], at)
  const startsAt = instantOf(date, hour)
  const { subject, level, price, capacity } = offer
  const group: Group = {
    _id,
    ...{ teacherId, subject, level, topic: offer.topic.trim(), startsAt, durationMinutes },
    endsAt: endOf(startsAt, durationMinutes),
    ...{ type, place, meetingLink, price, capacity },
    status: 'open',
    cause: null,
    offeredAt: at,
    token: randomUUID(),
    ...firstStep(startsAt, at),
  }
  await commit(parts, offerOf(group, at))
  return group
}

async function refuseTeacher({ partyQueries }: Parts, teacherId: string): Promise<void> {
  const row = (await partyQueries.peopleOf([teacherId])).get(teacherId)
  if (!isApprovedTeacher(row)) throw problem('teacher-not-approved')
  const types = row?.sessionTypes ?? row?.firstSessionTypes ?? []
  if (!types.includes('group')) throw problem('group-not-offered')
}
