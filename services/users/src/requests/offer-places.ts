import type { EventInput } from '@darsi/contracts/events/events.ts'
import { Problem, problem } from '@darsi/kit/http/problem.ts'
import type { Connection } from '../connections/connection.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { UpgradeStore } from '../connections/upgrade-store.ts'
import { isFindable, personOf } from '../profiles/profile.ts'
import type { TeacherStore } from '../teachers/teacher-store.ts'
import { prepareRequest, type RequestParts, type Wish } from './connection-request.ts'
import { lapse, offer, offeredUntil, offerMs, type WaitingRequest } from './waiting-request.ts'
import type { WaitingStore } from './waiting-store.ts'

export type PlaceParts = RequestParts & {
  connections: Pick<ConnectionStore, 'taughtBy' | 'find' | 'holdPlace'>
  upgrades: Pick<UpgradeStore, 'places'>
  waiting: WaitingStore
}

/** @param userOf the connection that used an offer may take the place held for it */
async function placesOf(parts: PlaceParts, teacherId: string, userOf?: string) {
  const { connections, upgrades } = parts
  const places = await upgrades.places(teacherId)
  if (places === null) return { places, free: Number.POSITIVE_INFINITY, offer: undefined }
  const { held } = await offersOf(parts, teacherId)
  const offer = userOf ? held.find(({ connectionId }) => connectionId === userOf)?._id : undefined
  const heldForOthers = held.length - (offer ? 1 : 0)
  // neither taken nor offered
  const free = places - (await connections.taughtBy(teacherId)) - heldForOthers
  return { places, free, offer }
}

/**
 * An offered place stays free for its learner.
 * @returns how many places there are, and the offer that the connection used
 * @throws problem `connection-quota`
 */
export async function requirePlaceFor(
  parts: PlaceParts,
  { _id, teacherId }: Pick<Connection, '_id' | 'teacherId'>,
) {
  const { free, places, offer } = await placesOf(parts, teacherId, _id)
  if (free <= 0) throw problem('connection-quota')
  return { places, offer }
}

export const isFull = async (parts: PlaceParts, teacherId: string): Promise<boolean> =>
  (await placesOf(parts, teacherId)).free <= 0

/** Offers a teacher's free places to the next in the list, and marks a full teacher. */
export async function followPlaces(
  parts: PlaceParts & { teachers: TeacherStore },
  { data: { teacherId } }: { data: { teacherId: string } },
): Promise<void> {
  const { teachers } = parts
  await releaseAnswered(parts, teacherId)
  await offerPlaces(parts, teacherId)
  let full = await isFull(parts, teacherId)
  for (;;) {
    await teachers.setFull(teacherId, full)
    // another process may have counted after this one and written before it
    const after = await isFull(parts, teacherId)
    if (after === full) break
    full = after
  }
}

/** Ends offers after 24 hours. Safe on several replicas. */
export async function lapseOffers(parts: PlaceParts & { teachers: TeacherStore }): Promise<void> {
  const { waiting, now } = parts
  for (const { _id, ...request } of await waiting.offeredBefore(new Date(now().getTime() - offerMs))) {
    const eventOf = await eventsOf(parts, { _id, ...request }, 'place.lapsed')
    await waiting.update(_id, (found) => lapse(found, now()), eventOf)
  }
  for (const teacherId of await waiting.awaitedTeachers()) await followPlaces(parts, { data: { teacherId } })
}

/** Corrects teachers who stayed marked full, because a process ended after it removed the last requests to them. */
export async function recountFull(parts: PlaceParts & { teachers: TeacherStore }): Promise<void> {
  for (const teacherId of await parts.teachers.markedFull())
    if (!(await isFull(parts, teacherId))) await followPlaces(parts, { data: { teacherId } })
}

async function offerPlaces(parts: PlaceParts, teacherId: string): Promise<void> {
  const { waiting, profiles, connections, now } = parts
  if (!isFindable(await profiles.find(teacherId))) return
  const { places, free } = await placesOf(parts, teacherId)
  const passedOver: string[] = []
  for (let left = free; left > 0; ) {
    const next = await waiting.next(teacherId, passedOver)
    if (!next) return
    if (!(await canBeSent(parts, next))) {
      // it stays in the list: an account may be reinstated, and a pause lifted
      passedOver.push(next._id)
      continue
    }
    // another process may have counted the same place
    if (places !== null && !(await connections.holdPlace(next, { places, at: now() }))) return
    const eventOf = await eventsOf(parts, next, 'place.offered')
    await waiting.update(next._id, (found) => offer(found, now()), eventOf)
    left--
  }
}

/** Whether the requester could send it now. A failing database is no answer: its error is thrown. */
async function canBeSent(parts: PlaceParts, request: WaitingRequest): Promise<boolean> {
  const requester = await parts.profiles.find(request.requesterId)
  if (requester?.status !== 'approved') return false
  try {
    await prepareRequest(parts, requester, wishOf(request))
    return true
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return false
  }
}

export const wishOf = (request: WaitingRequest): Wish => {
  const { teacherId, subject, message, preferredTimes, childId } = request
  return { teacherId, subject, message, preferredTimes, ...(childId && { childId }) }
}

async function releaseAnswered(parts: PlaceParts, teacherId: string): Promise<void> {
  const { answered } = await offersOf(parts, teacherId)
  for (const { _id } of answered) await parts.waiting.remove(_id)
}

/**
 * A request that took an offer keeps its place until the teacher has answered. Then its connection counts by itself,
 * also before the request is removed.
 */
async function offersOf({ waiting, connections }: PlaceParts, teacherId: string) {
  const held: WaitingRequest[] = []
  const answered: WaitingRequest[] = []
  for (const request of await waiting.heldPlaces(teacherId)) {
    const connection = request.connectionId ? await connections.find(request.connectionId) : null
    const isPending = connection?.status === 'pending' || connection?.status === 'suspended'
    const holds = !request.connectionId || (isPending && connection.needs.teacher === 'waiting')
    if (holds) held.push(request)
    else answered.push(request)
  }
  return { held, answered }
}

async function eventsOf(
  { profiles, now }: PlaceParts,
  { requesterId, teacherId }: WaitingRequest,
  type: 'place.offered' | 'place.lapsed',
): Promise<(changed: WaitingRequest) => EventInput> {
  const [requester, teacher] = await Promise.all([profiles.find(requesterId), profiles.find(teacherId)])
  return (changed) => ({
    type,
    data: {
      waitingRequestId: changed._id,
      teacherId,
      requesterId,
      subject: changed.subject,
      offeredUntil: (offeredUntil(changed) ?? now()).toISOString(),
      at: now().toISOString(),
    },
    personal: { ...personOf(requester), teacherName: teacher?.fullName ?? '' },
  })
}
