import { setTimeout as sleep } from 'node:timers/promises'
import { topics } from '@darsi/contracts/events/events.ts'
import type { Received } from '@darsi/kit/events/bus.ts'
import { createBus } from '@darsi/kit/kafka/kafka.ts'
import { createLog } from '@darsi/kit/observability/log.ts'
import type { Site } from '../local/site/site.ts'
import { kafkaOf, print } from '../local/trials/trial.ts'
import { pause } from '../local/trials/waiting.ts'
import { createBars } from './support/bars.ts'
import { withMailSite } from './support/mail-site.ts'
import { seeded } from './support/random.ts'
import { type Ledger, registerMany, settled } from './support/registrations.ts'
import { amount, printLoad } from './support/size.ts'

// the lease of the relay is 15 s
const stopMs = amount('SECONDS', { small: 20, full: 30 }) * 1000

/**
 * F6: auth is stopped past the lease of its relay while people register, and goes on; a second process takes over its
 * events. None is lost, and each first arrives in order.
 */
export async function run(): Promise<void> {
  const rounds = amount('ROUNDS', { small: 2, full: 100 })
  await withMailSite(
    async (site, sink) => {
      const { random } = seeded()
      const everybody: Ledger = new Set()
      for (let round = 0; round < rounds; round++) {
        const registering = registerMany(site, 20)
        await sleep(random() * 1000)
        const auth = site.process('auth')
        await auth.kill('SIGSTOP')
        try {
          await pause(stopMs)
        } finally {
          await auth.kill('SIGCONT')
        }
        for (const address of await registering) everybody.add(address)
      }
      const counts = await settled(site, sink, { ledger: everybody })
      const records = await recordsOf(site)
      const { regressions, repeats } = orderOf(records)
      print(
        `${rounds} stops of ${stopMs / 1000} s; ${everybody.size} registrations, ${records.length} events`,
      )
      const bars = createBars()
      bars.atMost('profiles missing', everybody.size - counts.profiles, 0, '')
      bars.atMost('rows missing', everybody.size - counts.rows, 0, '')
      bars.atMost('mails missing', everybody.size - counts.mailed, 0, '')
      bars.atMost('events that came after a later one', regressions, 0, '')
      bars.note('repeated events, which consumers ignore', repeats, '')
      printLoad()
      bars.judge()
    },
    { twins: ['auth'] },
  )
}

async function recordsOf(site: Site): Promise<Received[]> {
  const log = createLog('chaos', 'silent')
  const bus = createBus({ ...kafkaOf(site), clientId: 'chaos', log })
  try {
    return await bus.read(topics)
  } finally {
    await bus.close()
  }
}

/** Compares the first arrival of each event of an aggregate on its topic. */
function orderOf(records: readonly Received[]): { regressions: number; repeats: number } {
  let [regressions, repeats] = [0, 0]
  const byAggregate = Map.groupBy(
    records,
    ({ topic, key, headers }) => `${topic} ${key} ${headers['ce_source']}`,
  )
  for (const own of byAggregate.values()) {
    const seen = new Set<number>()
    let last = 0
    for (const { headers } of own) {
      const sequence = Number(headers['ce_sequence'])
      if (seen.has(sequence)) repeats++
      else if (sequence < last) regressions++
      seen.add(sequence)
      last = Math.max(last, sequence)
    }
  }
  return { regressions, repeats }
}
