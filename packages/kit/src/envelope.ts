import type { EventDefinition, Service } from '@darsi/contracts/event.ts'
import { type DarsiEvent, type EventType, events } from '@darsi/contracts/events.ts'
import * as z from 'zod'
import type { Message } from './bus.ts'
import { PoisonError } from './failure.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Sealer } from './seal.ts'

const typePattern = /^tn\.darsi\.(.+)\.v(\d+)$/

/**
 * CloudEvents 1.0, Kafka binding, binary mode: the value is the data, the attributes are `ce_` headers.
 * @param hop the trace context of this sending; `ce_traceparent` is that in which the event came about
 */
export function encode(
  entry: OutboxEntry,
  producer: Service,
  hop = entry.traceparent,
): Message & { value: string } {
  // `as`: entries are only made by createOutbox, from a type of the table
  const { topic } = events[entry.type as EventType]
  const value = entry.sealed === undefined ? entry.data : { ...entry.data, sealed: entry.sealed }
  return {
    topic,
    key: entry.subject,
    value: JSON.stringify(value),
    headers: {
      ce_specversion: '1.0',
      ce_id: entry.id,
      ce_source: `/${producer}`,
      ce_type: `tn.darsi.${entry.type}.v1`,
      ce_subject: entry.subject,
      ce_time: entry.time,
      ce_sequence: String(entry.seq),
      ce_partitionkey: entry.subject,
      'content-type': 'application/json',
      ...(entry.correlationId && { ce_correlationid: entry.correlationId }),
      ...(entry.traceparent && { ce_traceparent: entry.traceparent }),
      ...(hop && { traceparent: hop }),
    },
  }
}

/** The event's type by its headers alone; null when it is none of ours. */
export function typeOf(headers: Message['headers']): { type: EventType; major: number } | null {
  const match = typePattern.exec(headers['ce_type'] ?? '')
  const type = match?.[1]
  if (!type || !Object.hasOwn(events, type)) return null
  // `as`: just checked against the table
  return { type: type as EventType, major: Number(match[2]) }
}

/** @throws PoisonError when the record is not a valid event of its type: it can never become one */
export function decode(
  { value, headers }: { value: string; headers: Message['headers'] },
  sealer: Pick<Sealer, 'unseal'>,
): DarsiEvent {
  const named = typeOf(headers)
  if (named?.major !== 1) throw new PoisonError(`not an event of ours: ${headers['ce_type']}`)
  const definition: EventDefinition = events[named.type]
  try {
    const envelope = envelopeSchema.parse(headers)
    const { sealed, ...open } = recordSchema.parse(JSON.parse(value))
    // `as`: data and personal were parsed by the schemas of exactly this type
    return {
      id: envelope.ce_id,
      type: named.type,
      producer: envelope.ce_source.slice(1),
      subject: envelope.ce_subject,
      sequence: envelope.ce_sequence,
      time: envelope.ce_time,
      correlationId: envelope.ce_correlationid,
      traceparent: envelope.traceparent ?? envelope.ce_traceparent,
      data: definition.data.parse(open),
      personal: definition.personal?.parse(sealed === undefined ? undefined : sealer.unseal(sealed)),
    } as DarsiEvent
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PoisonError(`${named.type} cannot be read: ${reason}`, { cause })
  }
}

const recordSchema = z.looseObject({ sealed: z.string().optional() })
const envelopeSchema = z.object({
  ce_id: z.string().min(1),
  ce_source: z.string().regex(/^\/[a-z-]+$/),
  ce_subject: z.string().min(1),
  ce_time: z.iso.datetime(),
  ce_sequence: z.coerce.number().int().min(1),
  ce_correlationid: z.string().optional(),
  traceparent: z.string().optional(),
  ce_traceparent: z.string().optional(),
})
