import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createIdentitySigner,
  type Identity,
  type IdentitySigner,
  identityHeader,
} from '@darsi/kit/identity/identity.ts'
import type { Site } from '../local/site/site.ts'
import { cpuOf, memoryOf } from '../local/trials/processes.ts'
import { inLanes, print, quantile, withTrialSite } from '../local/trials/trial.ts'

const count = Math.min(Number(process.argv[3] ?? 5000), 15_000)
const idleMs = 60_000
const samples = 100

type Reader = { identity: Identity; response: IncomingMessage; arrived: number }

/**
 * Open live streams on one notifications process: its CPU while nothing happens, beside the same process without a
 * stream, its memory, and the time until an update arrives. `npm run bench -- streams 1000` for another number.
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
        readers.push(await open(site, sign))
      })
      await sleep(20_000)
      const [share, full] = [await idleShare(site), memory(site)]
      print(
        `${count} open streams: ${share.toFixed(1)} % of a core, ${idle.toFixed(1)} % without streams; ${full.toFixed(0)} MB, ${empty.toFixed(0)} MB without`,
      )
      await updates(site, sign, readers)
      for (const { response } of readers) response.destroy()
    },
    ['auth', 'notifications'],
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

async function open(site: Site, sign: IdentitySigner): Promise<Reader> {
  const identity: Identity = {
    userId: randomUUID(),
    role: 'student',
    sessionId: randomUUID(),
    authTime: Math.floor(Date.now() / 1000),
  }
  const headers = { [identityHeader]: await sign('notifications', identity) }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${site.serviceUrl('notifications')}/notifications/stream`, { headers, agent: false }, resolve).on(
      'error',
      reject,
    )
  })
  if (response.statusCode !== 200) throw new Error(`a stream answered ${response.statusCode}`)
  const reader = { identity, response, arrived: 0 }
  response.on('data', (chunk: Buffer) => {
    if (chunk.includes('data: ')) reader.arrived = performance.now()
  })
  response.on('error', () => {})
  return reader
}

/** The person's other tab marks everything as read; measures until this stream receives the update. */
async function updates(site: Site, sign: IdentitySigner, readers: readonly Reader[]): Promise<void> {
  const times: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    const reader = readers[(sample * 7919) % readers.length]
    if (!reader) return
    reader.arrived = 0
    const started = performance.now()
    const answer = await fetch(`${site.serviceUrl('notifications')}/notifications/read`, {
      method: 'POST',
      headers: {
        [identityHeader]: await sign('notifications', reader.identity),
        'content-type': 'application/json',
      },
      body: '{}',
    })
    if (!answer.ok) throw new Error(`marking as read answered ${answer.status}`)
    const until = performance.now() + 10_000
    while (reader.arrived === 0 && performance.now() < until) await sleep(2)
    if (reader.arrived === 0) throw new Error('an update did not arrive within 10 s')
    times.push(reader.arrived - started)
  }
  print(
    `an update arrives after p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
  )
}
