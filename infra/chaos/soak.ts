import { services } from '../local/process/site-ports.ts'
import type { Site } from '../local/site/site.ts'
import { memoryWithoutGarbage } from '../local/trials/collected-memory.ts'
import { createCaller } from '../local/trials/loopback.ts'
import { highest, type Sample, slopeOf, watchMemory } from '../local/trials/memory.ts'
import { cpuOf, settlingMs } from '../local/trials/processes.ts'
import { startLoad, watchProcesses } from '../local/trials/steady-load.ts'
import { print, someTeacher, withTrialSite } from '../local/trials/trial.ts'
import { pause } from '../local/trials/waiting.ts'
import { type Bars, createBars } from './support/bars.ts'
import { programs } from './support/mail-site.ts'
import { amount, printLoad } from './support/size.ts'

const perSecond = 20
/** A shorter time shows the start of a process, not a leak. */
const fewestMinutes = 60

/** In the second half; the first settles. */
const collections = 5

type Collected = Sample & { heapMb: number }

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
      await pause(settlingMs)
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
  const collected = await watchCollected(site, [...memory.samples.keys()], minutes)
  const [after, ms] = [cpuOf(site.processes), performance.now() - started]
  memory.stop()
  print(`idle for ${minutes} minutes`)
  for (const name of services) {
    const used = (((after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN)) / ms) * 100
    bars.atMost(`${name}: CPU while idle`, used, 1, '% of a core')
  }
  slopes(memory.samples, collected, minutes, bars)
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
  const collected = await watchCollected(site, [...memory.samples.keys()], minutes)
  clearInterval(renewing)
  await load.stop()
  memory.stop()
  close()
  print(`${perSecond} calls a second for ${minutes} minutes: ${load.answers.length} calls`)
  bars.atMost('calls without a good answer', load.answers.filter(({ ok }) => !ok).length, 0, '')
  slopes(memory.samples, collected, minutes, bars)
}

/** Waits for this time; meanwhile the memory of each process without garbage, several times in the second half. */
async function watchCollected(
  { processes }: Site,
  names: readonly string[],
  minutes: number,
): Promise<Map<string, Collected[]>> {
  const started = performance.now()
  const samples = new Map(names.map((name): [string, Collected[]] => [name, []]))
  const collect = async () => {
    for (const [name, list] of samples) {
      const pid = processes.get(name)?.pid()
      if (pid) list.push({ at: performance.now(), ...(await memoryWithoutGarbage(pid)) })
    }
  }
  const until = (part: number) => pause(Math.max(started + part * minutes * 60_000 - performance.now(), 0))
  // the first inspector of a process costs memory of its own
  await collect()
  for (const list of samples.values()) list.length = 0
  for (let index = 0; index < collections; index++) {
    await until(0.5 + (0.5 * index) / (collections - 1))
    await collect()
  }
  return samples
}

function slopes(
  samples: ReadonlyMap<string, readonly Sample[]>,
  collected: ReadonlyMap<string, readonly Collected[]>,
  minutes: number,
  bars: Bars,
): void {
  for (const [name, list] of samples) {
    const without = collected.get(name) ?? []
    const figures = without.map(({ mb, heapMb }) => `${mb.toFixed(1)} (heap ${heapMb.toFixed(1)})`)
    print(`${name}: MB without garbage ${figures.join(', ')}`)
    bars.note(`${name}: highest memory`, highest(list), 'MB')
    bars.note(
      `${name}: slope of memory with garbage`,
      slopeOf(list.slice(Math.floor(list.length / 2))),
      'MB/h',
    )
    const slope = slopeOf(without)
    if (minutes >= fewestMinutes) bars.atMost(`${name}: slope of memory`, slope, 1, 'MB/h')
    else bars.note(`${name}: slope of memory (too short to judge)`, slope, 'MB/h')
  }
}
