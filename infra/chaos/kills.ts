import { killUnderRegistrations } from './support/kills.ts'
import { withMailSite } from './support/mail-site.ts'
import { seeded } from './support/random.ts'
import { amount } from './support/size.ts'

/** F1: kills each process, also Kafka, the database, Redis and the mail server, while people register. */
export async function run(): Promise<void> {
  const { random } = seeded()
  const size = {
    people: amount('USERS', { small: 500, full: 10_000 }),
    kills: amount('KILLS', { small: 1, full: 5 }),
    random,
  }
  await withMailSite((site, sink) => killUnderRegistrations(site, sink, size))
}
