import { setTimeout as sleep } from 'node:timers/promises'
import { eventIdOf } from '@darsi/contracts/events/event-definition.ts'
import { type EventInput, events } from '@darsi/contracts/events/events.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import {
  type Change,
  type Collection,
  documentsOf,
  insertDocument,
  insertDocuments,
  type Stored,
  updateDocument,
  updateDocuments,
} from '../mongo/collection.ts'
import type { Documents } from '../mongo/documents.ts'
import { inserted } from '../mongo/mongo.ts'
import { currentContext } from '../observability/context.ts'
import type { Message } from './bus.ts'
import { boundTo, encode, type OutboxEntry, stateTypeOf } from './envelope.ts'
import type { EventTrust } from './event-trust.ts'
import type { Sealer } from './seal.ts'

/** Fields of every aggregate with events; `outboxAt` exists only while entries wait. */
export type Outboxed = { _id: string; v: number; outbox: OutboxEntry[]; outboxAt?: Date | null }

/** The fields of an aggregate that its relay needs. */
export type Committed = Pick<Outboxed, '_id' | 'v' | 'outbox'>

/** The index used by the relay. */
export const outboxIndex = { key: { outboxAt: 1 }, sparse: true } as const

/** The decision of a command: the update and its event. */
type Decision<U> = {
  update: U
  event: EventInput
  /** Of the record, where it is not the event's own: a state record. */
  type?: string
}

/** A new document as a command provides it; the outbox adds version and events. */
type NewDocument<D extends Outboxed> = Omit<D, keyof Outboxed> & { _id: string }

/** A new document in its final state and the events that led to it, the oldest first. */
type Inserting<D extends Outboxed> = { doc: NewDocument<D>; events: readonly EventInput[] }

export type Outbox = {
  readonly producer: Service
  /** An outbox entry as the signed Kafka record. @param hop the trace context of this sending */
  record: (entry: OutboxEntry, hop?: string) => Message
  /** Called after each commit; set by the relay. @param committed the document as it was written, if known */
  onCommit: (documents: Documents, id: string, committed?: Committed) => void
  /** @throws a duplicate key (E11000) when the document exists */
  insert: <D extends Outboxed>(stored: Stored<D>, doc: NewDocument<D>, event: EventInput) => Promise<D>
  /** Inserts documents with all their events in one command. Existing documents stay as they are. */
  insertMany: <D extends Outboxed>(stored: Collection<D>, rows: readonly Inserting<D>[]) => Promise<void>
  /**
   * Reads, decides, and writes with compare-and-set; decides again after a conflict. `decide` is pure, may throw a
   * problem, and returns null to change nothing.
   * @returns the new document, or null when none exists or nothing changed
   */
  update: <D extends Outboxed>(
    stored: Stored<D>,
    id: string,
    decide: (doc: D) => Decision<Change<D>> | null,
  ) => Promise<D | null>
  /**
   * Like `update` for documents that the caller has just read: one command writes all decisions.
   * @returns the documents that are left for `update`: those without a decision; all when another command changed one
   */
  updateMany: <D extends Outboxed>(
    stored: Collection<D>,
    docs: readonly D[],
    decide: (doc: D) => Decision<Change<D>> | null,
  ) => Promise<readonly D[]>
  /**
   * Like `update`, but the decision replaces the whole document, so that an erasure cannot miss a field. Version and
   * unpublished events are kept.
   */
  replace: <D extends Outboxed>(
    stored: Stored<D>,
    id: string,
    decide: (doc: D) => { document: object; event: EventInput } | null,
  ) => Promise<boolean>
  /**
   * Publishes the state of a document as a record from which consumers only write rows (docs/adr/0024). It takes a
   * version like every event, so it comes after all earlier events of the document and before all later ones.
   * @returns whether there was a state to publish
   */
  publishState: <D extends Outboxed>(
    stored: Stored<D>,
    id: string,
    stateOf: (doc: D) => EventInput | null,
  ) => Promise<boolean>
}

