import { describe, expect, it } from '@jest/globals'
import { gatewayEnvironment, serviceEnvironment } from './environment.ts'
import { newSecrets } from './secrets.ts'
import { defaultPorts, services } from './site-ports.ts'

const servers = {
  MONGO_URL: 'mongodb://127.0.0.1:27017',
  KAFKA_BROKERS: '127.0.0.1:9092',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SMTP_URL: 'smtp://127.0.0.1:1025',
  MAILDEV_URL: 'http://127.0.0.1:1080',
}

describe('what a process is told', () => {
  it('private keys reach only the process that signs with them', async () => {
    const around = { ports: defaultPorts, servers, secrets: await newSecrets(), extra: {} }
    const everyone = [...services.map((name) => serviceEnvironment(name, around)), gatewayEnvironment(around)]
    expect(everyone.filter((env) => 'AUTH_KEYS' in env)).toEqual([serviceEnvironment('auth', around)])
    expect(everyone.filter((env) => 'IDENTITY_KEYS' in env)).toEqual([gatewayEnvironment(around)])
    expect(gatewayEnvironment(around)).not.toHaveProperty('EVENT_KEY')
    const { d, ...publicKey } = JSON.parse(around.secrets.IDENTITY_KEYS).keys[0]
    expect(d).toEqual(expect.any(String))
    expect(JSON.parse(around.secrets.IDENTITY_JWKS).keys).toEqual([publicKey])
  })

  it('what the caller adds is stronger, but never the port', async () => {
    const extra = { DEMO: 'false', PORT: '1' }
    const around = { ports: defaultPorts, servers, secrets: await newSecrets(), extra }
    expect(serviceEnvironment('users', around)).toMatchObject({ DEMO: 'false', PORT: '4002' })
    expect(gatewayEnvironment(around)).toMatchObject({
      REMOTE_SUPER_ADMIN_URL: 'http://127.0.0.1:4105',
      NOTIFICATIONS_URL: 'http://127.0.0.1:4005',
      PORT: '8080',
    })
  })
})
