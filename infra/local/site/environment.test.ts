import { describe, expect, it } from '@jest/globals'
import { newSecrets } from '../keys/secrets.ts'
import { defaultPorts, services } from '../process/site-ports.ts'
import type { User } from '../servers/backing.ts'
import { gatewayEnvironment, serviceEnvironment } from './environment.ts'

const addressesOf = (user: User) => ({
  MONGO_URL: `mongodb://${user}:1@127.0.0.1:27017/?authSource=admin`,
  KAFKA_BROKERS: '127.0.0.1:9092',
  KAFKA_SASL: 'plain',
  KAFKA_USERNAME: user,
  KAFKA_PASSWORD: `${user}-password`,
  REDIS_URL: `redis://${user}:1@127.0.0.1:6379`,
  SMTP_URL: 'smtp://127.0.0.1:1025',
  MAILDEV_URL: 'http://127.0.0.1:1080',
})

const around = { ports: defaultPorts, addressesOf, secrets: await newSecrets(), dataDir: '/data', extra: {} }

describe('what a process is told', () => {
  it('private keys reach only the process that signs with them', async () => {
    const everyone = [...services.map((name) => serviceEnvironment(name, around)), gatewayEnvironment(around)]
    expect(everyone.filter((env) => 'AUTH_KEYS' in env)).toEqual([serviceEnvironment('auth', around)])
    expect(everyone.filter((env) => 'IDENTITY_KEYS' in env)).toEqual([gatewayEnvironment(around)])
    expect(gatewayEnvironment(around)).not.toHaveProperty('EVENT_KEY')
    expect(gatewayEnvironment(around)).not.toHaveProperty('EVENT_SIGNING_KEYS')
    for (const name of services) {
      const { keys } = JSON.parse(serviceEnvironment(name, around)['EVENT_SIGNING_KEYS'] ?? '')
      expect(keys.map(({ kid }: { kid: string }) => kid.split('.')[0])).toEqual([name])
    }
    expect(around.secrets.EVENT_JWKS).not.toContain('"d"')
    const { d, ...publicKey } = JSON.parse(around.secrets.IDENTITY_KEYS).keys[0]
    expect(d).toEqual(expect.any(String))
    expect(JSON.parse(around.secrets.IDENTITY_JWKS).keys).toEqual([publicKey])
  })

  it('each process has its own user at the servers', async () => {
    for (const name of services) {
      const { MONGO_URL, KAFKA_BROKERS, REDIS_URL } = addressesOf(name)
      const own = {
        KAFKA_USERNAME: name,
        KAFKA_PASSWORD: `${name}-password`,
        MONGO_URL,
        KAFKA_BROKERS,
        REDIS_URL,
      }
      expect(serviceEnvironment(name, around)).toMatchObject(own)
    }
    expect(gatewayEnvironment(around)['REDIS_URL']).toBe(addressesOf('gateway').REDIS_URL)
    expect(Object.keys(gatewayEnvironment(around)).filter((name) => /KAFKA|MONGO/.test(name))).toEqual([])
  })

  it('the caller’s values override all others except the port', async () => {
    const extra = { DEMO: 'false', PORT: '1' }
    const around = { ports: defaultPorts, addressesOf, secrets: await newSecrets(), dataDir: '/data', extra }
    expect(serviceEnvironment('users', around)).toMatchObject({ DEMO: 'false', PORT: '4002' })
    expect(gatewayEnvironment(around)).toMatchObject({
      REMOTE_SUPER_ADMIN_URL: 'http://127.0.0.1:4105',
      NOTIFICATIONS_URL: 'http://127.0.0.1:4005',
      PORT: '8080',
    })
  })
})