type OutboxOptions = {
  producer: Service
  /** Without `sign` entries are written but not published by this process. */
  sealer: Pick<Sealer, 'seal'> & Partial<Pick<EventTrust, 'sign'>>
  /** New versions are above this one (version-base.ts). */
  above?: number
  now?: () => number
  wait?: (ms: number) => Promise<unknown>
}

/**
 * Events of a bulk write wait in this process's queue for some time. Without this delay the sweeps of other replicas
 * would claim and send the same events meanwhile.
 */
const bulkGraceMs = 5000
const maxConflicts = 50
/** A broker accepts 1 MB per request; the rest is for keys and headers. */
const maxEventBytes = 900_000

/**
 * Writes state, version and event in one operation, so a stored change always has its event. One event per version: its
 * sequence is the version.
 */
export function createOutbox({
  producer,
  sealer,
  above = 0,
  now = Date.now,
  wait = sleep,
}: OutboxOptions): Outbox {
  const next = (doc: { v?: number }) => versionAfter(doc, above)
  const entry = (event: EventInput, subject: string, seq: number, type: string = event.type) =>
    entryOf({ producer, sealer, event, type, subject, seq, time: new Date(now()).toISOString() })
  const writeOf = <D extends Outboxed>(doc: D, { update, event, type }: Decision<Change<D>>, graceMs = 0) =>
    writeWith(doc, update, {
      added: entry(event, doc._id, next(doc), type),
      outboxAt: new Date(now() + graceMs),
    })
  const compareAndSet = <D extends Outboxed, R>(
    stored: Stored<D>,
    id: string,
    write: Writing<D, R>['write'],
  ): Promise<R | null> => writeUnchanged({ documents: documentsOf<D>(stored), id, write, wait })

  const outbox: Outbox = {
    producer,
    onCommit: () => {},

    record: (entry, hop) => recordOf({ producer, sealer }, entry, hop),

    insert: async <D extends Outboxed>(stored: Stored<D>, doc: NewDocument<D>, event: EventInput) => {
      const fields = waiting([entry(event, doc._id, next({}))], new Date(now()))
      const created = await insertDocument<D>(stored, { ...doc, ...fields })
      outbox.onCommit(documentsOf(stored), doc._id, created)
      return created
    },

    insertMany: async (stored, rows) => {
      const outboxAt = new Date(now() + bulkGraceMs)
      const documents = rows.map(({ doc, events }) => {
        const entries = events.map((event, index) => entry(event, doc._id, next({}) + index))
        return { ...doc, ...waiting(entries, outboxAt) }
      })
      const isComplete = await inserted(insertDocuments(stored, documents))
      for (const one of documents) outbox.onCommit(documentsOf(stored), one._id, isComplete ? one : undefined)
    },

    update: async (stored, id, decide) => {
      const updated = await compareAndSet(stored, id, (doc) => {
        const decision = decide(doc)
        if (!decision) return null
        const { filter, update } = writeOf(doc, decision)
        return updateDocument(stored, filter, update)
      })
      if (updated) outbox.onCommit(documentsOf(stored), id, updated)
      return updated
    },

    updateMany: async (stored, docs, decide) => {
      const decided = docs.map((doc) => ({ doc, decision: decide(doc) }))
      const writes = decided.flatMap(({ doc, decision }) =>
        decision ? [writeOf(doc, decision, bulkGraceMs)] : [],
      )
      const isComplete = (await updateDocuments(stored, writes)) === writes.length
      for (const { committed } of writes)
        outbox.onCommit(documentsOf(stored), committed._id, isComplete ? committed : undefined)
      return isComplete ? decided.filter(({ decision }) => !decision).map(({ doc }) => doc) : docs
    },

    replace: async (stored, id, decide) => {
      const replaced = await compareAndSet(stored, id, (doc) => {
        const decision = decide(doc)
        if (!decision) return null
        const entries = [...(doc.outbox ?? []), entry(decision.event, id, next(doc))]
        const document = { ...decision.document, ...waiting(entries, new Date(now())) }
        return documentsOf(stored).findOneAndReplace({ _id: id, v: doc.v ?? null }, document)
      })
      if (replaced !== null) outbox.onCommit(documentsOf(stored), id)
      return replaced !== null
    },

    publishState: async (stored, id, stateOf) =>
      (await outbox.update(stored, id, (doc) => stateDecision(stateOf(doc)))) !== null,
  }
  return outbox
}

