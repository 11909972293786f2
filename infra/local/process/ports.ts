import { spawnSync } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { PlainError } from './fail.ts'

// below the range of outgoing connections, so that a port stays free while its server restarts
const lowest = 15_000
const highest = 31_999

/** Free ports on 127.0.0.1. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  let port = lowest + Math.floor(Math.random() * (highest - lowest))
  while (found.length < count) {
    if (await isFree(port)) found.push(port)
    port = port === highest ? lowest : port + 1
  }
  return found
}

/** @throws PlainError naming each taken port, its purpose and, where possible, the process that uses it */
export async function needPorts(wanted: Readonly<Record<string, number>>): Promise<void> {
  const checked = await Promise.all(
    Object.entries(wanted).map(async ([name, port]) => ((await isTaken(port)) ? { name, port } : null)),
  )
  const taken = checked.filter((one) => one !== null)
  if (taken.length === 0) return
  const lines = taken.map(({ name, port }) => `  port ${port} (for ${name}) is in use${holder(port)}`)
  throw new PlainError(`Cannot start:\n${lines.join('\n')}\nStop what uses it and try again.`)
}

/** True when something accepts connections there. */
export function answers(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Browsers try either address for `localhost`. */
async function isTaken(port: number): Promise<boolean> {
  if ((await answers(port)) || (await answers(port, '::1'))) return true
  return !(await isFree(port))
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** The process that uses the port, where the system reports it. */
function holder(port: number): string {
  const { stdout } = spawnSync('ss', ['-ltnpH', `sport = :${port}`], { encoding: 'utf8' })
  const listed = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fp']
  const pid = holderIn(stdout ?? '') ?? holderIn(spawnSync('lsof', listed, { encoding: 'utf8' }).stdout ?? '')
  if (!pid) return ''
  const command = spawnSync('ps', ['-o', 'args=', '-p', pid], { encoding: 'utf8' }).stdout?.trim() ?? ''
  return ` by process ${pid}${command && `: ${command.slice(0, 80)}`}`
}

/** The process in the output of `ss -ltnp` or `lsof -Fp`. */
export function holderIn(text: string): string | undefined {
  return /(?:,pid=|^p)(\d+)/m.exec(text)?.[1]
}
