import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from '../local/process/paths.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const chart = 'infra/k8s/darsi'
const production = {
  ...{ LIVEKIT_SECRET: 'newest,older', NODE_IP: '198.51.100.7', TURN_DOMAIN: 'turn.darsi.example' },
  LIVEKIT_WEBHOOK: 'http://classroom:8080/media/webhook',
}

/** What the start script of compose and the chart writes for LiveKit. */
function configured(env: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'livekit-'))
  try {
    const file = join(folder, 'livekit.yaml')
    const script = read('infra/docker/livekit.sh')
      .replaceAll('/tmp/livekit.yaml', file)
      .replace(/^exec .*$/m, '')
    execFileSync('sh', ['-c', script], { env: { PATH: process.env['PATH'], ...env } })
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
const portsIn = (text: string) => [...text.matchAll(/port: (\d+)/g)].map(([, port]) => Number(port)).sort()

describe('LiveKit as it is deployed', () => {
  it('creates no room automatically, uses no public STUN server, and has only the newest secret', () => {
    const config = configured(production)
    for (const line of ['auto_create: false', 'stun_servers: []', 'darsi: newest\n', 'node_ip: 198.51.100.7'])
      expect(config).toContain(line)
    expect(config).not.toContain('older')
  })

  it('has TURN over TLS for a name in the world, and Redis where one is named', () => {
    const config = configured({ ...production, LIVEKIT_REDIS: 'livekit-redis:6379' })
    expect(config).toMatch(/^ {2}tls_port: 5349\n {2}external_tls: true$/m)
    expect(config).toContain('redis: { address: livekit-redis:6379 }')
    const trial = configured({ ...production, TURN_DOMAIN: 'localhost' })
    expect(trial).not.toMatch(/tls|redis/)
  })

  it('refuses to start without the address that browsers reach', () => {
    expect(() => configured({ ...production, NODE_IP: '' })).toThrow('LIVEKIT_NODE_IP: please set')
  })

  it('has the same ports in the chart, on the network of its host', () => {
    const template = read(`${chart}/templates/livekit.yaml`)
    const declared = [...template.matchAll(/containerPort: (\d+)/g)].map(([, port]) => Number(port)).sort()
    expect(declared).toEqual(portsIn(configured(production)))
    expect(template).toContain('hostNetwork: true')
    // the address of the node, which browsers reach, and none of the pod
    expect(template).toContain('fieldPath: status.hostIP')
  })

  it.each([
    ['docker-compose.yml', '127.0.0.1'],
    ['docker-compose.production.yml', '0.0.0.0'],
  ])('publishes media and TURN by %s, and neither its API nor its metrics', (file, reach) => {
    const [, block = ''] = /^ {2}livekit:\n((?: {4}.*\n|\n)+)/m.exec(read(file)) ?? []
    const published = [...block.matchAll(/^ {6}- "(.*):(\d+):(\d+)(\/udp)?"$/gm)].map(
      ([, bind, , port, udp = '']) => `${bind} ${port}${udp}`,
    )
    const bind = `\${LIVEKIT_BIND:-${reach}}`
    expect(published).toEqual([
      ...[`${bind} 7881`, `${bind} 7882/udp`, `${bind} 3478/udp`],
      // unencrypted behind the proxy that ends TLS
      '127.0.0.1 5349',
    ])
  })
})
