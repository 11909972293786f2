import { type Service, services } from '@darsi/contracts/event.ts'
import type { DarsiEvent } from '@darsi/contracts/events.ts'
import type { Health, HealthProblem } from '@darsi/contracts/health.ts'
import { type Connection, Schema } from 'mongoose'
import { judge, problemsOf, type Report, stateOf, wasSilent, worst } from './judge.ts'

const minuteMs = 60_000
const stepMinutes = 30
const stepMs = stepMinutes * minuteMs
const steps = 48
const daySeconds = 24 * 3600

/** `minutes` are those in which there was a report; steps that older code wrote have none. */
type Step = { _id: string; service: Service; from: Date; problems: HealthProblem[]; minutes?: number[] }

/** The last report of each process, and what was wrong in each half hour of the last days. */
export function healthStore(connection: Connection) {
  const latest = new Schema(
    { _id: String, report: Object, at: { type: Date, expires: daySeconds } },
    { versionKey: false },
  )
  const history = new Schema(
    {
      _id: String,
      service: String,
      problems: [String],
      minutes: { type: [Number], default: undefined },
      from: { type: Date, expires: 7 * daySeconds },
    },
    { versionKey: false },
  )
  const reports = connection.model<{ _id: string; report: Report; at: Date }>('health', latest)
  const past = connection.model<Step>('health-history', history)

  const historyUntil = async (now: Date): Promise<Health['history']> => {
    const last = Math.floor(now.getTime() / stepMs) * stepMs
    const first = last - (steps - 1) * stepMs
    const known = (await past.collection
      .find({ from: { $gte: new Date(first) } })
      // `as`: the schema above; native, since mongoose takes operators out of filters
      .toArray()) as unknown as Step[]
    const found = new Map(known.map((step) => [step._id, step]))
    return Array.from({ length: steps }, (_, index) => {
      const from = new Date(first + index * stepMs)
      return {
        from: from.toISOString(),
        states: services.map((service) => {
          const step = found.get(stepId(service, from))
          if (!step) return { service, state: 'down' as const }
          const isSilent = step.minutes && wasSilent(step.minutes, from, now, stepMinutes)
          return { service, state: stateOf(isSilent ? ['silent'] : step.problems) }
        }),
      }
    })
  }

  return {
    /** An older report of the same process, which a replay brings, changes nothing that is shown. */
    keep: async ({ data }: DarsiEvent<'service.reported'>): Promise<void> => {
      // `as`: the producer is one of ours
      const service = data.service as Service
      const at = new Date(data.at)
      const report: Report = { ...data, service, at, startedAt: new Date(data.startedAt) }
      await reports.updateOne({ _id: data.instance }, { $setOnInsert: { report, at } }, { upsert: true })
      await reports.collection.updateOne({ _id: data.instance, at: { $lt: at } } as never, {
        $set: { report, at },
      })
      const from = new Date(Math.floor(at.getTime() / stepMs) * stepMs)
      await past.updateOne(
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

    read: async (now: Date): Promise<Health> => {
      const known = await reports.find().lean<{ report: Report }[]>()
      const judged = judge(
        known.map(({ report }) => report),
        now,
      )
      return {
        at: now.toISOString(),
        state: worst(judged.map(({ state }) => state)),
        services: judged,
        history: await historyUntil(now),
      }
    },
  }
}

export type HealthStore = ReturnType<typeof healthStore>

function stepId(service: Service, from: Date): string {
  return `${service}.${from.toISOString()}`
}
