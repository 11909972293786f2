import { deadLetterTopic, isDeadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import { type EventType, events } from '@darsi/contracts/events/events.ts'
import type { Service } from '@darsi/contracts/reference/services.ts'
import type { Bus, Message, Received } from '../bus.ts'
import { isEventType } from '../envelope.ts'

export type DeadLetter = {
  /** `<dead-letter topic>:<partition>:<offset>` */
  id: string
  group: string
  topic: string
  eventId: string
  type: string
  error: string
  firstFailed: string
  attempts: number
  /** How often it was replayed before it failed again. */
  replays: number
  state: 'waiting' | 'replayed' | 'discarded'
  record: Received
}

type Allowance = { type: EventType; until: Date }

type DeadBus = Pick<Bus, 'topics' | 'read' | 'publish'>

export async function listDeadLetters(bus: DeadBus): Promise<DeadLetter[]> {
  return deadLettersOn(bus, (await bus.topics()).filter(isDeadLetterTopic))
}

/**
 * The dead letters of some topics. Kafka cannot remove one record, so replay and discard append a mark to the same
 * topic. Dead letters and marks expire with the topic's retention.
 */
export async function deadLettersOn(
  bus: Pick<Bus, 'read'>,
  topics: readonly string[],
): Promise<DeadLetter[]> {
  return deadLettersOf(await bus.read(topics))
}

/** @param records all records of the topics */
export function deadLettersOf(records: readonly Received[]): DeadLetter[] {
  const marks = new Map<string, string>()
  for (const { headers } of records) {
    if (headers['dlt-mark']) marks.set(headers['dlt-letter'] ?? '', headers['dlt-mark'])
  }
  return records.filter(({ headers }) => !headers['dlt-mark']).map((record) => toDeadLetter(record, marks))
}

/**
 * Publishes a dead letter on its original topic again. Every group reads it; those that have already applied it ignore
 * it.
 */
export async function replay(bus: DeadBus, deadLetter: DeadLetter): Promise<void> {
  const kept = Object.entries(deadLetter.record.headers).filter(([name]) => !name.startsWith('dlt-'))
  await bus.publish([
    {
      topic: deadLetter.topic,
      key: deadLetter.record.key,
      value: deadLetter.record.bytes,
      headers: { ...Object.fromEntries(kept), 'dlt-replays': String(deadLetter.replays + 1) },
    },
  ])
  await bus.publish([mark(deadLetter, 'replayed')])
}

export async function discard(bus: DeadBus, deadLetter: DeadLetter): Promise<void> {
  await bus.publish([mark(deadLetter, 'discarded')])
}

const allowanceMs = 3_600_000

/**
 * Lets a service move the failing events of a type to its dead-letter topic for an hour, however many fail. Every
 * replica reads this record within a minute.
 */
export async function allow(
  bus: Pick<Bus, 'publish'>,
  service: Service,
  type: EventType,
): Promise<Allowance> {
  const until = new Date(Date.now() + allowanceMs)
  const headers = { 'dlt-mark': 'allowed', 'dlt-type': type, 'dlt-until': until.toISOString() }
  await bus.publish([{ topic: deadLetterTopic(events[type].topic, service), key: type, value: '', headers }])
  return { type, until }
}

/** The latest allowance of each type among the records of dead-letter topics. */
export function allowancesOf(records: readonly Received[]): Allowance[] {
  const allowances = new Map<EventType, Allowance>()
  for (const { headers } of records) {
    const { 'dlt-mark': mark, 'dlt-type': type = '', 'dlt-until': until = '' } = headers
    if (mark === 'allowed' && isEventType(type)) allowances.set(type, { type, until: new Date(until) })
  }
  return [...allowances.values()]
}

function mark(deadLetter: DeadLetter, what: 'replayed' | 'discarded'): Message {
  return {
    topic: deadLetter.record.topic,
    key: deadLetter.record.key,
    value: '',
    headers: { 'dlt-mark': what, 'dlt-letter': deadLetter.id },
  }
}

export function toDeadLetter(record: Received, marks: ReadonlyMap<string, string>): DeadLetter {
  const { headers } = record
  const id = `${record.topic}:${record.partition}:${record.offset}`
  const marked = marks.get(id)
  return {
    id,
    group: headers['dlt-group'] ?? '',
    topic: headers['dlt-topic'] ?? '',
    eventId: headers['ce_id'] ?? '',
    type: headers['ce_type'] ?? '',
    error: headers['dlt-error'] ?? '',
    firstFailed: headers['dlt-first-failed'] ?? '',
    attempts: Number(headers['dlt-attempts'] ?? 0),
    replays: Number(headers['dlt-replays'] ?? 0),
    state: marked === 'replayed' || marked === 'discarded' ? marked : 'waiting',
    record,
  }
}
