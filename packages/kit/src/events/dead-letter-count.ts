import { atMost } from '../kafka/turn.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { deadLetterTopic } from './dead-letter.ts'
import { lettersOn } from './dlt.ts'

type Options = {
  bus: Pick<Bus, 'lag' | 'read'>
  group: string
  /** Those that the group consumes. */
  topics: readonly string[]
  log: Pick<Log, 'debug'>
  everyMs?: number
}

const readingMs = 60_000

/**
 * How many dead letters of a group wait for somebody, by what lies in Kafka: a restart forgets none, and what was
 * replayed or discarded counts no more. Asking never waits; the answer is the last one known, renewed on the side.
 */
export function createLetterCount({ bus, group, topics, log, everyMs = 30_000 }: Options): () => number {
  const dead = topics.map((topic) => deadLetterTopic(topic, group))
  let known = { ends: '', waiting: 0 }
  let askedAt = Number.NEGATIVE_INFINITY

  const renew = async () => {
    // nobody consumes these topics, so everything in them is behind
    const partitions = (await bus.lag(group, dead)).filter(({ behind }) => behind > 0)
    const ends = partitions
      .map((one) => [one.topic, one.partition, one.committed, one.behind].join())
      .join(' ')
    // nearly always nothing was written and nothing has aged out since
    if (ends === known.ends) return
    const letters = await lettersOn(bus, [...new Set(partitions.map(({ topic }) => topic))])
    known = { ends, waiting: letters.filter(({ state }) => state === 'waiting').length }
  }

  return () => {
    const now = performance.now()
    if (now - askedAt >= everyMs) {
      // one that never ends does not keep the next from beginning
      askedAt = now + readingMs
      atMost(readingMs, renew())
        .catch((error) => log.debug({ err: error, group }, 'dead letters not counted'))
        .finally(() => {
          askedAt = now
        })
    }
    return known.waiting
  }
}
