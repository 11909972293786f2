import { type Consumes, startConsumer } from '../events/consumer.ts'
import type { Outbox } from '../events/outbox.ts'
import { createRelay } from '../events/relay.ts'
import type { Documents } from '../mongo/documents.ts'
import type { TestBus } from './events.ts'
import { silentLog } from './testing.ts'

type Messaging = {
  kafka: TestBus
  service: string
  outboxed: readonly Documents[]
  outbox: Outbox
  consumes: Consumes
  now?: () => number
}

/**
 * Publishes the events of a service under test and delivers the events of other services to it.
 * @returns stops both
 */
export async function startMessaging({
  kafka,
  service,
  outboxed,
  outbox,
  consumes,
  now = Date.now,
}: Messaging) {
  const { bus, sealer } = kafka
  const relay = createRelay({ collections: outboxed, outbox, bus, log: silentLog, now })
  relay.start()
  const consumer = await startConsumer({ bus, group: service, consumes, sealer, log: silentLog })
  await consumer.joined
  return async (): Promise<void> => {
    await consumer.stop()
    await relay.stop()
  }
}
