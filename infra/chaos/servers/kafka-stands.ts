import { standStill } from '../../local/trials/steady-load.ts'
import { withoutKafka } from '../support/kafka-outage.ts'
import { amount } from '../support/size.ts'

/** Kafka is paused and resumed while people register: it accepts connections and answers nothing. */
export async function run(): Promise<void> {
  const seconds = amount('SECONDS', { small: 60, full: 600 })
  await withoutKafka({ seconds, drainMs: 90_000, fault: standStill, state: 'stands still' })
}
