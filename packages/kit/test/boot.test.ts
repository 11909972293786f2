import { describe, expect, it } from '@jest/globals'
import { startConsumer } from '../src/events/consumer.ts'
import { createBus } from '../src/kafka/kafka.ts'
import { silentLog, testEventTrust } from '../src/testing/testing.ts'

describe('a service that starts while Kafka is away', () => {
  it('starts without its servers, reports that it is not connected, and can be stopped', async () => {
    const deaths: string[] = []
    // nobody listens on port 1
    const die = (reason: string) => deaths.push(reason)
    const bus = createBus({ brokers: ['127.0.0.1:1'], clientId: 'early', log: silentLog, die })
    const consumer = await startConsumer({
      bus,
      group: 'early',
      sealer: testEventTrust(),
      log: silentLog,
      consumes: { 'user.erased': async () => {} },
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(bus.health()).toEqual({ connected: false })
    await consumer.stop()
    await bus.close()
    expect(deaths).toEqual([])
  })
})
