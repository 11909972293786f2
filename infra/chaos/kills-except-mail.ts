import { killUnderRegistrations } from './support/kills.ts'
import { withMailSite } from './support/mail-site.ts'
import { seeded } from './support/random.ts'
import { amount } from './support/size.ts'

/** F2: as `kills`, but notifications and the mail server live on, so that no mail may have a second copy. */
export async function run(): Promise<void> {
  const { random } = seeded()
  const size = {
    people: amount('USERS', { small: 500, full: 10_000 }),
    kills: amount('KILLS', { small: 1, full: 5 }),
    random,
    sparesMail: true,
  }
  await withMailSite((site, sink) => killUnderRegistrations(site, sink, size))
}
