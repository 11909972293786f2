import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { boardPath, boardProtocol } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { WebSocket } from 'ws'
import { PlainError } from '../../local/process/fail.ts'
import { lifetime } from '../../local/process/main.ts'
import { startLoad } from '../../local/trials/steady-load.ts'
import { print, quantile } from '../../local/trials/trial.ts'
import { createBars } from '../support/bars.ts'
import { openBoardTab } from './support/board-tab.ts'
import { type World, withClassroom } from './support/world.ts'

const perSecond = Math.min(Number(process.env['RATE'] ?? 1000), 2000)
const seconds = Math.min(Number(process.env['SECONDS'] ?? 20), 120)
const callsPerSecond = 40

/** Sockets that are refused: each with its status, and a thousand a second without making the calls slow. */
export async function run(): Promise<void> {
  await withClassroom(async (world) => {
    await statuses(world)
    const bars = createBars()
    const sessionId = await world.lesson()
    const tab = openBoardTab(world, { sessionId, person: world.teacher })
    await tab.synced(20_000)
    const read = () => world.caller.call(`GET /classroom/${sessionId}`, { headers: world.teacher.headers })
    // warm-up: the first calls compile code
    await measured(read, 5)
    const [quietA, busyA] = [await measured(read, seconds), await flooded(world, read)]
    const [quietB, busyB] = [await measured(read, seconds), await flooded(world, read)]
    const quiet = [...quietA, ...quietB]
    const busy = [...busyA.times, ...busyB.times]
    bars.note('p95 of a call without the flood', quantile(quiet, 0.95), 'ms')
    bars.note('p95 of a call during the flood', quantile(busy, 0.95), 'ms')
    bars.note('bad upgrades a second', (busyA.rate + busyB.rate) / 2, '')
    bars.atMost('the p95 grew by', (quantile(busy, 0.95) / quantile(quiet, 0.95) - 1) * 100, 20, '%')
    bars.atMost('sockets of the lesson that were closed', tab.isOpen() ? 0 : 1, 0, '')
    tab.close()
    bars.judge()
  })
}

async function statuses(world: World): Promise<void> {
  const { site, teacher } = world
  const sessionId = await world.lesson()
  const seat = () => world.enter(teacher, sessionId, randomUUID())
  const used = (await seat()).ticket
  const refused = randomUUID()
  const offer = (ticket: string) => [boardProtocol, `ticket.${ticket}`]
  const wanted: [string, number, () => Promise<number>][] = [
    ['a ticket', 101, () => status(site.url, boardPath, offer(used))],
    ['a used ticket', 401, () => status(site.url, boardPath, offer(used))],
    ['no ticket', 401, () => status(site.url, boardPath, [boardProtocol])],
    ['a forged ticket', 401, () => status(site.url, boardPath, offer(`forged-${refused}`))],
    ['another origin', 403, () => status(site.url, boardPath, offer(refused), 'https://evil.example')],
    ['no origin', 403, () => status(site.url, boardPath, offer(refused), null)],
    ['another path', 404, () => status(site.url, '/ws/other', offer(refused))],
  ]
  for (const [what, bar, attempt] of wanted) await expectStatus(what, bar, attempt)
  // a ticket lives for thirty seconds
  const old = (await seat()).ticket
  await sleep(31_000, undefined, { signal: lifetime })
  await expectStatus('an expired ticket', 401, () => status(site.url, boardPath, offer(old)))
  const classroom = site.process('classroom')
  await classroom.kill('SIGSTOP')
  try {
    await expectStatus('classroom away', 503, () => status(site.url, boardPath, offer(`away-${refused}`)))
  } finally {
    await classroom.kill('SIGCONT')
  }
}

async function expectStatus(what: string, bar: number, attempt: () => Promise<number>): Promise<void> {
  const found = await attempt()
  print(`  ${what}: ${found}`)
  if (found !== bar) throw new PlainError(`${what}: ${found} in place of ${bar}`)
}

function status(
  url: string,
  path: string,
  protocols: string[],
  origin: string | null = new URL(url).origin,
): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, protocols, origin ? { origin } : {})
  return new Promise((resolve) => {
    socket.on('open', () => {
      resolve(101)
      socket.close()
    })
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    socket.on('error', () => resolve(0))
  })
}

type Read = () => Promise<{ status: number; ms: number }>

async function measured(read: Read, forSeconds: number): Promise<number[]> {
  const load = startLoad(callsPerSecond, read)
  await sleep(forSeconds * 1000, undefined, { signal: lifetime })
  await load.stop()
  const failed = load.answers.filter(({ ok }) => !ok)
  if (failed.length > 0)
    throw new PlainError(`${failed.length} calls failed, the first with ${failed[0]?.status}`)
  return load.answers.map(({ ms }) => ms)
}

async function flooded({ site }: World, read: Read): Promise<{ times: number[]; rate: number }> {
  const workerData = { url: site.url, path: boardPath, perSecond, seconds }
  const flood = new Worker(new URL('./support/flood.ts', import.meta.url), { workerData })
  const ended = once(flood, 'message')
  const times = await measured(read, seconds)
  // `as`: what flood.ts sends
  const [{ statuses: seen, ms }] = (await ended) as [{ statuses: Record<string, number>; ms: number }]
  const all = Object.entries(seen)
  print(`  flood: ${all.map(([answer, count]) => `${count} × ${answer}`).join(', ')}`)
  if (all.some(([answer]) => answer !== '403' && answer !== '429'))
    throw new PlainError('A bad upgrade was answered with another status than 403 and 429.')
  return { times, rate: (all.reduce((sum, [, count]) => sum + count, 0) / ms) * 1000 }
}
