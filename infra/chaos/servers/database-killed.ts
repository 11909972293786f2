import { killDatabase } from '../support/killed-database.ts'
import { withFaultSite } from '../support/mail-site.ts'
import { amount } from '../support/size.ts'

/** F5: the database is killed under load. What was acknowledged is there, all others got a 5xx. */
export async function run(): Promise<void> {
  const size = {
    perSecond: amount('RATE', { small: 5, full: 5 }),
    kills: amount('KILLS', { small: 2, full: 10 }),
    everyMs: 20_000,
  }
  await withFaultSite((site) => killDatabase(site, size))
}
