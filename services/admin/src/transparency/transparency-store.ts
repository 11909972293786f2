import type { Transparency } from '@darsi/contracts/calls/admin/transparency-api.ts'
import { dayMs, tunisDay } from '@darsi/contracts/reference/tunis-time.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import type { Connection } from 'mongoose'
import type { Alert } from '../alerts/alert.ts'
import type { AlertStore } from '../alerts/alert-store.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { Statistics } from '../statistics/statistics.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'
import type { UserStore } from '../users/user-store.ts'
import { type Case, type Facts, periodDays, transparencyOf } from './transparency.ts'

type Kept = { _id: string; day: string; figures: Transparency }
const _id = 'latest'

export type TransparencyStore = ReturnType<typeof createTransparencyStore>

type Rows = {
  connections: Pick<ConnectionStore, 'collection'>
  tickets: Pick<TicketStore, 'collection'>
  alerts: Pick<AlertStore, 'collection'>
  users: Pick<UserStore, 'collection'>
  statistics: Pick<Statistics, 'location'>
}

/** The figures of the last night, computed from the read models, without names. */
export function createTransparencyStore(connection: Connection, rows: Rows) {
  const kept = collection<Kept>(connection, 'transparency')
  const { statistics } = rows

  const factsSince = async (since: Date): Promise<Facts> => {
    const recent = { createdAt: { $gte: since } }
    const [requests, messages, reports, refusedTeachers, teachers] = await Promise.all([
      rows.connections.collection
        .find(
          { requestedAt: { $gte: since } },
          { projection: { requestedAt: 1, approvedAt: 1, declinedAt: 1, status: 1 } },
        )
        .toArray(),
      rows.tickets.collection
        .find(recent, { projection: { createdAt: 1, answers: 1, closedAt: 1 } })
        .toArray(),
      rows.alerts.collection
        .find(
          // a low alert informs the family and has no deadline; a stranger's report counts once it is taken up
          {
            ...recent,
            severity: { $ne: 'low' },
            $or: [{ reporter: 'known' }, { answeredAt: { $ne: null } }],
          },
          { projection: { createdAt: 1, answeredAt: 1, resolvedAt: 1 } },
        )
        .toArray(),
      rows.users.collection.countDocuments({
        role: 'teacher',
        status: 'suspended',
        approvedAt: null,
        createdAt: { $gte: since },
      }),
      statistics.location(),
    ])
    return {
      requests: requests.map(({ requestedAt, approvedAt, declinedAt, status }) => ({
        asked: requestedAt,
        // not `decidedAt`: that of an ended connection is its end
        decided: approvedAt ?? declinedAt ?? null,
        status,
      })),
      cases: {
        'contact-answer': messages.map(({ createdAt, answers = [], closedAt = null }) => ({
          from: createdAt,
          done: answers[0]?.at ?? closedAt,
        })),
        'contact-settled': messages.map(({ createdAt, closedAt = null }) => ({
          from: createdAt,
          done: closedAt,
        })),
        'safety-answer': reports.map(takenUp),
        // taking up an alert starts its investigation
        'safety-investigation': reports.map(takenUp),
      },
      refusedTeachers,
      teachers: teachers.map(({ governorateId, teachers: count }) => ({ governorateId, teachers: count })),
    }
  }

  return {
    read: async (): Promise<Transparency | null> => (await kept.findOne({ _id }))?.figures ?? null,

    /** Once a night, on any of several processes: the same rows give the same figures. */
    compute: async (now: Date): Promise<void> => {
      const day = tunisDay(now)
      if ((await kept.findOne({ _id }))?.day === day) return
      const since = new Date(now.getTime() - periodDays * dayMs)
      const figures = transparencyOf(await factsSince(since), now)
      await kept.updateOne({ _id }, { $set: { day, figures } }, { upsert: true })
    },
  }
}

const takenUp = ({ createdAt, answeredAt, resolvedAt }: Alert): Case => ({
  from: createdAt,
  done: answeredAt ?? resolvedAt,
})
