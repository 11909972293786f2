import { takeAway } from '../../local/trials/steady-load.ts'
import { withoutKafka } from '../support/kafka-outage.ts'
import { amount } from '../support/size.ts'

/** F3, with `SECONDS=60`: Kafka is stopped and started again while people register. At full size for half an hour. */
export async function run(): Promise<void> {
  const seconds = amount('SECONDS', { small: 60, full: 1800 })
  // half an hour of events takes longer than the minute of the table
  const drainMs = Math.max(30_000, seconds * 500)
  await withoutKafka({ seconds, drainMs, fault: takeAway, state: 'is away' })
}
