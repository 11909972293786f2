import { WebSocket } from 'ws'
import { memoryOf } from './processes.ts'
import { pause, until } from './waiting.ts'

// where Node.js listens after SIGUSR1; one process after another, as all of them use this port
const inspectorUrl = 'http://127.0.0.1:9229/json/list'
const patienceMs = 10_000

/** Megabytes: resident, and of objects in V8's heap. A leak of objects grows both, a fragmented allocator only the first. */
type Memory = { mb: number; heapMb: number }

/**
 * The memory of a Node.js process after V8 has removed all garbage. An idle service collects less than once an hour, so
 * its resident memory rises between two collections whether it leaks or not.
 */
export async function memoryWithoutGarbage(pid: number): Promise<Memory> {
  process.kill(pid, 'SIGUSR1')
  const inspector = await open(pid)
  try {
    await inspector.call('HeapProfiler.collectGarbage')
    // V8 gives pages back in other threads
    await pause(1000)
    const { usedSize = Number.NaN } = await inspector.call('Runtime.getHeapUsage')
    return { mb: memoryOf(pid), heapMb: usedSize / 1024 / 1024 }
  } finally {
    await inspector.call('Runtime.evaluate', {
      expression: 'setTimeout(() => process.getBuiltinModule("node:inspector").close(), 100)',
    })
    inspector.end()
    await until(`the end of the inspector of process ${pid}`, patienceMs, async () => !(await targetUrl()))
  }
}

/** @throws Error when another process has the port: Node.js then does not try again */
async function open(pid: number) {
  await until(`the inspector of process ${pid}`, patienceMs, async () => (await targetUrl()) !== undefined)
  const inspector = await connect((await targetUrl()) ?? '')
  const { result } = await inspector.call('Runtime.evaluate', { expression: 'process.pid' })
  if (result?.value !== pid) throw new Error(`process ${result?.value} listens on port 9229, not ${pid}`)
  return inspector
}

async function targetUrl(): Promise<string | undefined> {
  try {
    // `as`: https://nodejs.org/en/learn/getting-started/debugging
    const [target] = (await (await fetch(inspectorUrl)).json()) as { webSocketDebuggerUrl: string }[]
    return target?.webSocketDebuggerUrl
  } catch {
    return undefined
  }
}

type Answer = {
  id: number
  result: { result?: { value?: unknown }; usedSize?: number }
  error?: { message: string }
}

async function connect(url: string) {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let last = 0
  const call = (method: string, params: object = {}): Promise<Answer['result']> =>
    new Promise((resolve, reject) => {
      const id = ++last
      const onMessage = (data: { toString(): string }) => {
        // `as`: https://chromedevtools.github.io/devtools-protocol/
        const answer = JSON.parse(data.toString()) as Answer
        if (answer.id !== id) return
        socket.off('message', onMessage)
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`))
        else resolve(answer.result)
      }
      socket.on('message', onMessage)
      socket.once('close', () => reject(new Error(`${method}: the inspector closed`)))
      socket.send(JSON.stringify({ id, method, params }))
    })
  return { call, end: () => socket.terminate() }
}
