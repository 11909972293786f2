import { recipientOf } from '../people/user-row.ts'
import type { UserStore } from '../users/user-store.ts'
import { escalate } from './alert.ts'
import type { AlertQueries } from './alert-queries.ts'
import type { AlertStore } from './alert-store.ts'

type Deps = {
  alerts: Pick<AlertStore, 'update'>
  alertQueries: Pick<AlertQueries, 'overdue'>
  users: Pick<UserStore, 'administrators'>
}

/** Escalates every overdue alert; safe to run in several processes at once. */
export async function escalateOverdue({ alerts, alertQueries, users }: Deps, now: Date): Promise<void> {
  const overdue = await alertQueries.overdue(now)
  if (overdue.length === 0) return
  const admins = (await users.administrators()).map(recipientOf)
  for (const { _id } of overdue) await alerts.update(_id, (alert) => escalate(alert, now, admins))
}
