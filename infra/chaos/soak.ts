import { setTimeout as sleep } from 'node:timers/promises'
import { lifetime } from '../local/process/main.ts'
import { services } from '../local/process/site-ports.ts'
import type { Site } from '../local/site/site.ts'
import { createCaller } from '../local/trials/loopback.ts'
import { type Sample, slopeOf, watchMemory } from '../local/trials/memory.ts'
import { cpuOf, settlingMs } from '../local/trials/processes.ts'
import { startLoad, watchProcesses } from '../local/trials/steady-load.ts'
import { print, someTeacher, withTrialSite } from '../local/trials/trial.ts'
import { type Bars, createBars } from './support/bars.ts'
import { programs } from './support/mail-site.ts'
import { amount, printLoad } from './support/size.ts'

const perSecond = 20
/** A shorter time shows the start of a process, not a leak. */
const fewestMinutes = 60

/**
 * F15: first idle, then 20 calls a second, each for this many minutes. CPU while idle, and the slope of memory.
 * `PHASE=idle` or `PHASE=busy` runs only one of the two.
 */
export async function run(): Promise<void> {
  const minutes = amount('MINUTES', { small: 2, full: 120 })
  const phase = process.env['PHASE']
  await withTrialSite(
    { RATE_LIMIT_PER_MINUTE: '10000000' },
    async (site) => {
      const bars = createBars()
      const ended = watchProcesses(site.processes)
      await sleep(settlingMs, undefined, { signal: lifetime })
      if (phase !== 'busy') await idle(site, minutes, bars)
      if (phase !== 'idle') await busy(site, minutes, bars)
      bars.atMost('processes that ended', ended().length, 0, '')
      printLoad()
      bars.judge()
    },
    programs,
  )
}

async function idle(site: Site, minutes: number, bars: Bars): Promise<void> {
  const memory = watchMemory(site)
  const [before, started] = [cpuOf(site.processes), performance.now()]
  await sleep(minutes * 60_000, undefined, { signal: lifetime })
  const [after, ms] = [cpuOf(site.processes), performance.now() - started]
  memory.stop()
  print(`idle for ${minutes} minutes`)
  for (const name of services) {
    const used = (((after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN)) / ms) * 100
    bars.atMost(`${name}: CPU while idle`, used, 1, '% of a core')
  }
  slopes(memory.samples, minutes, bars)
}

async function busy(site: Site, minutes: number, bars: Bars): Promise<void> {
  const { call, close } = createCaller(site.url)
  const person = someTeacher()
  const { email, password } = person
  await call('POST /auth/register', { body: person })
  const login = () => call('POST /auth/login', { body: { email, password } })
  // `as`: what our own auth answers
  const tokenOf = async () => (JSON.parse((await login()).body) as { token: string }).token
  let token = await tokenOf()
  const renewing = setInterval(() => {
    tokenOf().then(
      (next) => {
        token = next
      },
      () => undefined,
    )
  }, 300_000)
  const paths = ['GET /me/profile', 'GET /auth/sessions', 'GET /notifications', 'GET /availability/teacher']
  const memory = watchMemory(site)
  const load = startLoad(perSecond, (index) =>
    call(paths[index % paths.length] ?? '', { headers: { authorization: `Bearer ${token}` } }),
  )
  await sleep(minutes * 60_000, undefined, { signal: lifetime })
  clearInterval(renewing)
  await load.stop()
  memory.stop()
  close()
  print(`${perSecond} calls a second for ${minutes} minutes: ${load.answers.length} calls`)
  bars.atMost('calls without a good answer', load.answers.filter(({ ok }) => !ok).length, 0, '')
  slopes(memory.samples, minutes, bars)
}

function slopes(samples: ReadonlyMap<string, readonly Sample[]>, minutes: number, bars: Bars): void {
  for (const [name, list] of samples) {
    // the first half settles
    const slope = slopeOf(list.slice(Math.floor(list.length / 2)))
    if (minutes >= fewestMinutes) bars.atMost(`${name}: slope of memory`, slope, 1, 'MB/h')
    else bars.note(`${name}: slope of memory (too short to judge)`, slope, 'MB/h')
  }
}