/** The outbox's fields of a document that is written as a whole. */
const waiting = (entries: OutboxEntry[], outboxAt: Date) => ({
  v: entries.at(-1)?.seq ?? 1,
  outbox: entries,
  outboxAt,
})

/** @throws Error in a process that cannot sign */
function recordOf(
  { producer, sealer }: Pick<OutboxOptions, 'producer' | 'sealer'>,
  entry: OutboxEntry,
  hop?: string,
): Message {
  if (!sealer.sign) throw new Error(`${producer} has no key to sign events with`)
  return sealer.sign(encode(entry, producer, hop))
}

/** A document created by a projection has no version yet. */
const versionAfter = ({ v = 0 }: { v?: number }, above: number): number => Math.max(v, above) + 1

const stateDecision = (event: EventInput | null) =>
  event && { update: {}, event, type: stateTypeOf(event.type) }

/** Compare-and-set by version. `committed` is the document after the write. */
function writeWith<D extends Outboxed>(
  { _id, v, outbox = [] }: D,
  { $set, $push, ...rest }: Change<D>,
  { added, outboxAt }: { added: OutboxEntry; outboxAt: Date },
) {
  const next = added.seq
  return {
    filter: { _id, v: v ?? null },
    update: { ...rest, $set: { ...$set, v: next, outboxAt }, $push: { ...$push, outbox: added } },
    committed: { _id, v: next, outbox: [...outbox, added] },
  }
}

type Entry = Pick<OutboxOptions, 'producer' | 'sealer'> & {
  event: EventInput
  /** Of the record: the event's own, or that of its state record. */
  type: string
  subject: string
  seq: number
  time: string
}

/** @throws Error for an event of another producer, or when the data does not match its schema */
function entryOf({ producer, sealer, event, type, subject, seq, time }: Entry): OutboxEntry {
  const definition = events[event.type]
  if (definition.producer !== producer && definition.producer !== 'every') {
    throw new Error(`${producer} may not publish ${event.type}`)
  }
  const { correlationId, traceparent } = currentContext()
  return refuseOversized({
    seq,
    id: eventIdOf({ producer, subject, sequence: seq, type }),
    type,
    version: 1,
    topic: definition.topic,
    subject,
    time,
    // `as`: every data schema is an object
    data: definition.data.parse(event.data) as Record<string, unknown>,
    ...('personal' in definition && {
      sealed: sealer.seal(
        definition.personal.parse(event.personal),
        boundTo({ type, subject, producer, sequence: seq }),
      ),
    }),
    ...(correlationId && { headers: { ce_correlationid: correlationId } }),
    ...(traceparent && { traceparent }),
  })
}

/** @throws Error for an event that no broker would accept: it would block all later events of its aggregate */
function refuseOversized(entry: OutboxEntry): OutboxEntry {
  const bytes = Buffer.byteLength(JSON.stringify(entry.data)) + (entry.sealed?.length ?? 0)
  if (bytes > maxEventBytes)
    throw new Error(`${entry.type} has ${bytes} bytes; an event may have ${maxEventBytes}`)
  return entry
}

type Writing<D, R> = {
  documents: Documents<D>
  id: string
  /** Returns null after a version conflict: the document is then read and decided again. */
  write: (doc: D) => Promise<R | null> | null
  wait: (ms: number) => Promise<unknown>
}

/** Repeats a compare-and-set until no other command changed the document in between. */
async function writeUnchanged<D, R>({ documents, id, write, wait }: Writing<D, R>): Promise<R | null> {
  for (let attempt = 0; attempt < maxConflicts; attempt++) {
    const doc = await documents.findOne({ _id: id })
    const writing = doc && write(doc)
    if (!writing) return null
    const written = await writing
    if (written) return written
    // random delay, or the same writers collide again
    if (attempt > 1) await wait(Math.random() * Math.min(attempt * 5, 100))
  }
  throw new Error(`${documents.collectionName} ${id} changed ${maxConflicts} times under one command`)
}
