import { randomUUID } from 'node:crypto'
import type { TeacherSubject } from '@darsi/contracts/reference/subjects.ts'
import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { createdId } from '@darsi/kit/http/created-id.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { firstStep, type Group } from '../groups/group.ts'
import type { GroupQueries } from '../groups/group-queries.ts'
import { endOf } from '../hours/hours.ts'
import { isApprovedTeacher } from '../parties/party.ts'
import type { PartyQueries } from '../parties/party-queries.ts'
import { offerOf } from './booking.ts'
import type { Bookings } from './commit.ts'
import type { RequestChecks } from './request-checks.ts'

type Offer = Pick<
  Group,
  'level' | 'audience' | 'topic' | 'durationMinutes' | 'type' | 'place' | 'meetingLink' | 'price' | 'capacity'
> & { subject: TeacherSubject; date: string; hour: number; idempotencyKey?: string | undefined }
type Parts = {
  bookings: Bookings
  groups: GroupQueries
  parties: PartyQueries
  checks: RequestChecks
  now: () => Date
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
  parts.checks.refuseLink(meetingLink)
  await refuseTeacher(parts, teacherId)
  const _id = createdId(idempotencyKey, [teacherId, offer])
  await parts.bookings.endEarlierCall(_id)
  const offered = await parts.groups.find(_id)
  if (offered) return offered
  await parts.checks.refuseHours(teacherId, [{ date, hour, durationMinutes }], at)
  const startsAt = instantOf(date, hour)
  const { subject, level, audience, price, capacity } = offer
  const group: Group = {
    _id,
    ...{ teacherId, subject, level, audience, topic: offer.topic.trim(), startsAt, durationMinutes },
    endsAt: endOf(startsAt, durationMinutes),
    ...{ type, place, meetingLink, price, capacity },
    status: 'open',
    cause: null,
    offeredAt: at,
    token: randomUUID(),
    ...firstStep(startsAt, at),
  }
  await parts.bookings.commit(offerOf(group, at))
  return group
}

async function refuseTeacher({ parties }: Parts, teacherId: string): Promise<void> {
  const row = (await parties.peopleOf([teacherId])).get(teacherId)
  if (!isApprovedTeacher(row)) throw problem('teacher-not-approved')
  const types = row?.sessionTypes ?? row?.firstSessionTypes ?? []
  if (!types.includes('group')) throw problem('group-not-offered')
}
