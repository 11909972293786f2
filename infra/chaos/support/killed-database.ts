import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from '../../local/site/site.ts'
import { startLoad, watchProcesses } from '../../local/trials/steady-load.ts'
import { print } from '../../local/trials/trial.ts'
import { createBars } from './bars.ts'
import { countedRegistrations } from './counted-registrations.ts'
import { printLoad } from './size.ts'

type Size = { perSecond: number; kills: number; everyMs: number }

/**
 * Kills the database while people register, several times.
 * @throws PlainError when an acknowledged registration is gone, an answer is neither 201 nor 5xx, or the recovery takes
 * long
 */
export async function killDatabase(site: Site, { perSecond, kills, everyMs }: Size): Promise<void> {
  print(`${perSecond} registrations a second; ${kills} × SIGKILL for the database`)
  const { register, lost, close } = countedRegistrations(site)
  const ended = watchProcesses(new Map([...site.processes].filter(([name]) => name !== 'mongo')))
  const load = startLoad(perSecond, register)
  await sleep(5000)
  const at: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    at.push(performance.now())
    await site.process('mongo').kill('SIGKILL')
    await sleep(everyMs)
  }
  await load.stop()
  close()

  const statuses = Map.groupBy(load.answers, ({ status }) => status)
  print(`  answers: ${[...statuses].map(([status, same]) => `${same.length} × ${status}`).join(', ')}`)
  // from the kill to the first call after it that was acknowledged
  const recoveries = at.map((killed) => {
    const good = load.answers.filter((one) => one.at > killed && one.ok).map((one) => one.at + one.ms)
    return (Math.min(...good) - killed) / 1000
  })
  const bars = createBars()
  bars.atMost('lost acknowledged registrations', await lost(), 0, '')
  const others = load.answers.filter(({ status }) => status !== 201 && status < 500).length
  bars.atMost('answers that are neither 201 nor 5xx', others, 0, '')
  bars.atMost('longest recovery', Math.max(...recoveries), 15, 's')
  bars.atMost('other processes that ended', ended().length, 0, '')
  printLoad()
  bars.judge()
}
