import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { threadsApi } from '@darsi/contracts/calls/users/threads-api.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import {
  createIdentitySigner,
  type Identity,
  type IdentitySigner,
  identityHeader,
} from '@darsi/kit/identity/identity.ts'
import { createBars } from '../chaos/support/bars.ts'
import type { Site } from '../local/site/site.ts'
import { cpuOf, memoryOf } from '../local/trials/processes.ts'
import { inLanes, print, quantile, withTrialSite } from '../local/trials/trial.ts'

const count = Math.min(Number(process.argv[3] ?? 5000), 15_000)
const idleMs = 60_000
/** As many messages as an account may send in a minute. */
const samples = 30
/** One of the demo conversations. */
const [writer, reader] = ['demo-teacher', 'demo-student']

type Reader = { response: IncomingMessage; arrived: number }

/**
 * Open live streams on one notifications process: its CPU while nothing happens, beside the same process without a
 * stream, its memory, and the time until a written message arrives. `npm run bench -- streams 1000` for another number.
 */
export async function run(): Promise<void> {
  await withTrialSite(
    {},
    async (site) => {
      const sign = await createIdentitySigner(JSON.parse(site.secrets.IDENTITY_KEYS))
      await sleep(10_000)
      const [idle, empty] = [await idleShare(site), memory(site)]
      const readers: Reader[] = []
      await inLanes(count, 16, async () => {
        readers.push(await open(site, await sign('notifications', someone(randomUUID(), 'student'))))
      })
      await sleep(20_000)
      const [share, full] = [await idleShare(site), memory(site)]
      print(`without streams: ${idle.toFixed(1)} % of a core, ${empty.toFixed(0)} MB; with ${count}:`)
      const bars = createBars()
      bars.atMost('idle', share, 5, '% of a core')
      bars.atMost('memory', full, 300, 'MB')
      const mine = await open(site, await sign('notifications', someone(reader, 'student')))
      const times = await messageTimes(site, sign, mine)
      print(`a message arrives after p50 ${quantile(times, 0.5).toFixed(0)} ms`)
      bars.atMost('p99 until a message arrives', quantile(times, 0.99), 1000, 'ms')
      mine.response.destroy()
      bars.judge()
      for (const { response } of readers) response.destroy()
    },
    ['auth', 'users', 'notifications'],
  )
}

const processOf = (site: Site) => site.process('notifications')
const memory = (site: Site) => memoryOf(processOf(site).pid())

/** CPU time of the process, in per cent of a core. */
async function idleShare(site: Site): Promise<number> {
  const used = () => cpuOf(site.processes).get('notifications') ?? 0
  const before = used()
  await sleep(idleMs)
  return (100 * (used() - before)) / idleMs
}

const someone = (userId: string, role: Role): Identity => ({
  ...{ userId, role, sessionId: randomUUID(), authTime: Math.floor(Date.now() / 1000) },
})

async function open(site: Site, token: string): Promise<Reader> {
  const headers = { [identityHeader]: token }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${site.serviceUrl('notifications')}/notifications/stream`, { headers, agent: false }, resolve).on(
      'error',
      reject,
    )
  })
  if (response.statusCode !== 200) throw new Error(`a stream answered ${response.statusCode}`)
  const opened = { response, arrived: 0 }
  response.on('data', (chunk: Buffer) => {
    if (chunk.includes('data: ')) opened.arrived = performance.now()
  })
  response.on('error', () => {})
  return opened
}

/**
 * A teacher writes to a learner with an open stream: outbox, Kafka, consumer and Redis lie between.
 * @returns milliseconds from each call until the stream has the update
 */
async function messageTimes(site: Site, sign: IdentitySigner, opened: Reader): Promise<number[]> {
  const call = async (as: Identity, path: string, text?: string) => {
    const answer = await fetch(site.serviceUrl('users') + path, {
      headers: { [identityHeader]: await sign('users', as), 'content-type': 'application/json' },
      ...(text && { method: 'POST', body: JSON.stringify({ text }) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { data: threads } = threadsApi['GET /threads'].answer.parse(
    await call(someone(reader, 'student'), '/threads'),
  )
  const thread = threads.find(({ members }) => members.some(({ id }) => id === writer))
  if (!thread) throw new Error('the demo conversation is missing')
  const times: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    opened.arrived = 0
    const started = performance.now()
    await call(someone(writer, 'teacher'), `/threads/${thread.id}/messages`, `Message ${sample}`)
    const end = performance.now() + 10_000
    while (opened.arrived === 0 && performance.now() < end) await sleep(2)
    if (opened.arrived === 0) throw new Error('a message did not arrive within 10 s')
    times.push(opened.arrived - started)
    await sleep(100)
  }
  return times
}
