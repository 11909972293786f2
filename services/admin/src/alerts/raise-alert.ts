import type { AlertReason } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { Concerns } from '@darsi/contracts/events/event-parts.ts'
import type { EventInput } from '@darsi/contracts/events/events.ts'
import type { GuardianshipStore } from '../care/guardianship-store.ts'
import { recipientOf } from '../people/user-row.ts'
import type { UserStore } from '../users/user-store.ts'
import { type Alert, type NewAlert, newAlert, pausesOf } from './alert.ts'
import type { AlertStore } from './alert-store.ts'
import { type ConcernedMinors, concernedMinors, type MinorDeps } from './concerned-minors.ts'
import { needsEvidence } from './evidence.ts'
import type { OpenEvidence } from './open-evidence.ts'
import { reporterOf, type TrustDeps } from './reporter-trust.ts'
import { atOnce } from './who-learns.ts'

type Deps = MinorDeps &
  TrustDeps & {
    alerts: Pick<AlertStore, 'insert' | 'takeMail' | 'removeGuardians' | 'erase'>
    guardianships: Pick<GuardianshipStore, 'formerOf' | 'guardiansOf'>
    users: Pick<UserStore, 'byIds' | 'administrators' | 'erasedSince'>
    openEvidence: OpenEvidence
  }

/** Those whom the event of a report names beside the alert's own fields. */
type Party = { teacherId?: string; studentId?: string | undefined }
export type RaiseAlert = (given: NewAlert, party?: Party) => Promise<void>

/** Opens an alert with its evidence; an alert with the same id is opened once. */
export function createRaiseAlert(deps: Deps, now: () => Date): RaiseAlert {
  const { alerts, users, guardianships } = deps
  return async (given, party = {}) => {
    const found = await concernedMinors(deps, given)
    const { guardianIds: watching = [], by } = given
    const former = await guardianships.formerOf(found.learnerIds)
    const follows = followsAtOnce(given, party, found)
    const reporter = await reporterOf(deps, given)
    const isKnown = reporter === 'known'
    // counted apart: a milder report must not use up the mail of a danger
    const budget = given.severity === 'high' ? 'danger' : 'other'
    const isMailed = isKnown || (await alerts.takeMail(budget, by ?? '', now()))
    const alert = newAlert({
      ...given,
      reporter,
      // an alert that is not mailed is not escalated by mail either, until an administrator takes it up
      ...(!isMailed && { escalateAt: null }),
      minor: given.minor || found.minor,
      governorateId: await firstGovernorate(users, [...found.guardianIds, ...watching, ...(by ? [by] : [])]),
      // a report may be older than the departure, or come from a service that has not applied it yet
      guardianIds: watching
        .filter((userId) => follows.familyLearns || userId === by)
        .filter((userId) => userId !== given.aboutUserId && !former.includes(userId)),
    })
    const guardians = await users.byIds(alert.guardianIds)
    const concerns = needsEvidence(alert) ? concernsOf(alert, found.connectionId) : undefined
    // the evidence is stored first, so that no alert exists without it
    if (concerns) await deps.openEvidence(alert, concerns, aboutIdsOf(alert, found.teacherIds))
    // not stored in the alert: the reporter reads the alert, and may have named another family's lesson
    const ids = pausesOf({ ...alert, connectionId: alert.connectionId ?? found.connectionId })
    const pauses = alert.severity === 'high' && follows.pauses && isKnown ? ids : null
    await alerts.insert(alert, {
      type: 'alert.opened',
      data: {
        ...openedData(alert),
        ...(pauses && { stops: { ...pauses, at: now().toISOString() } }),
        ...(concerns && { evidence: concerns }),
        aboutIds: concerns ? aboutIdsOf(alert, found.teacherIds) : [],
      },
      personal: {
        guardians: guardians.map(recipientOf),
        ...(alert.severity === 'high' &&
          isMailed && { admins: (await users.administrators()).map(recipientOf) }),
      },
    })
    // again: a guardian may have left between the reads above and the insert
    await alerts.removeGuardians(await guardianships.formerOf(found.learnerIds), { _id: alert._id })
    await eraseAgain(deps, alert)
  }
}

/** Alerts that the course of a lesson raises: who cancelled or booked it reports nobody. */
const lessonReasons: readonly AlertReason[] = ['session-cancelled', 'session-missed', 'over-long-booking']

function followsAtOnce(given: NewAlert, party: Party, found: ConcernedMinors) {
  const { reason, by = null, aboutUserId = null, guardianIds = [], childId } = given
  const learnerIds = [party.studentId, childId].filter((id) => typeof id === 'string')
  return atOnce(
    { by: lessonReasons.includes(reason) ? null : by, aboutUserId },
    {
      teacherIds: [...found.teacherIds, ...(party.teacherId ? [party.teacherId] : [])],
      guardianIds: [...found.guardianIds, ...guardianIds],
      learnerIds: [...found.minorIds, ...learnerIds],
    },
  )
}

/**
 * A late report must not bring an erased person back. Text about an account that was closed before the report stays:
 * otherwise an account could silence reports about it.
 */
async function eraseAgain({ users, alerts }: Deps, alert: Alert): Promise<void> {
  const { _id, by, aboutUserId, guardianIds, createdAt } = alert
  const ids = [by, aboutUserId, ...guardianIds].filter((id) => id !== null)
  for (const { userId, since } of await users.erasedSince(ids))
    if (userId !== aboutUserId || createdAt <= since) await alerts.erase(userId, _id)
}

/** Whom the alert is about; the teachers where it names no account. */
const aboutIdsOf = ({ aboutUserId }: Alert, teacherIds: readonly string[]): string[] =>
  aboutUserId ? [aboutUserId] : [...teacherIds]

/** The governorate of the first account that has one: the child lives with a guardian or with the reporter. */
async function firstGovernorate(users: Deps['users'], ids: readonly string[]): Promise<number | null> {
  const rows = await users.byIds([...new Set(ids)])
  return rows.find(({ governorateId }) => governorateId)?.governorateId ?? null
}

function openedData(alert: Alert): Omit<EventInput<'alert.opened'>['data'], 'aboutIds'> {
  const { _id: alertId, reason, severity, minor, guardianIds, governorateId } = alert
  return {
    ...{ alertId, reason, severity, minor, guardianIds, governorateId },
    dueAt: alert.dueAt.toISOString(),
    investigateBy: alert.investigateBy.toISOString(),
    at: alert.createdAt.toISOString(),
  }
}

function concernsOf({ threadId, childId, aboutUserId, by }: Alert, connectionId: string | null): Concerns {
  return {
    ...(connectionId && { connectionId }),
    ...(threadId && { threadId }),
    ...(childId && { childId }),
    ...(aboutUserId && { aboutUserId }),
    ...(by && { by }),
  }
}
