import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'

// a thread of its own: sending must not make the calls slow that another thread measures
const { url, path, perSecond, seconds } = z
  .object({
    url: z.url({ hostname: /^localhost$/ }),
    path: z.string(),
    perSecond: z.number().max(2000),
    seconds: z.number().max(120),
  })
  .parse(workerData)

const { host, hostname, port, origin } = new URL(url)
const request = [
  `GET ${path} HTTP/1.1`,
  `Host: ${host}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  `Origin: ${origin.replace('localhost', 'evil.example')}`,
  '\r\n',
].join('\r\n')

/** Bad upgrades at a fixed rate for so many seconds; answers how many got which status. */
const statuses: Record<string, number> = {}
const running = new Set<Promise<void>>()
const one = () =>
  new Promise<void>((resolve) => {
    const note = (status: string) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      resolve()
    }
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
    socket.once('data', (data) => {
      note(data.toString('latin1', 9, 12))
      socket.destroy()
    })
    socket.once('error', () => note('failed'))
  })
const began = performance.now()
for (let sent = 0; performance.now() - began < seconds * 1000; await sleep(5))
  for (; sent < ((performance.now() - began) / 1000) * perSecond; sent++) {
    const asking: Promise<void> = one().finally(() => running.delete(asking))
    running.add(asking)
  }
await Promise.all(running)
parentPort?.postMessage({ statuses, ms: performance.now() - began })
