import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from '../../local/site/site.ts'
import { createCaller } from '../../local/trials/loopback.ts'
import { watchMemory } from '../../local/trials/memory.ts'
import { startLoad, watchProcesses } from '../../local/trials/steady-load.ts'
import { print, quantile } from '../../local/trials/trial.ts'
import { until } from '../../local/trials/waiting.ts'
import { createBars } from './bars.ts'
import { countedRegistrations } from './counted-registrations.ts'
import { withFaultSite } from './mail-site.ts'
import { startReads } from './signed-in-reads.ts'
import { amount, printLoad } from './size.ts'

// the driver notices a server that closes no connection within 7 s
const noticeMs = 9000
const answerMs = 2000

type TakeAway = (site: Site, name: string, ms: number) => Promise<{ from: number; to: number }>

/**
 * MongoDB does not answer for some time while people register.
 * @param takeAway takes it away for this long and brings it back
 * @throws PlainError when calls do not answer 503 soon, memory grows, a process ends, or what was acknowledged is lost
 */
export async function outageOfDatabase(takeAway: TakeAway): Promise<void> {
  const perSecond = amount('RATE', { small: 50, full: 50 })
  const seconds = amount('SECONDS', { small: 30, full: 1800 })
  await withFaultSite((site) => scenario(site, { perSecond, seconds, takeAway }))
}

type Size = { perSecond: number; seconds: number; takeAway: TakeAway }

async function scenario(site: Site, { perSecond, seconds, takeAway }: Size): Promise<void> {
  print(`${perSecond} requests a second, a tenth of them registrations; no MongoDB for ${seconds} s`)
  const { register, lost, close } = countedRegistrations(site)
  const caller = createCaller(site.url)
  const reading = await startReads(caller, perSecond * 0.9)
  const ended = watchProcesses(new Map([...site.processes].filter(([name]) => name !== 'mongo')))
  const memory = watchMemory(site)
  const load = startLoad(perSecond / 10, register)
  await sleep(15_000)
  const { from, to } = await takeAway(site, 'mongo', seconds * 1000)
  const grown = memory.growth(from)
  const normal = await until('a registration', 60_000, async () => (await register()).status === 201)
  await Promise.all([load.stop(), reading.stop()])
  memory.stop()
  close()
  caller.close()

  const during = load.between(from + noticeMs, to - answerMs)
  const statuses = Map.groupBy(during, ({ status }) => status)
  print(
    `  answers after it was noticed: ${[...statuses].map(([status, same]) => `${same.length} × ${status}`).join(', ')}`,
  )
  const times = during.map(({ ms }) => ms)
  const bars = createBars()
  bars.atLeast('calls without a database', during.length, 1, '')
  bars.atMost('answers other than 503', during.filter(({ status }) => status !== 503).length, 0, '')
  bars.note('longest answer', Math.max(...times), 'ms')
  bars.atMost('p99 of the answers', quantile(times, 0.99), answerMs, 'ms')
  bars.atMost('lost acknowledged registrations', await lost(), 0, '')
  bars.atMost('normal after its return', normal / 1000, 15, 's')
  bars.atMost(`growth of memory (${grown.name})`, grown.mb, 100, 'MB')
  bars.atMost('processes that ended', ended().length, 0, '')
  printLoad()
  bars.judge()
}
