import { setTimeout as sleep } from 'node:timers/promises'
import { mostLessonsAhead } from '@darsi/contracts/rules/lesson-times.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Claim, isOfConnection } from '../hours/claim.ts'
import { takesHour } from '../hours/hours.ts'
import { isSeatOf } from '../lessons/seat-rule.ts'
import { isVenueAgreed } from '../lessons/venue.ts'
import { type Answer, answerOf, type Booking } from './booking.ts'
import { type BookingParts, carryOut } from './carry-out.ts'

/** A booking that was not committed for so long never will be: its process stopped, or will find its id taken. */
const voidAfterMs = 60_000
const attempts = 10

export type Bookings = ReturnType<typeof createBookings>
type Wanted = { booking: Booking; wanted: readonly Claim[] }

/** Takes hours, commits bookings, and completes those of stopped processes. */
export function createBookings(parts: BookingParts) {
  return {
    commit: (wanted: Wanted): Promise<void> => commit(parts, wanted),
    answer: (answer: Answer): Promise<boolean> => recordAnswer(parts, answer),
    endEarlierCall: (lessonId: string): Promise<void> => endEarlierCall(parts, lessonId),
    /** Carries out the bookings of stopped processes, and removes claims that were never committed. */
    sweep: (): Promise<void> => sweep(parts),
    claimsOf: (lessonId: string): Promise<Claim[]> => parts.claims.ofLesson(lessonId),
    find: (id: string): Promise<Booking | null> => parts.bookings.find(id),
  }
}

/**
 * Takes the hours first and commits second, so two bookings never commit to the same hour.
 * @throws problem `slot-taken`, with every hour as free as before
 */
async function commit(parts: BookingParts, { booking, wanted }: Wanted): Promise<void> {
  await refuseStates(parts, booking)
  if (!(await takeHours(parts, wanted, booking._id))) throw problem('slot-taken')
  await refuseTooMany(parts, booking)
  if (!(await parts.bookings.commit(booking))) {
    // another process voided this booking because it took too long, and may have given the hours to another one
    await parts.claims.releaseBooking(booking._id)
    throw problem('slot-taken')
  }
  await carryOut(parts, booking)
  for (const { _id, token } of wanted.filter(isOfConnection)) await parts.claims.release({ _id, token })
}

/** Only while the booking has the claim of its connection. @throws problem `lessons-ahead-full` */
async function refuseTooMany(
  { lessons: stored, claims }: BookingParts,
  { _id, lessons = [] }: Booking,
): Promise<void> {
  const [first] = lessons
  if (!first) return
  const { connectionId } = first
  if ((await stored.countAhead(connectionId)) + lessons.length <= mostLessonsAhead) return
  await claims.releaseBooking(_id)
  throw problem('lessons-ahead-full', { params: { most: String(mostLessonsAhead) } })
}

/**
 * Whichever call made the lessons.
 * @throws problem for a minor's lesson at a place or link that no guardian agreed to, and for a seat among learners of
 * another age or level
 */
async function refuseStates({ parties }: BookingParts, { lessons = [] }: Booking): Promise<void> {
  const connection = lessons[0] ? await parties.connection(lessons[0].connectionId) : null
  if (!connection) return
  if (!lessons.every((lesson) => isVenueAgreed(lesson, connection))) throw problem('details-by-guardian')
  if (!lessons.every((lesson) => isSeatOf(lesson, connection))) throw problem('group-level')
}

/** @returns false when it was answered already */
async function recordAnswer(parts: BookingParts, answer: Answer): Promise<boolean> {
  const proposing = await parts.bookings.find(answer.token)
  // the process that proposed may have stopped before it wrote every lesson of the series
  if (proposing?.openAt) await carryOut(parts, proposing)
  const booking = answerOf(answer, parts.now())
  if (await parts.bookings.commit(booking)) {
    await carryOut(parts, booking)
    return true
  }
  // a lesson whose change belongs to this proposal may have been written after its answer
  const answered = await parts.bookings.find(booking._id)
  if (answered) await carryOut(parts, answered)
  return false
}

/**
 * Ends an earlier call that booked this lesson or group, or moved this lesson: completes what it committed. Otherwise it
 * can no longer commit, and its claims are removed: they would refuse the hours to its repetition for a minute.
 */
async function endEarlierCall(parts: BookingParts, lessonId: string): Promise<void> {
  for (const claim of await parts.claims.ofLesson(lessonId)) {
    const booking = await parts.bookings.find(claim.token)
    // the lesson of the claim may be the only one of its series that is written
    if (booking?.openAt) await carryOut(parts, booking)
    else await stateOf(parts, claim, 0)
  }
}

/** All hours or none. @returns false when one of them belongs to another lesson */
async function takeHours(parts: BookingParts, wanted: readonly Claim[], token: string): Promise<boolean> {
  const ids = wanted.map(({ _id }) => _id)
  for (let attempt = 0; attempt < attempts; attempt++) {
    // a read first: most bookings of a taken hour end here, without a write
    const states = await Promise.all((await parts.claims.find(ids)).map((claim) => stateOf(parts, claim)))
    if (states.includes('held')) return false
    if (states.includes('undecided')) await sleep((1 + attempt) * (20 + Math.random() * 40))
    else if (await parts.claims.take(wanted, token, parts.now())) return true
  }
  return false
}

/**
 * Whether an existing claim blocks other bookings: it does while its lesson takes the hour, or its booking may still be
 * committed. Removes a claim that does not.
 */
async function stateOf(
  parts: BookingParts,
  claim: Claim,
  voidAfter = voidAfterMs,
): Promise<'held' | 'undecided' | 'free'> {
  if (await isHeld(parts, claim)) return 'held'
  const booking = await parts.bookings.find(claim.token)
  if (!booking) {
    if (parts.now().getTime() - claim.at.getTime() < voidAfter) return 'undecided'
    if (!(await parts.bookings.forbid(claim.token, parts.now()))) return 'undecided'
  } else {
    if (booking.openAt) await carryOut(parts, booking)
    if (await isHeld(parts, claim)) return 'held'
  }
  await parts.claims.release(claim)
  return 'free'
}

async function isHeld({ lessons, groups }: BookingParts, { lessonId, hourAt }: Claim): Promise<boolean> {
  const holder = (await lessons.find(lessonId)) ?? (await groups.find(lessonId))
  return holder !== null && takesHour(holder, hourAt)
}

async function sweep(parts: BookingParts): Promise<void> {
  const old = new Date(parts.now().getTime() - voidAfterMs)
  for (const booking of await parts.bookings.openSince(old)) await carryOut(parts, booking)
  for (const claim of await parts.claims.openSince(old))
    if ((await stateOf(parts, claim)) === 'held') await parts.claims.settle(claim.token)
}
