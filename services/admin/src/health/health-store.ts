import {
  gatewayReportSchema,
  type Health,
  type HealthProblem,
  isReportFresh,
} from '@darsi/contracts/calls/health.ts'
import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { type Service, services } from '@darsi/contracts/reference/services.ts'
import { type Collection, collection } from '@darsi/kit/mongo/collection.ts'
import { inserted } from '@darsi/kit/mongo/mongo.ts'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import { judge, problemsOf, type Report, stateOf, wasSilent, worst } from './judge.ts'

const minuteMs = 60_000
const stepMinutes = 30
const stepMs = stepMinutes * minuteMs
const steps = 48
const daySeconds = 24 * 3600

type Latest = { _id: string; report: Report; at: Date }
/** `minutes` are those in which a report arrived. */
type Step = { _id: string; service: Service; from: Date; problems: HealthProblem[]; minutes: number[] }

export type HealthStore = ReturnType<typeof createHealthStore>

/** The last report of each process, and the problems of each half hour of the last days. */
export function createHealthStore(connection: Connection) {
  const reports = collection<Latest>(connection, 'health', [
    { key: { at: 1 }, expireAfterSeconds: daySeconds },
  ])
  const history = collection<Step>(connection, 'health-histories', [
    { key: { from: 1 }, expireAfterSeconds: 7 * daySeconds },
  ])
  return {
    /** A replayed older report of the same process is not kept. */
    keep: async ({ data }: DarsiEvent<'service.reported'>): Promise<void> => {
      // `as`: the producer is one of ours
      const service = data.service as Service
      const at = new Date(data.at)
      const report: Report = { ...data, service, at, startedAt: new Date(data.startedAt) }
      await inserted(
        reports.updateOne(
          { _id: data.instance, at: { $lt: at } },
          { $set: { report, at } },
          { upsert: true },
        ),
      )
      const from = new Date(Math.floor(at.getTime() / stepMs) * stepMs)
      await history.updateOne(
        { _id: stepId(service, from) },
        {
          $setOnInsert: { service, from },
          $addToSet: {
            problems: { $each: problemsOf(report) },
            minutes: Math.floor((at.getTime() - from.getTime()) / minuteMs),
          },
        },
        { upsert: true },
      )
    },

    read: async (now: Date): Promise<Omit<Health, 'gateway'>> => {
      const found = await reports.find().toArray()
      const judged = judge(
        found.map(({ report }) => report),
        now,
      )
      return {
        at: now.toISOString(),
        state: worst(judged.map(({ state }) => state)),
        services: judged,
        history: await historyUntil(history, now),
      }
    },
  }
}

async function historyUntil(history: Collection<Step>, now: Date): Promise<Health['history']> {
  const last = Math.floor(now.getTime() / stepMs) * stepMs
  // half hours before the first report do not count as down: the platform was not installed yet
  const earliest = await history.findOne({}, { sort: { from: 1 } })
  const first = Math.max(last - (steps - 1) * stepMs, Math.min(earliest?.from.getTime() ?? last, last))
  const rows = await history.find({ from: { $gte: new Date(first) } }).toArray()
  const found = new Map(rows.map((step) => [step._id, step]))
  return Array.from({ length: (last - first) / stepMs + 1 }, (_, index) => {
    const from = new Date(first + index * stepMs)
    return {
      from: from.toISOString(),
      states: services.map((service) => {
        const step = found.get(stepId(service, from))
        if (!step) return { service, state: 'down' as const }
        const isSilent = wasSilent(step.minutes, from, now, stepMinutes)
        return { service, state: stateOf(isSilent ? ['silent'] : step.problems) }
      }),
    }
  })
}

function stepId(service: Service, from: Date): string {
  return `${service}.${from.toISOString()}`
}

/**
 * Reads the reports of the gateway's processes from Redis: the gateway has no access to Kafka, and a call to its metrics
 * would reach only one of its processes.
 */
export function createGatewayReports(redis: Pick<Redis, 'hvals'>, key: string) {
  return async (now: Date): Promise<Health['gateway']> => {
    const values = await redis.hvals(key).catch(() => [])
    const reports = values.map((value) => gatewayReportSchema.parse(JSON.parse(value)))
    const fresh = reports.filter(({ at }) => isReportFresh(new Date(at), now))
    if (fresh.length === 0) return null
    return { processes: fresh.length, refusals: fresh.reduce((sum, { refusals }) => sum + refusals, 0) }
  }
}

export type GatewayReports = ReturnType<typeof createGatewayReports>
