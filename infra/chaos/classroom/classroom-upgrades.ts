import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { boardPath, boardProtocol } from '@darsi/contracts/rules/board-socket.ts'
import { WebSocket } from 'ws'
import { PlainError } from '../../local/process/fail.ts'
import { startLoad } from '../../local/trials/steady-load.ts'
import { print, quantile } from '../../local/trials/trial.ts'
import { pause } from '../../local/trials/waiting.ts'
import { createBars } from '../support/bars.ts'
import { openBoardTab } from './support/board-tab.ts'
import { type World, withClassroom } from './support/world.ts'

const perSecond = Math.min(Number(process.env['RATE'] ?? 1000), 2000)
const seconds = Math.min(Number(process.env['SECONDS'] ?? 15), 120)
const callsPerSecond = 40

/**
 * Sockets that are refused: each with its status, and a thousand a second without making the calls slow. The same flood
 * against a bare server shows what the flood itself costs on these cores.
 */
export async function run(): Promise<void> {
  await withClassroom(async (world) => {
    await statuses(world)
    const bars = createBars()
    const sessionId = await world.lesson()
    const tab = openBoardTab(world, { sessionId, person: world.teacher })
    await tab.synced(20_000)
    const read = () => world.caller.call(`GET /classroom/${sessionId}`, { headers: world.teacher.headers })
    const bare = await startBareServer()
    // warm-up: the first calls compile code
    await measured(read, 5)
    const rounds: { quiet: number; bare: number; gateway: number; rate: number }[] = []
    const p95 = (times: readonly number[]) => quantile(times, 0.95)
    for (let round = 0; round < 5; round++) {
      const quiet = p95(await measured(read, seconds))
      const beside = p95((await flooded(bare.url, read)).times)
      const { times, rate } = await flooded(world.site.url, read)
      rounds.push({ quiet, bare: beside, gateway: p95(times), rate })
    }
    await bare.stop()
    // shared machines are noisy: each round is compared with itself, and the middle one counts
    const middle = (of: (round: (typeof rounds)[number]) => number) => quantile(rounds.map(of), 0.5)
    const grown = (to: number, from: number) => (to / from - 1) * 100
    bars.note(
      'p95 of a call without a flood',
      middle(({ quiet }) => quiet),
      'ms',
    )
    bars.note(
      'p95 while the flood meets a bare server',
      middle((round) => round.bare),
      'ms',
    )
    bars.note(
      'p95 while the flood meets the gateway',
      middle(({ gateway }) => gateway),
      'ms',
    )
    bars.note('bad upgrades a second', Math.min(...rounds.map(({ rate }) => rate)), '')
    bars.note(
      'all in all the p95 grew by',
      middle(({ gateway, quiet }) => grown(gateway, quiet)),
      '%',
    )
    // the flood itself runs on the same cores, which costs as much whoever refuses it
    const byGateway = middle((round) => grown(round.gateway, round.bare))
    bars.atMost('of that by the gateway', byGateway, 20, '%')
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
  await pause(31_000)
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
  await pause(forSeconds * 1000)
  await load.stop()
  const failed = load.answers.filter(({ ok }) => !ok)
  if (failed.length > 0)
    throw new PlainError(`${failed.length} calls failed, the first with ${failed[0]?.status}`)
  return load.answers.map(({ ms }) => ms)
}

/** Node's HTTP server alone, to tell what the flood costs and what the gateway does. */
async function startBareServer() {
  const server = new Worker(new URL('./support/bare-refusals.ts', import.meta.url))
  const [port] = await once(server, 'message')
  return { url: `http://localhost:${port}`, stop: () => server.terminate() }
}

async function flooded(url: string, read: Read): Promise<{ times: number[]; rate: number }> {
  const workerData = { url, path: boardPath, perSecond, seconds }
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
