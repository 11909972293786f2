import type { Site } from '../../local/site/site.ts'
import { takeAway } from '../../local/trials/steady-load.ts'
import { print, withTrialSite } from '../../local/trials/trial.ts'
import { withLedger } from '../support/fault-ledger.ts'
import { outageOfKafka } from '../support/kafka-outage.ts'
import { programs } from '../support/mail-site.ts'
import { amount } from '../support/size.ts'

/** F3, with `SECONDS=60`: Kafka is stopped and started again while people register. At full size for half an hour. */
export async function run(): Promise<void> {
  const perSecond = amount('RATE', { small: 50, full: 50 })
  const seconds = amount('SECONDS', { small: 60, full: 1800 })
  const act = async (site: Site) => {
    print(`${perSecond} requests a second, a tenth of them registrations; Kafka is away for ${seconds} s`)
    await outageOfKafka(site, {
      perSecond: perSecond / 10,
      reads: perSecond * 0.9,
      // a tenth of the calls: 300 registrations have a 99th percentile
      baselineMs: 65_000,
      takeAway: () => takeAway(site, 'kafka', seconds * 1000),
      // half an hour of events takes longer than the minute of the table
      drainMs: Math.max(30_000, seconds * 500),
    })
  }
  await withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000', DEMO: 'false' }, withLedger(act), programs)
}
