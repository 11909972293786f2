import type { EventInput } from '@darsi/contracts/events/events.ts'
import { isOfAge } from '../children/child.ts'
import type { ChildStore } from '../children/child-store.ts'
import type { ConsentStore } from '../consents/consent-store.ts'
import { isListed, type Profile } from '../profiles/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { type Connection, comeOfAge, fallAway, isOpen, updateLearner } from './connection.ts'
import { familyOf, type Parties, partiesOf } from './connection-parties.ts'
import type { ConnectionDocument } from './connection-queries.ts'
import type { ConnectionStore } from './connection-store.ts'
import { currentLearner } from './learner.ts'
import { updateWithParties } from './update-connection.ts'

export type SettleParts = {
  connections: ConnectionStore
  profiles: ProfileStore
  children: ChildStore
  consents: ConsentStore
  now: () => Date
}
export type MoveParts = Pick<SettleParts, 'connections' | 'profiles' | 'children' | 'now'>

/**
 * Compares a connection with the accounts, child, guardians and consents that it requires today: closes it when one is
 * missing, else copies what changed of the learner. A consent of a person who is no guardian any more does not count.
 */
async function settle(parts: SettleParts, connection: ConnectionDocument): Promise<void> {
  const { profiles, consents, now } = parts
  const parties = await partiesOf(parts, connection)
  const { childId, studentId, teacherId } = connection
  const child = childId ? parties.child : studentId ? await guardedChildOf(parts, studentId) : null
  const guardians = [...(await profiles.findAll(child?.guardianIds ?? [])).values()]
  if (childId && child) await consents.keepOnlyGuardians(childId, child.guardianIds, now())
  const isConsented = childId !== null && (await consents.isGiven(childId, 'connect', teacherId))
  const learner = currentLearner({ student: parties.student, child }, now())
  const facts = { guardians, isConsented, isMinor: learner.minor }
  const isApart =
    isOpen(connection) &&
    (await parts.connections.exclusions.areApart(teacherId, [
      childId,
      studentId,
      ...guardians.map(({ _id }) => _id),
    ]))
  const missing = isOpen(connection) ? missingRequirement(connection, parties, { ...facts, isApart }) : null
  if (missing) {
    const decide = (found: ConnectionDocument) => fallAway(found, missing, now())
    await updateWithParties(parts, connection._id, decide, { parties })
    return
  }
  // a consent that was never needed, or is still awaited, was not withdrawn
  const isAgreed = childId !== null && connection.needs.guardian === 'agreed'
  const guardianIds = childId ? guardians.map(({ _id }) => _id) : []
  const update = {
    ...learner,
    guardianIds,
    blockedBy: await parts.connections.blocks.between(
      teacherId,
      familyOf({ studentId, childId, guardianIds }),
    ),
    videoWithdrawn: isAgreed && !(await consents.isGiven(childId, 'video', teacherId)),
  }
  const decide = (found: ConnectionDocument) => updateLearner(found, update)
  await updateWithParties(parts, connection._id, decide, { parties: { ...parties, guardians } })
}

/** The child record of an account that guardians still watch over; an adult's is about to be handed over. */
async function guardedChildOf({ children, now }: SettleParts, studentId: string) {
  const child = await children.ofAccount(studentId)
  return child && isOfAge(child, now()) ? null : child
}

async function settleAll(parts: SettleParts, connections: readonly ConnectionDocument[]) {
  for (const connection of connections) await settle(parts, connection)
}

/** The second read includes connections that the first one closed: their list of guardians changes too. */
export async function settleChild(
  parts: SettleParts,
  { data: { childId } }: { data: { childId: string } },
): Promise<void> {
  await settleAll(parts, await parts.connections.openOfChildren([childId]))
  const closed = (await parts.connections.ofChild(childId)).filter((connection) => !isOpen(connection))
  await settleAll(parts, closed)
}

export async function settleParty(parts: SettleParts, userId: string): Promise<void> {
  await settleAll(parts, await parts.connections.openOfParty(userId))
}

/**
 * Publishes the open connections of a reinstated guardian: events during the suspension lack the address, which other
 * services need for their mails.
 */
export async function nameGuardian(parts: SettleParts, userId: string): Promise<void> {
  const decide = (changed: ConnectionDocument) => ({ changed, type: 'connection.changed' as const })
  for (const connection of await parts.connections.openOfParty(userId))
    if (connection.guardianIds.includes(userId)) {
      const parties = await partiesOf(parts, connection)
      await updateWithParties(parts, connection._id, decide, { parties })
    }
}

/** The rules for lessons and guardians depend on the learner's age. */
export async function settleStudent(
  parts: SettleParts,
  { data }: Pick<EventInput<'user.profile-changed'>, 'data'>,
): Promise<void> {
  if (data.role === 'student') await settleParty(parts, data.userId)
}

/** An account or a consent may have been removed between the checks and the write. */
export async function settleConnection(
  parts: SettleParts,
  { data }: { data: { connectionId: string } },
): Promise<void> {
  const written = await parts.connections.find(data.connectionId)
  if (written) await settle(parts, written)
}

/** Every connection of a child, closed ones included, becomes one of the learner's own account. */
export async function moveToOwnAccount(parts: MoveParts, childId: string, studentId: string) {
  const student = await parts.profiles.find(studentId)
  await parts.connections.exclusions.goesOnAs([childId], studentId)
  await parts.connections.blocks.goesOnAs([childId], studentId)
  for (const connection of await parts.connections.ofChild(childId)) {
    const parties = { ...(await partiesOf(parts, connection)), student, child: null, guardians: [] }
    const decide = (found: ConnectionDocument) => comeOfAge(found, studentId, parts.now())
    await updateWithParties(parts, connection._id, decide, { parties })
  }
}

type Facts = {
  guardians: readonly Profile[]
  isConsented: boolean
  /** Whether the learner is a minor today, whatever the connection says. */
  isMinor: boolean
  /** An administrator keeps the teacher and the learner apart. */
  isApart: boolean
}

/** What an open connection requires and no longer has; null while it has everything. */
function missingRequirement(
  connection: Connection,
  { teacher, student, child }: Pick<Parties, 'teacher' | 'student' | 'child'>,
  { guardians, isConsented, isMinor, isApart }: Facts,
): 'teacher' | 'learner' | 'consent' | null {
  if (!isListed(teacher) || isApart) return 'teacher'
  if (connection.studentId && student?.status !== 'approved') return 'learner'
  // requested as an adult's: no guardian consented and no administrator reviewed it
  if (isMinor && !connection.minor) return 'consent'
  if (!connection.childId) return connection.minor ? 'consent' : null
  if (!child) return 'learner'
  // a suspended guardian can neither read along nor consent
  if (!guardians.some(({ status }) => status === 'approved')) return 'consent'
  return connection.needs.guardian === 'agreed' && !isConsented ? 'consent' : null
}
