import { byTime, type Order, pageOf } from '@darsi/kit/mongo/page.ts'
import type { Alert } from './alert.ts'
import type { AlertStore } from './alert-store.ts'

type Page = {
  status: Alert['status']
  id?: string | undefined
  severity?: string | undefined
  reason?: string | undefined
  /** The administrator who has taken it up. */
  answeredBy?: string | undefined
  guardianId?: string
  limit: number
  cursor?: string | undefined
}
/** A high alert is never behind a lower one, however old that is. */
const orders: Record<Alert['status'], Order<Alert>> = {
  open: [
    ['urgency', 'number', 1],
    ['dueAt', 'time', 1],
    ['_id', 'text', 1],
  ],
  resolved: byTime('dueAt', -1),
}

/** A connection, as far as alerts name it. */
type Named = { _id: string; studentId: string; childId?: string | null }

export type AlertQueries = ReturnType<typeof createAlertQueries>

export function createAlertQueries({ collection: alerts }: Pick<AlertStore, 'collection'>) {
  return {
    byId: (_id: string): Promise<Alert | null> => alerts.findOne({ _id }),

    /** Alerts whose next deadline has passed, the most overdue first. */
    overdue: (now: Date): Promise<Alert[]> =>
      alerts.find({ escalateAt: { $lte: now } }, { sort: { escalateAt: 1 }, limit: 100 }).toArray(),

    page: ({ status, id, severity, reason, answeredBy, guardianId, limit, cursor }: Page) =>
      pageOf(alerts, {
        filter: {
          ...(id === undefined ? { status } : { _id: id }),
          ...(severity && { severity }),
          ...(reason && { reason }),
          ...(answeredBy && { answeredBy }),
          ...(guardianId && { guardianIds: guardianId }),
        },
        order: orders[status],
        limit,
        cursor,
        name: status,
      }),

    /** Alerts that name one of the people or of the connections, the newest first. */
    ofPeople: (
      ids: readonly string[],
      { connectionIds, since }: { connectionIds: readonly string[]; since: Date },
    ) =>
      alerts
        .find(
          {
            $or: [{ aboutUserId: { $in: ids } }, { connectionId: { $in: connectionIds } }],
            createdAt: { $gte: since },
          },
          { sort: { createdAt: -1 }, limit: 200 },
        )
        .toArray(),

    /** @returns a function that counts the open alerts which name a connection or its learner */
    openCounts: async (rows: readonly Named[]): Promise<(row: Named) => number> => {
      const ids = rows.flatMap(({ _id, studentId, childId }) => [
        _id,
        studentId,
        ...(childId ? [childId] : []),
      ])
      const named = ['connectionId', 'childId', 'aboutUserId', 'by'].map((name) => ({ [name]: { $in: ids } }))
      const open = await alerts.find({ status: 'open', $or: named }, { limit: 1000 }).toArray()
      return (row) => open.filter((alert) => isAbout(alert, row)).length
    },
  }
}

function isAbout({ connectionId, childId, aboutUserId, by }: Alert, row: Named): boolean {
  if (connectionId) return connectionId === row._id
  return [childId, aboutUserId, by].some((id) => id && (id === row.studentId || id === row.childId))
}
