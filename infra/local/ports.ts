import { spawnSync } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { PlainError } from './fail.ts'

/** Free ports on 127.0.0.1; all are held until every one is known, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer()
      return new Promise<ReturnType<typeof createServer>>((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(server))
      })
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

/** @throws PlainError naming each taken port, what wants it and, where it can be told, who has it */
export async function needPorts(wanted: Readonly<Record<string, number>>): Promise<void> {
  const taken: string[] = []
  for (const [name, port] of Object.entries(wanted)) {
    if (await answers(port)) taken.push(`  port ${port} (wanted for ${name}) is in use${holder(port)}`)
  }
  if (taken.length > 0)
    throw new PlainError(`Cannot start:\n${taken.join('\n')}\nStop what uses them and try again.`)
}

/** True when something accepts connections there. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function holder(port: number): string {
  const found = spawnSync('ss', ['-ltnpH', `sport = :${port}`], { encoding: 'utf8' }).stdout ?? ''
  const match = /users:\(\("([^"]+)",pid=(\d+)/.exec(found)
  return match ? ` by ${match[1]} (process ${match[2]})` : ''
}
