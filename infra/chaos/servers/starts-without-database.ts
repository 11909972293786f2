import { services } from '../../local/process/site-ports.ts'
import { watchProcesses } from '../../local/trials/steady-load.ts'
import { print, someStudent, withTrialSite } from '../../local/trials/trial.ts'
import { pause, until } from '../../local/trials/waiting.ts'
import { createBars } from '../support/bars.ts'
import { withLedger } from '../support/fault-ledger.ts'
import { programs } from '../support/mail-site.ts'
import { tryToRegister } from '../support/registrations.ts'
import { amount, printLoad } from '../support/size.ts'

/** All services start while MongoDB is away: none ends, and all serve soon after its start. */
export async function run(): Promise<void> {
  const seconds = amount('SECONDS', { small: 20, full: 300 })
  await withTrialSite(
    {},
    withLedger(async (site) => {
      for (const name of services) await site.process(name).stop()
      await site.process('mongo').stop()
      for (const name of services) site.process(name).start()
      const ended = watchProcesses(site.processes)
      print(`${services.length} services start without MongoDB for ${seconds} s`)
      await pause(seconds * 1000)
      const dead = services.filter((name) => !isAlive(site.process(name).pid()))
      site.process('mongo').start()
      await site.process('mongo').ready()
      const readyMs = await until('a registration', 90_000, async () => {
        return (await tryToRegister(site.url, someStudent())) === 201
      })
      // throws with the end of the log when one has ended
      for (const name of services) await site.process(name).ready()
      const bars = createBars()
      bars.atMost(`services that ended${dead.length > 0 ? `: ${dead.join(', ')}` : ''}`, dead.length, 0, '')
      bars.atMost('processes that were replaced', ended().filter((name) => name !== 'mongo').length, 0, '')
      bars.atMost('a registration after the start of MongoDB', readyMs / 1000, 30, 's')
      printLoad()
      bars.judge()
    }),
    programs,
  )
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}
