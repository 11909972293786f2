import { setTimeout as sleep } from 'node:timers/promises'
import { problem } from '@darsi/kit/http/problem.ts'
import { takesHour } from '../lessons/hours.ts'
import type { Booking } from './booking.ts'
import { type BookingParts, carryOut } from './carry-out.ts'
import type { Claim } from './claim.ts'

/** A booking that was not committed for so long never will be: its process stopped, or will find its id taken. */
const voidAfterMs = 60_000
const attempts = 10

/**
 * Takes the hours first and commits second, so two bookings never commit to the same hour.
 * @throws problem `slot-taken`, with every hour as free as before
 */
export async function commit(
  parts: BookingParts,
  { booking, wanted }: { booking: Booking; wanted: readonly Claim[] },
): Promise<void> {
  if (!(await takeHours(parts, wanted, booking._id))) throw problem('slot-taken')
  if (!(await parts.bookings.commit(booking))) {
    // another process voided this booking because it took too long, and may have given the hours to another one
    await parts.claims.releaseBooking(booking._id)
    throw problem('slot-taken')
  }
  await carryOut(parts, booking)
}

/**
 * Ends an earlier call that booked this lesson or group, or moved this lesson: completes what it committed. Otherwise it
 * can no longer commit, and its claims are removed: they would refuse the hours to its repetition for a minute.
 */
export async function endEarlierCall(parts: BookingParts, lessonId: string): Promise<void> {
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

async function isHeld(
  { lessonQueries, groupQueries }: BookingParts,
  { lessonId, hourAt }: Claim,
): Promise<boolean> {
  const holder = (await lessonQueries.find(lessonId)) ?? (await groupQueries.find(lessonId))
  return holder !== null && takesHour(holder, hourAt)
}

/** Carries out the bookings of stopped processes, and removes claims that were never committed. */
export async function sweepBookings(parts: BookingParts): Promise<void> {
  const old = new Date(parts.now().getTime() - voidAfterMs)
  for (const booking of await parts.bookings.openSince(old)) await carryOut(parts, booking)
  for (const claim of await parts.claims.openSince(old))
    if ((await stateOf(parts, claim)) === 'held') await parts.claims.settle(claim.token)
}
