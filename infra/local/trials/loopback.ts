import { Agent, request } from 'node:http'

type Called = { status: number; body: string; ms: number }

/** The client of a benchmark: plain node:http with keep-alive has the lowest cost on the measured machine. */
export function createCaller(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const { hostname, port } = new URL(url)

  const call = (
    key: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<Called> =>
    new Promise((resolve, reject) => {
      const [method, path] = key.split(' ')
      const text = body && JSON.stringify(body)
      const started = performance.now()
      const outgoing = request(
        {
          agent,
          hostname,
          port,
          method,
          path: `/api${path}`,
          headers: {
            ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
          timeout: 30_000,
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () => {
            const ms = performance.now() - started
            resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString(), ms })
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${key} did not answer`)))
      outgoing.end(text)
    })

  return { call, close: () => agent.destroy() }
}

export type Caller = ReturnType<typeof createCaller>
