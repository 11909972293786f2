import type { EventDefinition } from '@darsi/contracts/events/event-definition.ts'
import { type DarsiEvent, type EventType, events } from '@darsi/contracts/events/events.ts'
import { type Service, services } from '@darsi/contracts/reference/services.ts'
import * as z from 'zod'
import { PoisonError, UnknownKeyError } from '../failure.ts'
import type { Message, Received } from './bus.ts'
import type { Sealer } from './seal.ts'

/** An event stored in its aggregate's document until Kafka has acknowledged it. */
export type OutboxEntry = {
  /** The version of the aggregate that this event created. */
  seq: number
  id: string
  type: string
  subject: string
  time: string
  data: Record<string, unknown>
  sealed?: string
  traceparent?: string
  /** Topic, version and headers are stored, so that after a rollback a release without the type can publish the entry. */
  topic: string
  version: number
  headers?: Record<string, string>
}

/** Of the type of a state record: `tn.darsi.state.user.profile-changed.v1`. */
const statePrefix = 'state.'
const typePattern = /^tn\.darsi\.(state\.)?(.+)\.v(\d+)$/

/**
 * CloudEvents 1.0, Kafka binding, binary mode: the value is the data, the attributes are `ce_` headers.
 * @param hop the trace context of this sending; `ce_traceparent` is the one in which the event was created
 */
export function encode(
  entry: OutboxEntry,
  producer: Service,
  hop = entry.traceparent,
): Message & { value: string } {
  const value = entry.sealed === undefined ? entry.data : { ...entry.data, sealed: entry.sealed }
  return {
    topic: entry.topic,
    key: entry.subject,
    value: JSON.stringify(value),
    headers: {
      ce_specversion: '1.0',
      ce_id: entry.id,
      ce_source: `/${producer}`,
      ce_type: `tn.darsi.${entry.type}.v${entry.version}`,
      ce_subject: entry.subject,
      ce_time: entry.time,
      ce_sequence: String(entry.seq),
      ce_partitionkey: entry.subject,
      'content-type': 'application/json',
      ...entry.headers,
      ...(entry.traceparent && { ce_traceparent: entry.traceparent }),
      ...(hop && { traceparent: hop }),
    },
  }
}

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(events, type)
}

/** Additional data for sealing: the sealed data opens in this event only. */
export function boundTo(event: {
  type: string
  subject: string
  producer: string
  sequence: number
}): string {
  return JSON.stringify([event.type, event.subject, event.producer, event.sequence])
}

/**
 * The type of the state record that has the shape of an event. Releases without state records ignore the type, so that
 * they send no mail for it.
 */
export function stateTypeOf(type: EventType): string {
  return `${statePrefix}${type}`
}

type Named = { type: EventType; major: number; isState: boolean }

/** The event's type, read from its headers; null when it is not one of ours. */
export function typeOf(headers: Message['headers']): Named | null {
  const match = typePattern.exec(headers['ce_type'] ?? '')
  const type = match?.[2]
  if (!type || !isEventType(type)) return null
  return { type, major: Number(match[3]), isState: match[1] !== undefined }
}

/** @throws PoisonError when the record is not a valid event of its type, so that retries are useless */
export function decode(
  { value, headers, topic, key }: Pick<Received, 'value' | 'headers' | 'topic' | 'key'>,
  sealer: Pick<Sealer, 'unseal'>,
): DarsiEvent {
  const named = typeOf(headers)
  if (named?.major !== 1) throw new PoisonError(`not an event of ours: ${headers['ce_type']}`)
  const definition: EventDefinition = events[named.type]
  try {
    const envelope = envelopeSchema.parse(headers)
    const producer = producerOf(definition, envelope.ce_source)
    if (topic !== definition.topic) throw new Error(`it does not belong on ${topic}`)
    if (key !== envelope.ce_subject || key !== envelope.ce_partitionkey)
      throw new Error('it is filed under another subject')
    const { sealed, ...open } = recordSchema.parse(JSON.parse(value))
    const { ce_subject: subject, ce_sequence: sequence } = envelope
    const type = named.isState ? stateTypeOf(named.type) : named.type
    const bound = boundTo({ type, subject, producer, sequence })
    const personal = sealed === undefined ? undefined : sealer.unseal(sealed, bound)
    if (definition.producer === 'every' && open['service'] !== producer)
      throw new Error(`${producer} speaks of another service`)
    // `as`: data and personal were parsed by the schemas of exactly this type
    return {
      id: envelope.ce_id,
      type: named.type,
      producer,
      subject,
      sequence,
      time: envelope.ce_time,
      correlationId: envelope.ce_correlationid,
      traceparent: envelope.traceparent ?? envelope.ce_traceparent,
      data: definition.data.parse(open),
      personal: definition.personal?.parse(personal),
    } as DarsiEvent
  } catch (cause) {
    if (cause instanceof UnknownKeyError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PoisonError(`${named.type} cannot be read: ${reason}`, { cause })
  }
}

/** @throws Error when the source is not the declared producer */
function producerOf(definition: EventDefinition, source: string): Service {
  const producer = services.find((service) => source === `/${service}`)
  if (producer && (definition.producer === 'every' || definition.producer === producer)) return producer
  throw new Error(`${source} is not its producer`)
}

const recordSchema = z.looseObject({ sealed: z.string().optional() })
const envelopeSchema = z.object({
  ce_id: z.string().min(1),
  ce_source: z.string().regex(/^\/[a-z-]+$/),
  ce_subject: z.string().min(1),
  ce_partitionkey: z.string().min(1),
  ce_time: z.iso.datetime(),
  ce_sequence: z.coerce.number().int().min(1),
  ce_correlationid: z.string().optional(),
  traceparent: z.string().optional(),
  ce_traceparent: z.string().optional(),
})
