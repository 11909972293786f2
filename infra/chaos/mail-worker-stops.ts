import { setTimeout as sleep } from 'node:timers/promises'
import { print } from '../local/trials/trial.ts'
import { pause } from '../local/trials/waiting.ts'
import { createBars } from './support/bars.ts'
import { withMailSite } from './support/mail-site.ts'
import { seeded } from './support/random.ts'
import { differentIds, type Ledger, registerMany, settled } from './support/registrations.ts'
import { amount, printLoad } from './support/size.ts'

// longer than the lock of a job (15 s) and the lease of a mail that is handed over (40 s)
const stopMs = 45_000

/**
 * F7: one of two mail workers is stopped past its lock and its leases, and goes on. Only mails that were being handed
 * over when it stopped may come twice.
 */
export async function run(): Promise<void> {
  const stops = amount('STOPS', { small: 2, full: 20 })
  const options = { answerMs: 100, twins: ['notifications'] as const }
  await withMailSite(async (site, sink) => {
    const { random } = seeded()
    const worker = site.process('notifications')
    const everybody: Ledger = new Set()
    let inDoubt = 0
    for (let stop = 0; stop < stops; stop++) {
      const registering = registerMany(site, 60)
      await sleep(1000 + random() * 2000)
      await worker.kill('SIGSTOP')
      const now = sink.handingOver()
      inDoubt += now
      print(`  stop ${stop + 1}: ${now} mails were being handed over`)
      try {
        await pause(stopMs)
      } finally {
        await worker.kill('SIGCONT')
      }
      for (const address of await registering) everybody.add(address)
      await sleep(3000)
    }
    const { mailed, copies } = await settled(site, sink, { ledger: everybody, ms: 90_000 })
    print(`${everybody.size} mails, ${stops} stops of ${stopMs / 1000} s`)
    const bars = createBars()
    bars.atMost('mails missing', everybody.size - mailed, 0, '')
    bars.atMost('second copies', copies, inDoubt, '')
    bars.atMost('copies with another Message-ID', differentIds(sink, everybody), 0, '')
    printLoad()
    bars.judge()
  }, options)
}
