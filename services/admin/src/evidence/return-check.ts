import type { FormerPerson } from '@darsi/contracts/events/event-parts.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { isMinor } from '@darsi/contracts/rules/registration/registration-rules.ts'
import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { AlertQueries } from '../alerts/alert-queries.ts'
import type { RaiseAlert } from '../alerts/raise-alert.ts'
import type { ReportText } from '../alerts/report-text.ts'
import type { UserStore } from '../users/user-store.ts'

type Deps = {
  users: Pick<UserStore, 'isErased'>
  alertQueries: Pick<AlertQueries, 'byId'>
  raiseAlert: RaiseAlert
  alertSealer: Sealer
}
type Former = FormerPerson['accounts'][number]
type Recognised = { userId: string; role: Role; former: FormerPerson; at: Date }

export type ReturnCheck = ReturnType<typeof createReturnCheck>

/**
 * Raises an alert when the register of persons recognises a person with alerts or a suspension behind them, or a minor
 * who now has another role. It names the earlier accounts with the outcome of their alerts.
 */
export function createReturnCheck({ users, alertQueries, raiseAlert, alertSealer }: Deps) {
  const lineOf = async ({ userId, alertIds }: Former): Promise<string> => {
    const alerts = await Promise.all(alertIds.map((id) => alertQueries.byId(id)))
    const outcomes = alerts.flatMap((alert) => {
      if (!alert) return []
      // its note was erased with the account; the evidence is kept
      const { reason, severity, createdAt, resolvedAt } = alert
      return `${reason}, ${severity}, ${tunisDay(createdAt)} – ${resolvedAt ? tunisDay(resolvedAt) : '…'}`
    })
    return [userId, ...outcomes].join('\n  ')
  }

  return {
    recognised: async ({ userId, role, former, at }: Recognised): Promise<void> => {
      const wasMinor = former.age !== null && role !== 'student' && isMinor({ ...former.age, today: at })
      const named = former.accounts.filter(
        ({ match, isSuspended, alertIds }) =>
          isSuspended || alertIds.length > 0 || (wasMinor && match === 'contact'),
      )
      if (named.length === 0) return
      // an event from before the erasure may be redelivered
      if (await users.isErased(userId)) return
      // families share a telephone
      const isSure = named.some(
        ({ match, isSuspended, alertIds }) => match === 'contact' && (isSuspended || alertIds.length > 0),
      )
      const lines = await Promise.all(named.map(lineOf))
      // a second alert when the email address confirms what only the telephone suggested
      const first = await alertQueries.byId(`returned.${userId}`)
      const isGraver = first?.severity === 'medium' && isSure
      await raiseAlert({
        _id: isGraver ? `returned-email.${userId}` : `returned.${userId}`,
        reason: 'returned',
        severity: isSure ? 'high' : 'medium',
        aboutUserId: userId,
        sealed: alertSealer.seal({ text: lines.join('\n'), quoted: '' } satisfies ReportText),
        createdAt: at,
      })
    },
  }
}
