import type { Sealer } from '@darsi/kit/events/seal.ts'
import type { AlertQueries } from '../alerts/alert-queries.ts'
import type { RaiseAlert } from '../alerts/raise-alert.ts'
import type { ReportText } from '../alerts/report-text.ts'

type Deps = { alertQueries: Pick<AlertQueries, 'byId'>; raiseAlert: RaiseAlert; alertSealer: Sealer }
type Returned = { userId: string; text: string; severity: 'medium' | 'high'; at: Date }

/**
 * Raises one alert per account, and a second one when the email address confirms what only the telephone suggested.
 */
export function createRaiseReturned({ alertQueries, raiseAlert, alertSealer }: Deps) {
  return async ({ userId, text, severity, at }: Returned): Promise<void> => {
    const first = await alertQueries.byId(`returned.${userId}`)
    const isGraver = first?.severity === 'medium' && severity === 'high'
    await raiseAlert({
      _id: isGraver ? `returned-email.${userId}` : `returned.${userId}`,
      reason: 'returned',
      severity,
      aboutUserId: userId,
      sealed: alertSealer.seal({ text, quoted: '' } satisfies ReportText),
      createdAt: at,
    })
  }
}

export type RaiseReturned = ReturnType<typeof createRaiseReturned>
