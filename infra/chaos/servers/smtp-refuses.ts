import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mongoose'
import { lifetime } from '../../local/process/main.ts'
import { print } from '../../local/trials/trial.ts'
import { until } from '../../local/trials/waiting.ts'
import { createBars } from '../support/bars.ts'
import { withMailSite } from '../support/mail-site.ts'
import { registerMany, settled } from '../support/registrations.ts'
import { amount, printLoad } from '../support/size.ts'

/** The mail server refuses our sender. No mail is given up, the circuit opens, and all arrive once it accepts us. */
export async function run(): Promise<void> {
  const count = amount('MAILS', { small: 50, full: 1000 })
  const seconds = amount('SECONDS', { small: 30, full: 600 })
  await withMailSite(async (site, sink) => {
    sink.refuseSenders(554)
    const refusedSince = performance.now()
    const ledger = await registerMany(site, count)
    const circuit = () => metricOf(site.serviceUrl('notifications'), 'mail_circuit_open')
    const opened = await until('the circuit opens', 60_000, async () => (await circuit()) === 1)
    print(`${count} mails; the circuit was open ${(opened / 1000).toFixed(0)} s after the last registration`)
    await sleep(Math.max(0, refusedSince + seconds * 1000 - performance.now()), undefined, {
      signal: lifetime,
    })
    sink.refuseSenders(0)
    print(`  the sender was refused for ${((performance.now() - refusedSince) / 1000).toFixed(0)} s`)
    const { mailed, copies, seconds: drained } = await settled(site, sink, { ledger, ms: 180_000 })
    const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
    const dead = await mongo
      .useDb('darsi-notifications')
      .collection('mails')
      .countDocuments({ state: 'dead' })
    await mongo.close()
    const bars = createBars()
    bars.atMost('mails given up', dead, 0, '')
    bars.atMost('mails missing', count - mailed, 0, '')
    bars.atMost('second copies', copies, 0, '')
    bars.atMost('all sent after', drained, 120, 's')
    printLoad()
    bars.judge()
  })
}

/** The largest value of a metric of one process, whatever its labels. */
async function metricOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const values = text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))))
  return Math.max(0, ...values)
}
