import { startConsumer } from '@darsi/kit/events/consumer.ts'
import { testBus } from '@darsi/kit/testing/events.ts'
import { silentLog } from '@darsi/kit/testing/testing.ts'
import { afterAll } from '@jest/globals'
import { consumes } from '../src/events.ts'
import { personConsumes } from '../src/persons/events.ts'
import { startAuth, type TestAuth } from './auth.ts'

/** The service with its consumer, for the tests of a file. */
export async function consumingOfFile() {
  const auth = await startAuth()
  const kafka = await startConsuming(auth)
  afterAll(async () => {
    await kafka.stop()
    await auth.stop()
  })
  return { auth, kafka }
}

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
