import { isChildLevel } from '@darsi/contracts/reference/levels.ts'
import { isJudged } from '@darsi/contracts/rules/contact-details/who-reads.ts'
import { hasSamePerson } from '@darsi/contracts/rules/same-person.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import { type Action, expireOrRemind, move, newConnection, review } from '../connections/connection.ts'
import { connectionEvent } from '../connections/connection-event.ts'
import { partiesOf } from '../connections/connection-parties.ts'
import type { ConnectionDocument } from '../connections/connection-queries.ts'
import { endPaused, reopen } from '../connections/pauses/connection-pause.ts'
import { type SettleParts, settleParty } from '../connections/settle-connections.ts'
import { type UpdateParts, updateConnection } from '../connections/update-connection.ts'
import type { UpgradeStore } from '../connections/upgrade-store.ts'
import type { Profile } from '../profiles/profile.ts'
import { prepareRequest, type Wish } from './connection-request.ts'
import { withConsent } from './guardian-consent.ts'
import { isFull, type PlaceParts, requirePlaceFor } from './offer-places.ts'
import { reviewFlags } from './review-flags.ts'

export type ConnectionParts = SettleParts & UpdateParts & PlaceParts & { upgrades: UpgradeStore }

/**
 * @param isOffered the place was offered to the caller
 * @throws problem as the contract of `POST /connections` names them
 */
export async function requestConnection(
  parts: ConnectionParts,
  caller: Profile,
  wish: Wish,
  { isOffered = false } = {},
): Promise<ConnectionDocument> {
  const { connections, now } = parts
  const at = now()
  const request = await prepareRequest(parts, caller, wish)
  if (!isOffered && (await isFull(parts, wish.teacherId))) throw problem('teacher-full')
  const pending = await connections.pendingOf(caller._id)
  const withdrawn = await withdrawnBefore(parts, request, { by: caller._id, at })
  const isUnknownAdult = await isUnknownAdultAtSchool(parts, request)
  const isSamePerson = await isOfSamePerson(parts, request)
  // what adults write to a teacher is not judged
  const message = isJudged(request, caller._id) ? request.message : ''
  const flags = reviewFlags({
    message,
    pending,
    isWithdrawn: withdrawn !== null || (await wasWithdrawnForOther(parts, request, { by: caller._id, at })),
    isUnknownAdult,
    isSamePerson,
  })
  const connection = newConnection({ ...request, flags }, at, { isBound: withdrawn?.binds })
  const details = { type: 'connection.requested' as const, by: caller._id, at }
  const event = connectionEvent(connection, await partiesOf(parts, connection), details)
  const { _id, teacherId, childId, needs } = connection
  const consenting =
    childId !== null && needs.guardian === 'agreed' ? { _id, teacherId, childId, by: caller._id } : null
  await connections.insert(connection, event, (write) =>
    consenting ? withConsent(parts, consenting, write) : write(),
  )
  return written(parts, _id)
}

/** @throws problem as `move` does */
export async function actOnConnection(
  parts: ConnectionParts,
  id: string,
  { by, action, note }: { by: string; action: Action; note: string },
): Promise<ConnectionDocument> {
  const { connections, now } = parts
  const found = await connections.find(id)
  if (!found) throw problem('not-found')
  const step = { action, by, note, at: now() }
  // refuses before a consent or a place is taken
  move(found, step)
  const isBound = action === 'consent' && (await withdrawnBefore(parts, found, step))?.binds
  if (isBound) throw problem('consent-withdrawn')
  const write = () => updateConnection(parts, id, (connection) => move(connection, step))
  const { childId, teacherId } = found
  if (action === 'consent' && childId) await withConsent(parts, { _id: id, teacherId, childId, by }, write)
  else if (action === 'accept') {
    const { places, offer } = await requirePlaceFor(parts, found)
    await connections.withPlace(found, { places, offer, at: now() }, write)
  } else await write()
  return written(parts, id)
}

/** Another guardian's withdrawal that a consent by this person would contradict. */
async function withdrawnBefore(
  { consents }: ConnectionParts,
  { childId, teacherId }: Pick<ConnectionDocument, 'childId' | 'teacherId'>,
  { by, at }: { by: string; at: Date },
) {
  return childId === null
    ? null
    : consents.withdrawnBefore(childId, { purpose: 'connect', teacherId, by, at })
}

