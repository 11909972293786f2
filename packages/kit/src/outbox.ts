import type { Service } from '@darsi/contracts/event.ts'
import { type EventInput, events } from '@darsi/contracts/events.ts'
import type { Model, Schema } from 'mongoose'
import { currentContext } from './context.ts'
import type { Sealer } from './seal.ts'

/** An event that waits in its aggregate's own document until Kafka has acknowledged it. */
export type OutboxEntry = {
  /** The version of the aggregate that this event made. */
  seq: number
  id: string
  type: string
  subject: string
  time: string
  data: Record<string, unknown>
  sealed?: string
  correlationId?: string
  traceparent?: string
}

/** What every aggregate with events carries; `outboxAt` stands only while entries wait. */
export type Outboxed = { _id: string; v: number; outbox: OutboxEntry[]; outboxAt?: Date | null }

/** Schema fields of an outboxed aggregate. */
export const outboxFields = {
  v: { type: Number, required: true },
  outbox: { type: [Object], default: [] },
  outboxAt: { type: Date },
} as const

export function indexOutbox(schema: Pick<Schema, 'index'>): void {
  schema.index({ outboxAt: 1 }, { sparse: true })
}

/** What a command decided: the change and the one event that tells of it. */
export type Decision<U> = { update: U; event: EventInput }
type Update = { $set?: object; $unset?: object; $push?: object; $pull?: object; $inc?: object }

export type Outbox = {
  readonly producer: Service
  /** Called after each commit with the document that now has entries; the relay sets it. */
  onCommit: (model: Model<never>, id: string) => void
  insert: <D extends Outboxed>(
    model: Model<D>,
    doc: Omit<D, keyof Outboxed> & { _id: string },
    event: EventInput,
  ) => Promise<D>
  update: <D extends Outboxed>(
    model: Model<D>,
    id: string,
    decide: (doc: D) => Decision<Update> | null,
  ) => Promise<D | null>
}

const maxConflicts = 20

/**
 * State, version and event are one write, so an acknowledged change always has its event and the other way round.
 * One event per version: its sequence is the version, its id `<producer>.<subject>.<sequence>`.
 */
export function createOutbox({
  producer,
  sealer,
  now = Date.now,
}: {
  producer: Service
  sealer: Sealer
  now?: () => number
}): Outbox {
  const entry = (event: EventInput, subject: string, seq: number): OutboxEntry => {
    const definition = events[event.type]
    if (definition.producer !== producer && definition.producer !== 'every') {
      throw new Error(`${producer} may not publish ${event.type}`)
    }
    const { correlationId, traceparent } = currentContext()
    return {
      seq,
      id: `${producer}.${subject}.${seq}`,
      type: event.type,
      subject,
      time: new Date(now()).toISOString(),
      // `as`: every data schema is an object
      data: definition.data.parse(event.data) as Record<string, unknown>,
      ...('personal' in definition && { sealed: sealer.seal(definition.personal.parse(event.personal)) }),
      ...(correlationId && { correlationId }),
      ...(traceparent && { traceparent }),
    }
  }

  const outbox: Outbox = {
    producer,
    onCommit: () => {},

    insert: async (model, doc, event) => {
      const first = { v: 1, outbox: [entry(event, doc._id, 1)], outboxAt: new Date(now()) }
      const created = await model.create({ ...doc, ...first } as never)
      outbox.onCommit(model as never, doc._id)
      // `as`: a mongoose document's plain form is its own type
      return created.toObject() as never
    },

    update: async (model, id, decide) => {
      for (let attempt = 0; attempt < maxConflicts; attempt++) {
        const doc = await model.findOne({ _id: id } as never).lean()
        if (!doc) return null
        // `as`: lean() of Model<D> is D
        const current = doc as unknown as Parameters<typeof decide>[0]
        const decision = decide(current)
        if (!decision) return null
        const { $set, $inc, $push, ...rest } = decision.update
        const written = await model
          .findOneAndUpdate(
            { _id: id, v: current.v } as never,
            {
              ...rest,
              $set: { ...$set, outboxAt: new Date(now()) },
              $inc: { ...$inc, v: 1 },
              $push: { ...$push, outbox: entry(decision.event, id, current.v + 1) },
            } as never,
            { returnDocument: 'after' },
          )
          .lean()
        if (written) {
          outbox.onCommit(model as never, id)
          return written as never
        }
      }
      throw new Error(`${model.modelName} ${id} changed ${maxConflicts} times under one command`)
    },
  }
  return outbox
}
