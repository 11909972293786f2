import { startConsumer } from '@darsi/kit/events/consumer.ts'
import { testBus } from '@darsi/kit/testing/events.ts'
import { silentLog } from '@darsi/kit/testing/testing.ts'
import { consumes } from '../src/events.ts'
import { personConsumes } from '../src/persons/events.ts'
import type { TestAuth } from './auth.ts'

export type Consuming = Awaited<ReturnType<typeof startConsuming>>

/** This service's consumer on a bus of its own; `stop` ends both. */
export async function startConsuming({ parts }: Pick<TestAuth, 'parts'>) {
  const kafka = await testBus()
  const { bus, sealer } = kafka
  const consumer = await startConsumer({
    bus,
    group: 'auth',
    consumes: consumes(parts, personConsumes(parts)),
    sealer,
    log: silentLog,
  })
  await consumer.joined
  return {
    ...kafka,
    stop: async (): Promise<void> => {
      await consumer.stop()
      await kafka.close()
    },
  }
}
