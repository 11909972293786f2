import type { Sealer } from '@darsi/kit/events/seal.ts'
import { problem } from '@darsi/kit/http/problem.ts'
import type { ConnectionQueries } from '../connections/connection-queries.ts'
import { isPaused } from '../connections/connection-row.ts'
import { recipientOf } from '../people/user-row.ts'
import type { UserStore } from '../users/user-store.ts'
import type { Alert } from './alert.ts'
import type { AlertQueries } from './alert-queries.ts'
import type { AlertStore } from './alert-store.ts'
import { mayPause } from './concerned-connections.ts'
import { type LessonDeps, lessonsConcerned } from './concerned-lesson.ts'
import { messageStep, pauseStep } from './steps.ts'

export type StepDeps = LessonDeps & {
  alerts: Pick<AlertStore, 'addStep' | 'erase'>
  alertQueries: Pick<AlertQueries, 'byId'>
  connectionQueries: Pick<ConnectionQueries, 'byIds'>
  users: Pick<UserStore, 'byId' | 'erasedSince'>
  alertSealer: Pick<Sealer, 'seal'>
}
type By = { by: string; at: Date }

/**
 * An administrator pauses one of the connections that the alert concerns.
 * @throws problem `not-found`, `alert-resolved`, `reason-required`, `connection-paused`, or `connection-state` for a
 * connection that is closed
 */
export async function pauseConnection(
  deps: StepDeps,
  id: string,
  { connectionId, note, by, at }: By & { connectionId: string; note: string },
): Promise<Alert> {
  const { connectionQueries } = deps
  const alert = await openAlert(deps, id)
  const row = (await connectionQueries.byIds([connectionId])).get(connectionId)
  const concerned = (await lessonsConcerned(deps, [alert]))(alert)
  const offered = [...concerned.pausable, ...concerned.paused].map((each) => each.connectionId)
  const { childId, aboutUserId, by: reporterId } = alert
  // also of a connection that was closed or paused meanwhile
  const isNamed =
    alert.connectionId === connectionId ||
    [childId, aboutUserId, reporterId].some(
      (named) => named && row && [row.studentId, row.childId, ...row.guardianIds].includes(named),
    )
  if (!row || (!isNamed && !offered.includes(connectionId))) throw problem('not-found')
  if (isPaused(row)) throw problem('connection-paused')
  if (!mayPause(row)) throw problem('connection-state')
  const pause = { connectionId, liftedAt: row.review?.stoppedAt ?? null }
  return addStep(deps, id, (found) => pauseStep(found, pause, { by, at, ...sealedText(deps, note) }))
}

/** @throws problem `not-found`, `alert-resolved` or `reason-required` */
export async function writeTo(
  deps: StepDeps,
  id: string,
  { to, text, by, at }: By & { to: string; text: string },
): Promise<Alert> {
  const alert = await openAlert(deps, id)
  const { people } = (await lessonsConcerned(deps, [alert]))(alert)
  const recipient = people.some((person) => person.id === to) ? await deps.users.byId(to) : null
  if (!recipient) throw problem('not-found')
  return addStep(deps, id, (found) =>
    messageStep(found, recipientOf(recipient), { by, at, ...sealedText(deps, text) }),
  )
}

async function openAlert({ alertQueries }: StepDeps, id: string): Promise<Alert> {
  const alert = await alertQueries.byId(id)
  if (!alert) throw problem('not-found')
  if (alert.status !== 'open') throw problem('alert-resolved')
  return alert
}

const sealedText = ({ alertSealer }: StepDeps, text: string) => ({
  text: text.trim(),
  seal: (plain: string) => alertSealer.seal(plain),
})

async function addStep(
  { alerts, users }: StepDeps,
  id: string,
  decide: Parameters<AlertStore['addStep']>[1],
): Promise<Alert> {
  const alert = await alerts.addStep(id, decide)
  if (!alert) throw problem('not-found')
  // an erasure at the same moment may have cleared the texts before this one was added
  const ids = [alert.by, alert.aboutUserId, ...alert.guardianIds, ...alert.steps.map(({ to }) => to)]
  for (const { userId } of await users.erasedSince(ids.filter((each) => each !== null)))
    await alerts.erase(userId, id)
  return alert
}
