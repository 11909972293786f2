import type { Log } from '../../observability/log.ts'
import type { Bus } from '../bus.ts'
import type { DeadLetterLimit } from './dead-letter-limit.ts'
import { allowancesOf, deadLettersOf } from './dlt.ts'

type Options = {
  bus: Pick<Bus, 'lag' | 'read'>
  group: string
  deadLetterTopics: readonly string[]
  /** Lifted for the types that an operator allowed. */
  deadLetterLimit: Pick<DeadLetterLimit, 'lift'>
  log: Pick<Log, 'debug'>
  everyMs?: number
}

/**
 * Counts the dead letters of a group that nobody has replayed or discarded, read from Kafka, so a restart does not
 * reset it. Also applies what an operator allowed by command. Returns the last count at once and refreshes it in the
 * background.
 */
export function createDeadLetterCount({
  bus,
  group,
  deadLetterTopics,
  deadLetterLimit,
  log,
  everyMs = 30_000,
}: Options): () => number {
  let last = { ends: '', waiting: 0 }
  let askedAt = Number.NEGATIVE_INFINITY
  let isReading = false

  const renew = async () => {
    // these topics have no consumer group, so the lag is the number of records in them
    const partitions = (await bus.lag(group, deadLetterTopics)).filter(({ behind }) => behind > 0)
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
    // a second read beside it would keep all records once more; each read ends, without Kafka too
    if (!isReading && now - askedAt >= everyMs) {
      isReading = true
      askedAt = now
      renew()
        .catch((error) => log.debug({ err: error, group }, 'dead letters not counted'))
        .finally(() => {
          isReading = false
        })
    }
    return last.waiting
  }
}
