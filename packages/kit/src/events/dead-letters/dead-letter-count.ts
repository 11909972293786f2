import { deadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import { atMost } from '../../kafka/turn.ts'
import type { Log } from '../../observability/log.ts'
import type { Bus } from '../bus.ts'
import type { DeadLetterLimit } from './dead-letter-limit.ts'
import { allowancesOf, deadLettersOf } from './dlt.ts'

type Options = {
  bus: Pick<Bus, 'lag' | 'read'>
  group: string
  /** The topics that the group consumes. */
  topics: readonly string[]
  /** Lifted for the types that an operator allowed. */
  deadLetterLimit: Pick<DeadLetterLimit, 'lift'>
  log: Pick<Log, 'debug'>
  everyMs?: number
}

const readingMs = 60_000

/**
 * Counts the dead letters of a group that nobody has replayed or discarded, read from Kafka, so a restart does not
 * reset it. Also applies what an operator allowed by command. Returns the last count at once and refreshes it in the
 * background.
 */
export function createDeadLetterCount({
  bus,
  group,
  topics,
  deadLetterLimit,
  log,
  everyMs = 30_000,
}: Options): () => number {
  const dead = topics.map((topic) => deadLetterTopic(topic, group))
  let last = { ends: '', waiting: 0 }
  let askedAt = Number.NEGATIVE_INFINITY

  const renew = async () => {
    // these topics have no consumer group, so the lag is the number of records in them
    const partitions = (await bus.lag(group, dead)).filter(({ behind }) => behind > 0)
    const ends = partitions
      .map((one) => [one.topic, one.partition, one.committed, one.behind].join())
      .join(' ')
    // skip the read: in most cases nothing was written and nothing expired since
    if (ends === last.ends) return
    const records = await bus.read([...new Set(partitions.map(({ topic }) => topic))])
    for (const { type, until } of allowancesOf(records))
      deadLetterLimit.lift(type, until.getTime() - Date.now())
    last = { ends, waiting: deadLettersOf(records).filter(({ state }) => state === 'waiting').length }
  }

  return () => {
    const now = performance.now()
    if (now - askedAt >= everyMs) {
      // a refresh that never ends does not block the next one
      askedAt = now + readingMs
      atMost(readingMs, renew())
        .catch((error) => log.debug({ err: error, group }, 'dead letters not counted'))
        .finally(() => {
          askedAt = now
        })
    }
    return last.waiting
  }
}
