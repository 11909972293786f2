import type { Service } from '@darsi/contracts/event.ts'
import { type EventInput, events } from '@darsi/contracts/events.ts'
import type { Model, Schema } from 'mongoose'
import { currentContext } from './context.ts'
import type { Stored } from './documents.ts'
import type { Sealer } from './seal.ts'
import { sleep } from './turn.ts'

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
type Operators =
  | '$set'
  | '$unset'
  | '$push'
  | '$pull'
  | '$addToSet'
  | '$inc'
  | '$min'
  | '$max'
  | '$currentDate'
type Update = { [K in Operators]?: object }

export type Outbox = {
  readonly producer: Service
  /** Called after each commit with the document that now has entries; the relay sets it. */
  onCommit: (model: Stored, id: string) => void
  /** @throws a duplicate key (E11000) when the document is there already */
  insert: <D extends Outboxed>(
    model: Model<D>,
    doc: Omit<D, keyof Outboxed> & { _id: string },
    event: EventInput,
  ) => Promise<D>
  /**
   * Reads, decides, and writes if nobody else wrote meanwhile; otherwise decides again. `decide` is pure, may throw
   * a problem, and answers null to change nothing.
   * @returns the new document, or null when there is none or nothing was to change
   */
  update: <D extends Outboxed>(
    model: Model<D>,
    id: string,
    decide: (doc: D) => Decision<Update> | null,
  ) => Promise<D | null>
  /**
   * Like `update`, but what `decide` answers takes the place of the whole document: erasure leaves nothing by
   * oversight. The version and events that still wait stay.
   */
  replace: <D extends Outboxed>(
    model: Model<D>,
    id: string,
    decide: (doc: D) => { document: object; event: EventInput } | null,
  ) => Promise<boolean>
}

type OutboxOptions = {
  producer: Service
  sealer: Pick<Sealer, 'seal'>
  /** Versions are higher than this one; see restores.ts. */
  above?: number
  now?: () => number
  wait?: (ms: number) => Promise<unknown>
}

const maxConflicts = 50

/**
 * State, version and event are one write, so an acknowledged change always has its event and the other way round.
 * One event per version: its sequence is the version, its id `<producer>.<subject>.<sequence>`.
 */
export function createOutbox({
  producer,
  sealer,
  above = 0,
  now = Date.now,
  wait = sleep,
}: OutboxOptions): Outbox {
  /** A document that a projection made has no version yet. */
  const next = (doc: { v?: number }): number => Math.max(doc.v ?? 0, above) + 1
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

  /** @param write answers null when the version was another one: then it is tried again on the new document */
  const compareAndSet = async <D extends Outboxed, R>(
    model: Model<D>,
    id: string,
    write: (doc: D) => Promise<R | null> | null,
  ): Promise<R | null> => {
    for (let attempt = 0; attempt < maxConflicts; attempt++) {
      // `as`: lean() of a Model<D> is a D
      const doc = (await model.findOne({ _id: id } as never).lean()) as D | null
      const writing = doc && write(doc)
      if (!writing) return null
      const written = await writing
      if (written) {
        outbox.onCommit(model as never, id)
        return written
      }
      // apart in time, or the same writers collide again
      if (attempt > 1) await wait(Math.random() * Math.min(attempt * 5, 100))
    }
    throw new Error(`${model.modelName} ${id} changed ${maxConflicts} times under one command`)
  }

  const outbox: Outbox = {
    producer,
    onCommit: () => {},

    insert: async (model, doc, event) => {
      const v = next({})
      const first = { v, outbox: [entry(event, doc._id, v)], outboxAt: new Date(now()) }
      const created = await model.create({ ...doc, ...first } as never)
      outbox.onCommit(model as never, doc._id)
      // `as`: a mongoose document's plain form is its own type
      return created.toObject() as never
    },

    update: (model, id, decide) =>
      compareAndSet(model, id, (doc) => {
        const decision = decide(doc)
        if (!decision) return null
        const { $set, $push, ...rest } = decision.update
        const v = next(doc)
        return model
          .findOneAndUpdate(
            { _id: id, v: doc.v ?? null } as never,
            {
              ...rest,
              $set: { ...$set, v, outboxAt: new Date(now()) },
              $push: { ...$push, outbox: entry(decision.event, id, v) },
            } as never,
            { returnDocument: 'after' },
          )
          .lean()
          .exec() as never
      }),

    replace: async (model, id, decide) => {
      const replaced = await compareAndSet(model, id, (doc) => {
        const decision = decide(doc)
        if (!decision) return null
        const v = next(doc)
        const document = {
          ...decision.document,
          v,
          outbox: [...(doc.outbox ?? []), entry(decision.event, id, v)],
          outboxAt: new Date(now()),
        }
        return model.collection.findOneAndReplace({ _id: id, v: doc.v ?? null } as never, document as never)
      })
      return replaced !== null
    },
  }
  return outbox
}
