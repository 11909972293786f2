import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createBus } from '../src/kafka/kafka.ts'
import { eventually, silentLog, testServers, unique } from '../src/testing/testing.ts'

const pem = (name: string) => readFileSync(join(import.meta.dirname, 'loopback-certificate', name), 'utf8')
const ca = pem('certificate.pem')

/** A TLS proxy in front of the real Kafka; records what the client sends. */
async function encryptedFront(broker: string) {
  const [host = '', port = ''] = broker.split(':')
  const said: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer({ cert: ca, key: pem('key.pem') }, (inside) => {
    const outside = connect(Number(port), host)
    for (const socket of [inside, outside]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    inside.on('data', (bytes) => said.push(bytes))
    inside.pipe(outside).pipe(inside)
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // `as`: a listening TCP server always has an AddressInfo
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { reach: () => address, said: () => Buffer.concat(said).toString('latin1'), close }
}

describe('a Kafka behind TLS', () => {
  const [broker = ''] = testServers().kafkaBrokers
  let front: Awaited<ReturnType<typeof encryptedFront>>
  const buses: ReturnType<typeof createBus>[] = []
  const bus = (access: Pick<Parameters<typeof createBus>[0], 'tls' | 'sasl'>) => {
    const options = { brokers: [broker], clientId: 'tls', log: silentLog, reach: front.reach }
    const made = createBus({ ...options, ...access })
    buses.push(made)
    return made
  }
  beforeAll(async () => {
    front = await encryptedFront(broker)
  })
  afterAll(async () => {
    for (const one of buses) await one.close()
    front.close()
  })

  it('is reached with its authority', async () => {
    const topic = unique('tls')
    const reached = bus({ tls: { ca } })
    await reached.ensureTopics([topic])
    await reached.publish([{ topic, key: 'k', value: 'v', headers: {} }])
    expect((await reached.read([topic])).map(({ value }) => value)).toEqual(['v'])
  })

  it('is not talked to when nobody vouches for it', async () => {
    const before = front.said().length
    await expect(bus({ tls: {} }).topics()).rejects.toThrow(/self.signed certificate/)
    expect(front.said().length).toBe(before)
  })

  it('receives the user by the chosen SASL mechanism', async () => {
    const sasl = { mechanism: 'scram-sha-512', username: 'darsi', password: 'a secret' } as const
    // this Kafka needs no authentication and says so
    await expect(bus({ tls: { ca }, sasl }).topics()).rejects.toThrow()
    await eventually(() => front.said().includes('SCRAM-SHA-512'))
    expect(front.said()).not.toContain('a secret')
  })
})
