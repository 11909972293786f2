import type { Service } from '@darsi/contracts/event.ts'
import { type DarsiEvent, type EventType, events } from '@darsi/contracts/events.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Sealer } from './seal.ts'

/** One Kafka record, headers as text. */
export type Message = { topic: string; key: string; value: string; headers: Record<string, string> }

const typePattern = /^tn\.darsi\.(.+)\.v(\d+)$/

/** CloudEvents 1.0, Kafka binding, binary mode: the value is the data, the attributes are `ce_` headers. */
export function encode(entry: OutboxEntry, producer: Service): Message {
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
      ...(entry.traceparent && { ce_traceparent: entry.traceparent, traceparent: entry.traceparent }),
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

/** @throws Error when the record is not a valid event of its type: it can never become one, so it is poison */
export function decode(message: Pick<Message, 'value' | 'headers'>, sealer: Sealer): DarsiEvent {
  const { headers } = message
  const named = typeOf(headers)
  if (!named) throw new Error(`unknown event type ${headers['ce_type']}`)
  if (named.major !== 1) throw new Error(`unknown major version ${headers['ce_type']}`)
  const definition = events[named.type]
  const { sealed, ...open } = JSON.parse(message.value) as { sealed?: string } & Record<string, unknown>
  const sequence = Number(headers['ce_sequence'])
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new Error('event without a sequence')
  const personal =
    'personal' in definition
      ? definition.personal.parse(sealed === undefined ? undefined : sealer.unseal(sealed))
      : undefined
  // `as`: data and personal were parsed by the schemas of exactly this type
  return {
    id: headers['ce_id'] ?? '',
    type: named.type,
    producer: headers['ce_source']?.slice(1),
    subject: headers['ce_subject'] ?? '',
    sequence,
    time: headers['ce_time'] ?? '',
    correlationId: headers['ce_correlationid'],
    traceparent: headers['traceparent'] ?? headers['ce_traceparent'],
    data: definition.data.parse(open),
    personal,
  } as DarsiEvent
}
