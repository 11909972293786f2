import { deadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import { mustGiveUp, sleep } from '../../kafka/turn.ts'
import type { Log } from '../../observability/log.ts'
import type { Bus, Message, Received, Turn } from '../bus.ts'
import { hideAddresses } from '../failure.ts'

export type Failure = { error: unknown; attempts: number; since: Date }

type Options = {
  bus: Pick<Bus, 'publish'>
  group: string
  log: Pick<Log, 'warn' | 'error'>
  wait?: (ms: number) => Promise<void>
}

/** Moves a record that cannot be handled to the dead-letter topic. Resolves once Kafka has acknowledged it. */
export async function moveToDeadLetters(
  { bus, group, log, wait = sleep }: Options,
  message: Received,
  failure: Failure,
  turn: Turn,
): Promise<'done' | 'given up'> {
  const eventId = message.headers['ce_id']
  for (;;) {
    try {
      await bus.publish([deadLetter(group, message, failure)])
      turn.waiting(false)
      log.error({ err: failure.error, group, eventId }, 'event moved to the dead-letter topic')
      return 'done'
    } catch (error) {
      log.warn({ err: error, group, eventId }, 'dead-letter topic not reachable')
      turn.waiting(true)
      await wait(1000)
      if (await mustGiveUp(turn)) return 'given up'
    }
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
