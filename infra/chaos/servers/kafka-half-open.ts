import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startConsumer } from '@darsi/kit/events/consumer.ts'
import { createBus } from '@darsi/kit/kafka/kafka.ts'
import { faultyNetwork } from '@darsi/kit/testing/faulty-network.ts'
import { print } from '../../local/trials/trial.ts'
import { pause, until } from '../../local/trials/waiting.ts'
import { createBars } from '../support/bars.ts'
import { brokersOf, busOn, recordAbout, silent, trust, withServersAlone } from '../support/kafka-alone.ts'
import { amount, printLoad } from '../support/size.ts'

const eventsPerSecond = 10

/**
 * F12: the connections of a consumer to Kafka swallow all bytes and stay open. It replaces them in its process, and
 * soon has handled everything.
 */
export async function run(): Promise<void> {
  const rounds = amount('ROUNDS', { small: 1, full: 5 })
  await withServersAlone(async (servers) => {
    const network = await faultyNetwork()
    const brokers = brokersOf(servers)
    for (const broker of brokers) {
      const [host = '', port = ''] = broker.split(':')
      await network.proxy(host, Number(port))
    }
    const direct = busOn(servers, 'direct')
    const deaths: string[] = []
    let replaced = 0
    const log = {
      fatal: () => undefined,
      warn: (_about: unknown, text?: string) => {
        if (text === 'the consumer is replaced') replaced++
      },
    }
    const die = (reason: string) => deaths.push(reason)
    // the time-outs of a running service
    const bus = createBus({ brokers, clientId: 'half-open', log, die, reach: network.reach })
    const handled = new Set<string>()
    const consumer = await startConsumer({
      bus,
      group: 'admin',
      sealer: trust,
      log: silent,
      consumes: { 'user.erased': async ({ subject }) => handled.add(subject) },
    })
    await consumer.joined
    const sent: string[] = []
    let isOver = false
    const publishing = (async () => {
      for (; !isOver; await sleep(1000 / eventsPerSecond)) {
        const userId = randomUUID()
        await direct.publish([recordAbout(userId)])
        sent.push(userId)
      }
    })()
    const bars = createBars()
    const isAllHandled = async () => sent.every((userId) => handled.has(userId))
    for (let round = 0; round < rounds; round++) {
      await pause(5000)
      const [before, swallowedAt] = [replaced, performance.now()]
      const count = handled.size
      network.swallow()
      await until('an event after it', 120_000, async () => handled.size > count + eventsPerSecond)
      print(`round ${round + 1}: ${replaced - before} replacements of the consumer in its process`)
      bars.atMost('handles events again', (performance.now() - swallowedAt) / 1000, 60, 's')
      await until('everything is handled', 120_000, isAllHandled)
      bars.atMost('everything is handled', (performance.now() - swallowedAt) / 1000, 90, 's')
    }
    isOver = true
    await publishing
    await until('the rest', 30_000, isAllHandled)
    bars.atMost('ends of the process', deaths.length, 0, '')
    bars.atMost('events lost', sent.filter((userId) => !handled.has(userId)).length, 0, '')
    printLoad()
    await consumer.stop()
    await Promise.all([bus.close(), direct.close()])
    network.close()
    bars.judge()
  })
}
