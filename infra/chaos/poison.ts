import { busOn, withServersAlone } from './support/kafka-alone.ts'
import { poisonEvents } from './support/poison-events.ts'
import { seeded } from './support/random.ts'
import { amount } from './support/size.ts'

/**
 * F9: one event in a hundred cannot be handled. It goes to the dead-letter topic, no partition waits longer than 5 s,
 * and after the repair a replay applies all.
 */
export async function run(): Promise<void> {
  const count = amount('EVENTS', { small: 1000, full: 10_000 })
  await withServersAlone(async (servers) => {
    const bus = busOn(servers, 'poison')
    const mongoUrl = servers.addressesOf('operator').MONGO_URL
    await poisonEvents({ bus, mongoUrl, count, random: seeded().random })
    await bus.close()
  })
}
