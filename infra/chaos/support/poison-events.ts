import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import type { Bus } from '@darsi/kit/events/bus.ts'
import { startConsumer } from '@darsi/kit/events/consumer.ts'
import { deadLettersOn, replay } from '@darsi/kit/events/dead-letters/dlt.ts'
import { project } from '@darsi/kit/events/projection.ts'
import { collection } from '@darsi/kit/mongo/collection.ts'
import { connectMongo, syncIndexes } from '@darsi/kit/mongo/mongo.ts'
import { testEventTrust } from '@darsi/kit/testing/testing.ts'
import { print } from '../../local/trials/trial.ts'
import { until } from '../../local/trials/waiting.ts'
import { createBars } from './bars.ts'
import { recordAbout, silent } from './kafka-alone.ts'
import { type Random, shuffled } from './random.ts'
import { printLoad } from './size.ts'

const [group, topic] = ['admin', 'erasure-events']
const lookMs = 250
type Row = { _id: string; src: Record<string, number> }
type Setting = {
  /** Its topics and groups are for these events alone. */
  bus: Bus
  /** The prefix of its topics. */
  topicPrefix?: string
  mongoUrl: string
  count: number
  random: Random
}

/**
 * A consumer cannot handle one event in a hundred until it is repaired and the dead letters are replayed.
 * @throws PlainError when an event is lost, a dead letter is missing, or a partition waits longer than 5 s
 */
export async function poisonEvents(setting: Setting): Promise<void> {
  const { bus, topicPrefix = '', mongoUrl, count, random } = setting
  const trust = testEventTrust(topicPrefix, 'users')
  const subjects = Array.from({ length: count }, () => randomUUID())
  const poisonous = new Set<string>(shuffled(subjects, random).slice(0, Math.round(count / 100)))
  const mongo = await connectMongo(mongoUrl, 'poison')
  const rows = collection<Row>(mongo, 'rows')
  await syncIndexes(mongo)
  let isRepaired = false
  const consumer = await startConsumer({
    bus,
    group,
    sealer: trust,
    log: silent,
    consumes: {
      'user.erased': async (event) => {
        if (!isRepaired && poisonous.has(event.subject)) throw new Error('cannot handle this one')
        await project(rows, event.subject, event, { $set: {} })
      },
    },
  })
  await consumer.joined
  const waits = watchPartitions(bus)
  const started = performance.now()
  for (let from = 0; from < count; from += 100)
    await bus.publish(subjects.slice(from, from + 100).map((userId) => recordAbout(userId, trust)))
  const good = count - poisonous.size
  await until('all others are applied', 600_000, async () => (await rows.countDocuments({})) >= good)
  const letters = () => deadLettersOn(bus, [deadLetterTopic(topic, group)])
  await until('the dead letters', 60_000, async () => (await letters()).length >= poisonous.size)
  const dead = await letters()
  print(
    `${count} events handled in ${((performance.now() - started) / 1000).toFixed(1)} s, ${dead.length} dead letters`,
  )
  const applied = await rows.countDocuments({})
  const longestMs = waits.stop()

  isRepaired = true
  for (const letter of dead) await replay(bus, letter)
  await until('all are applied', 60_000, async () => (await rows.countDocuments({})) >= count)
  const bars = createBars()
  bars.atMost('dead letters missing or too many', Math.abs(dead.length - poisonous.size), 0, '')
  bars.atMost('other events missing or too many', Math.abs(applied - good), 0, '')
  bars.atMost('longest wait of a partition', longestMs / 1000, 5, 's')
  bars.atMost('events missing after the replay', count - (await rows.countDocuments({})), 0, '')
  printLoad()
  await consumer.stop()
  await mongo.close()
  bars.judge()
}

/** @returns on stop, the longest time for which a partition had records and its committed offset did not move */
function watchPartitions(bus: Pick<Bus, 'lag'>) {
  const still = new Map<number, { committed: bigint; since: number }>()
  let [longest, isOver] = [0, false]
  void (async () => {
    while (!isOver) {
      for (const { partition, committed, behind } of await bus.lag(group, [topic]).catch(() => [])) {
        const before = still.get(partition)
        if (behind === 0 || before?.committed !== committed)
          still.set(partition, { committed, since: performance.now() })
        else longest = Math.max(longest, performance.now() - before.since)
      }
      await sleep(lookMs)
    }
  })()
  return {
    stop: () => {
      isOver = true
      return longest
    },
  }
}
