import { standStill } from '../../local/trials/steady-load.ts'
import { print, withTrialSite } from '../../local/trials/trial.ts'
import { withLedger } from '../support/fault-ledger.ts'
import { outageOfKafka } from '../support/kafka-outage.ts'
import { programs } from '../support/mail-site.ts'
import { amount } from '../support/size.ts'

/** Kafka is paused and resumed while people register: it accepts connections and answers nothing. */
export async function run(): Promise<void> {
  const perSecond = amount('RATE', { small: 50, full: 50 })
  const seconds = amount('SECONDS', { small: 60, full: 600 })
  const act = async (site: Parameters<typeof outageOfKafka>[0]) => {
    print(
      `${perSecond} requests a second, a tenth of them registrations; Kafka stands still for ${seconds} s`,
    )
    await outageOfKafka(site, {
      perSecond: perSecond / 10,
      reads: perSecond * 0.9,
      // a tenth of the calls: 300 registrations have a 99th percentile
      baselineMs: 65_000,
      takeAway: () => standStill(site, 'kafka', seconds * 1000),
      drainMs: 90_000,
    })
  }
  await withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000', DEMO: 'false' }, withLedger(act), programs)
}
