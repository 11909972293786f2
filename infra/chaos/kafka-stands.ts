import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mongoose'
import { PlainError } from '../local/fail.ts'
import { createCaller } from '../local/loopback.ts'
import { standStill, startLoad, until, watchProcesses } from '../local/steady-load.ts'
import { print, quantile, someStudent, withTrialSite } from '../local/trial.ts'

const perSecond = Number(process.env['RATE'] ?? 50)
const seconds = Number(process.env['SECONDS'] ?? 60)
const baselineMs = 20_000
const drainMs = 90_000

/** Kafka is paused and resumed while people register: no process may end, and no registration may fail or be lost. */
export async function run(): Promise<void> {
  await withTrialSite({}, async (site) => {
    print(`${perSecond} registrations a second; Kafka stands still for ${seconds} s`)
    const { call, close } = createCaller(site.url)
    const register = () => call('POST /auth/register', { body: someStudent() })
    for (let warm = 0; warm < 20; warm++) await register()
    const ended = watchProcesses(site.processes)
    const load = startLoad(perSecond, register)
    await sleep(baselineMs)
    const { from, to } = await standStill(site, 'kafka', seconds * 1000)
    await load.stop()
    close()
    const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
    const count = (database: string, name: string) =>
      mongo
        .useDb(database)
        .collection(name)
        .countDocuments({ email: { $gte: 'trial.', $lt: 'trial/' } })
    try {
      const drained = await until('every account has its profile and its row', drainMs, async () => {
        const [accounts, profiles, rows] = await Promise.all([
          count('darsi-auth', 'accounts'),
          count('darsi-users', 'profiles'),
          count('darsi-admin', 'users'),
        ])
        return accounts === profiles && accounts === rows
      })
      const acknowledged = load.answers.filter(({ ok }) => ok).length
      const accounts = await count('darsi-auth', 'accounts')
      const failed = load.answers.filter(({ ok }) => !ok)
      const p99 = (a: number, b: number) =>
        quantile(
          load.between(a, b).map(({ ms }) => ms),
          0.99,
        )
      const [before, during] = [p99(0, from), p99(from, to)]
      print(
        `${load.answers.length} registrations, ${failed.length} failed; ${accounts} accounts of ${acknowledged + 20} acknowledged`,
      )
      print(
        `p99 ${before.toFixed(0)} ms before, ${during.toFixed(0)} ms while Kafka stood still (${(during / before).toFixed(1)} times)`,
      )
      print(
        `all events handled ${((performance.now() - to) / 1000).toFixed(0)} s after its return (polled for ${(drained / 1000).toFixed(0)} s)`,
      )
      print(`processes that ended: ${ended().join(', ') || 'none'}`)
      if (failed.length > 0 || ended().length > 0 || accounts !== acknowledged + 20)
        throw new PlainError('A promise was broken: no failure, no exit, no lost registration.')
    } finally {
      await mongo.close()
    }
  })
}