/** A second record of the same child has a ledger of its own, so what was withdrawn for the caller's other children counts. */
async function wasWithdrawnForOther(
  parts: ConnectionParts,
  { childId, teacherId }: Pick<ConnectionDocument, 'childId' | 'teacherId'>,
  step: { by: string; at: Date },
): Promise<boolean> {
  for (const { _id } of await parts.children.ofGuardian(step.by))
    if (_id !== childId && (await withdrawnBefore(parts, { childId: _id, teacherId }, step))) return true
  return false
}

async function isOfSamePerson(
  { profiles }: ConnectionParts,
  { teacherId, studentId, guardianIds }: Pick<ConnectionDocument, 'teacherId' | 'studentId' | 'guardianIds'>,
): Promise<boolean> {
  const people = await profiles.findAll([teacherId, ...guardianIds, ...(studentId ? [studentId] : [])])
  return hasSamePerson({
    teacher: people.get(teacherId) ?? null,
    student: people.get(studentId ?? '') ?? null,
    guardians: guardianIds.flatMap((id) => people.get(id) ?? []),
  })
}

/** Minors have this level too, so an administrator looks at the person before the first connection. */
async function isUnknownAdultAtSchool(
  { connections }: ConnectionParts,
  { minor, learnerLevel, studentId }: Pick<ConnectionDocument, 'minor' | 'learnerLevel' | 'studentId'>,
): Promise<boolean> {
  if (minor || studentId === null || !isChildLevel(learnerLevel)) return false
  return !(await connections.wasReviewed(studentId))
}

/** The connection after the reactions to its write. */
async function written({ connections }: ConnectionParts, id: string): Promise<ConnectionDocument> {
  const found = await connections.find(id)
  if (!found) throw problem('not-found')
  return found
}

type Review = {
  decision: 'approved' | 'declined' | 'reopened' | 'ended' | 'lifted'
  by: string
  notes: string
  at: Date
  /** The pause that the decision reopens or ends; null for a decision on a request. */
  stoppedAt: Date | null
}

/** An administrator's decision; a late or repeated one changes nothing. */
export async function reviewConnection(
  parts: ConnectionParts,
  id: string,
  { decision, stoppedAt, ...details }: Review,
): Promise<void> {
  if (decision === 'ended') return excludePair(parts, id, { stoppedAt, ...details })
  if (decision === 'lifted') await parts.connections.exclusions.lift(id, details.at)
  await updateConnection(parts, id, (connection) => {
    if (decision === 'approved' || decision === 'declined')
      return review(connection, { decision, ...details })
    if (!stoppedAt) return null
    return (decision === 'reopened' ? reopen : endPaused)(connection, { ...details, stoppedAt })
  })
}

/** Written before the pause ends, so that at no moment the two may connect again. */
async function excludePair(
  parts: ConnectionParts,
  id: string,
  { stoppedAt, ...details }: Omit<Review, 'decision'>,
): Promise<void> {
  const { connections, profiles, children } = parts
  const found = await connections.findHiddenToo(id)
  if (!found || !stoppedAt) return
  const { teacherId, studentId, childId } = found
  // a connection whose teacher closed the account has lost its guardians
  const { guardianIds = [] } = (childId && (await children.byId(childId))) || found
  await connections.exclusions.exclude({ ...found, guardianIds }, details.at)
  // after it: an account that is recognised at this moment finds the exclusion, or is found here
  for (const userId of [teacherId, ...(studentId ? [studentId] : []), ...guardianIds]) {
    const others = (await profiles.ofPerson(userId)).filter((id) => id !== userId)
    if (others.length > 0) await connections.exclusions.goesOnAs([userId], ...others)
  }
  // a side that closed the account meanwhile may come back
  for (const userId of [teacherId, studentId])
    if (userId && !(await profiles.find(userId)))
      await connections.exclusions.noteErasure(userId, details.at, profiles)
  for (const { _id } of [found, ...(await connections.openOfPair(found))])
    await updateConnection(parts, _id, (connection) => endPaused(connection, { ...details, stoppedAt }))
  // what this decision does not end: the pair's with a newer alert, and those of the guardians' other children
  for (const account of await profiles.ofPerson(teacherId)) await settleParty(parts, account)
}

/** Sends reminders and expires requests; several processes may run it at once. @returns how many changed */
export async function expireOrRemindDue(parts: ConnectionParts, at: Date): Promise<number> {
  let changed = 0
  for (const id of await parts.connections.due(at))
    if (await updateConnection(parts, id, (connection) => expireOrRemind(connection, at))) changed++
  return changed
}
