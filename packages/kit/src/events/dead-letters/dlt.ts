import type { Bus, Message, Received } from '../bus.ts'

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

type DeadBus = Pick<Bus, 'topics' | 'read' | 'publish'>

export async function listDeadLetters(bus: DeadBus): Promise<DeadLetter[]> {
  return deadLettersOn(
    bus,
    (await bus.topics()).filter((topic) => topic.endsWith('.dlt')),
  )
}

/**
 * The dead letters of some topics. Kafka cannot remove one record, so replay and discard append a mark to the same
 * topic. Dead letters and marks expire with the topic's retention.
 */
export async function deadLettersOn(
  bus: Pick<Bus, 'read'>,
  topics: readonly string[],
): Promise<DeadLetter[]> {
  const records = await bus.read(topics)
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
