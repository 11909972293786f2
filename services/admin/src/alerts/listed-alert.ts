import type { Alert as ListedAlert } from '@darsi/contracts/calls/admin/safety-api.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { Identity } from '@darsi/kit/identity/identity.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import type { UserStore } from '../users/user-store.ts'
import { type Alert, mayResolve, type Step } from './alert.ts'
import { type LessonDeps, lessonsConcerned } from './concerned-lesson.ts'
import { reportTextOf, stepTextOf } from './report-text.ts'

export type ListDeps = LessonDeps & GuardianViewDeps & { alertSealer: Pick<Sealer, 'unseal'> }

/** Alerts as the caller may read them: administrators read everything, guardians only what they know anyway. */
export async function listedAlerts(
  deps: ListDeps,
  rows: readonly Alert[],
  caller: Identity,
): Promise<ListedAlert[]> {
  const ids = rows.flatMap(({ by, aboutUserId, answeredBy, resolvedBy, steps }) => [
    ...[by, aboutUserId, answeredBy, resolvedBy],
    ...steps.flatMap((step) => [step.by, step.to]),
  ])
  const names = await deps.users.names(ids.filter((id) => id !== null))
  const person = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' })
  const isParent = caller.role === 'parent'
  const concerned = isParent ? () => null : await lessonsConcerned(deps, rows)
  const view = isParent ? await guardianView(deps, caller.userId) : null
  return rows.map((alert) => ({
    ...factsOf(alert),
    ...reportTextOf(deps.alertSealer, alert),
    minor: view ? view.minor(alert) : alert.minor,
    about: view ? view.person(alert.aboutUserId, names) : person(alert.aboutUserId),
    // only administrators learn who reported a child's guardian or teacher
    by: isParent && alert.by !== caller.userId ? null : person(alert.by),
    concerned: concerned(alert),
    steps: isParent ? [] : alert.steps.map((step) => listedStep(deps, step, person)),
    reporter: isParent ? 'known' : alert.reporter,
    // the evidence is for administrators alone
    fromClassroom: !isParent && alert.fromClassroom,
    files: isParent ? 0 : alert.files,
    answeredBy: person(alert.answeredBy ?? null),
    governorateId: view ? view.governorateId : (alert.governorateId ?? null),
    resolvedBy: person(alert.resolvedBy),
    mayResolve: mayResolve(alert, caller),
  }))
}

function factsOf(alert: Alert) {
  const { _id: id, reason, severity, status, connectionId, threadId, sessionId, childId, note } = alert
  return {
    ...{ id, reason, severity, status, connectionId, threadId, sessionId, childId, note },
    createdAt: alert.createdAt.toISOString(),
    dueAt: alert.dueAt.toISOString(),
    investigateBy: alert.investigateBy.toISOString(),
    answeredAt: alert.answeredAt?.toISOString() ?? null,
    resolvedAt: alert.resolvedAt?.toISOString() ?? null,
  }
}

type Someone = { id: string; name: string }

function listedStep(
  { alertSealer }: Pick<ListDeps, 'alertSealer'>,
  { kind, by, at, to, sealed }: Step,
  person: (id: string | null) => Someone | null,
): ListedAlert['steps'][number] {
  const text = stepTextOf(alertSealer, sealed)
  return { kind, by: person(by) ?? { id: by, name: '' }, at: at.toISOString(), to: person(to), text }
}

type GuardianViewDeps = {
  users: Pick<UserStore, 'byId'>
  connectionQueries: Pick<ConnectionQueries, 'peopleAround'>
}

/**
 * The fields of an alert that a guardian may read. A report may name any id, so only data that the guardian reads
 * elsewhere is looked up: names of people in own connections, the own governorate, and whether a child was named.
 */
async function guardianView({ users, connectionQueries }: GuardianViewDeps, guardianId: string) {
  const around = await connectionQueries.peopleAround(guardianId)
  const row = await users.byId(guardianId)
  return {
    governorateId: row?.governorateId ?? null,
    minor: ({ claimed, childId, minor }: Pick<Alert, 'claimed' | 'childId' | 'minor'>): boolean =>
      claimed ? childId !== null : minor,
    person: (id: string | null, names: ReadonlyMap<string, string>) => {
      if (id === null) return null
      const mayRead = id === guardianId || around.has(id)
      return { id, name: mayRead ? (names.get(id) ?? '') : '' }
    },
  }
}
