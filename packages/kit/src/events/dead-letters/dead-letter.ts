import { deadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import { hideAddresses } from '../../failure.ts'
import type { Log } from '../../observability/log.ts'
import type { Bus, Later, Message, Received } from '../bus.ts'

export type Failure = { error: unknown; attempts: number; since: Date }

type Options = {
  bus: Pick<Bus, 'publish'>
  group: string
  log: Pick<Log, 'warn' | 'error'>
}

const retryMs = 5000

/** Moves a record that cannot be handled to the dead-letter topic. Resolves once Kafka has acknowledged it. */
export async function moveToDeadLetters(
  { bus, group, log }: Options,
  message: Received,
  failure: Failure,
): Promise<'dead' | Later> {
  const eventId = message.headers['ce_id']
  try {
    await bus.publish([deadLetter(group, message, failure)])
    log.error({ err: failure.error, group, eventId }, 'event moved to the dead-letter topic')
    return 'dead'
  } catch (error) {
    log.warn({ err: error, group, eventId }, 'dead-letter topic not reachable')
    return { retryMs }
  }
}

/** The unchanged record, with the error and where it failed in its headers. */
function deadLetter(group: string, message: Received, { error, attempts, since }: Failure): Message {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    topic: deadLetterTopic(message.topic, group),
    key: message.key,
    value: message.bytes,
    headers: {
      ...message.headers,
      'dlt-group': group,
      'dlt-topic': message.topic,
      'dlt-partition': String(message.partition),
      'dlt-offset': message.offset,
      'dlt-error': hideAddresses(reason).slice(0, 500),
      'dlt-first-failed': since.toISOString(),
      'dlt-attempts': String(attempts),
    },
  }
}
