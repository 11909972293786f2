import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { events, topics } from '@darsi/contracts/events/events.ts'
import { receivers } from '@darsi/contracts/events/receivers.ts'
import { type Service, services } from '@darsi/contracts/reference/services.ts'
import type { Bus } from '@darsi/kit/events/bus.ts'
import { createBus } from '@darsi/kit/kafka/kafka.ts'
import { giveRules } from '@darsi/kit/kafka/kafka-acls.ts'
import { type KafkaRule, kafkaRules } from '@darsi/kit/kafka/kafka-rules.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { eventually, silentLog } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Connection, createConnection } from 'mongoose'
import { somePorts } from '../local/process/site-ports.ts'
import { type Access, accessIn } from '../local/servers/access.ts'
import { type Servers, startServers, type User } from '../local/servers/backing.ts'

const ofAnotherRelease: KafkaRule = {
  principal: 'users',
  resource: 'topic',
  name: 'login-events',
  pattern: 'literal',
  operation: 'write',
}
const message = (topic: string) => ({ topic, key: 'k', value: 'v', headers: {} })

describe('the servers of npm start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'darsi-access-'))
  const closing: (() => unknown)[] = []
  let servers: Servers
  let access: Access
  const busAs = (user: User, wrongPassword?: string): Bus => {
    const { KAFKA_BROKERS, KAFKA_USERNAME: username, KAFKA_PASSWORD } = servers.addressesOf(user)
    const bus = createBus({
      brokers: [KAFKA_BROKERS],
      sasl: { mechanism: 'plain', username, password: wrongPassword ?? KAFKA_PASSWORD },
      clientId: user,
      log: silentLog,
      partitions: 1,
      publishMs: 3000,
    })
    closing.push(bus.close)
    return bus
  }
  const given = { ...process.env }
  const redisAs = (user: User) => {
    const redis = connectRedis(servers.addressesOf(user).REDIS_URL, silentLog)
    closing.push(() => redis.disconnect())
    return redis
  }
  const mongoAs = async (user: User): Promise<Connection> => {
    const connection = await createConnection(servers.addressesOf(user).MONGO_URL).asPromise()
    closing.push(() => connection.close())
    return connection
  }

  beforeAll(async () => {
    // a database that other tests do not use; nothing is mailed here
    for (const name of ['KAFKA_BROKERS', 'MONGO_URL', 'REDIS_URL']) delete process.env[name]
    process.env['SMTP_URL'] = 'smtp://127.0.0.1:1'
    const ports = await somePorts()
    servers = await startServers({ dataDir, ports })
    await servers.crew.ready()
    access = accessIn(dataDir)
  }, 120_000)
  afterAll(async () => {
    await Promise.all(closing.map((close) => close()))
    await servers.stop(3000)
    // other test files run in this process
    process.env = given
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  it('keep their passwords in files that nobody else reads, and in no log', () => {
    const passwords = Object.values(access).flatMap((ofServer) => Object.values<string>(ofServer))
    expect(new Set(passwords).size).toBe(passwords.length)
    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(dataDir, name))
      .filter((file) => statSync(file).isFile() && statSync(file).size < 1_000_000)
    const holding = files.filter((file) => {
      const text = readFileSync(file, 'latin1')
      return passwords.some((password) => text.includes(password))
    })
    expect(holding.map((file) => file.slice(dataDir.length + 1)).toSorted()).toEqual([
      'kafka/server.properties',
      'redis/users.acl',
      'run/servers.json',
      'secrets/access.json',
    ])
    for (const file of holding) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  describe('Kafka', () => {
    const rules = kafkaRules(events, receivers)
    const buses = new Map<Service, Bus>()
    const as = (service: Service): Bus => {
      const bus = buses.get(service) ?? busAs(service)
      buses.set(service, bus)
      return bus
    }
    const may = (service: Service, topic: string, operation: KafkaRule['operation']) =>
      rules.some((rule) => rule.principal === service && rule.name === topic && rule.operation === operation)

    beforeAll(() => as('auth').ensureTopics(topics), 30_000)

    it('keeps a rule that only another release needs while both run, and then removes it', async () => {
      const brokers = [servers.addressesOf('operator').KAFKA_BROKERS]
      const sasl = { mechanism: 'plain' as const, username: 'broker', password: access.kafka.broker }
      const give = (wanted: KafkaRule[], keep: boolean) => giveRules({ brokers, sasl }, wanted, { keep })
      expect(await give([...rules, ofAnotherRelease], true)).toEqual({ added: 1, removed: 0 })
      // the broker gets it from its controller a moment later
      await eventually(async () => (await give([...rules, ofAnotherRelease], true)).added === 0)
      expect(await give(rules, true)).toEqual({ added: 0, removed: 0 })
      expect(await give(rules, false)).toEqual({ added: 0, removed: 1 })
      await eventually(async () => (await give(rules, false)).removed === 0)
    }, 30_000)

    it.each(services)(
      '%s writes the topics that it produces, and no other',
      async (service) => {
        for (const topic of topics) {
          const sent = await as(service)
            .publish([message(topic)])
            .then(
              () => true,
              () => false,
            )
          expect([topic, sent]).toEqual([topic, may(service, topic, 'write')])
        }
      },
      120_000,
    )

    it('auth cannot publish lesson events; users can neither publish erasures of auth nor read its login events', async () => {
      expect(may('auth', 'session-events', 'write')).toBe(false)
      expect(may('users', 'login-events', 'write')).toBe(false)
      await expect(as('auth').publish([message('session-events')])).rejects.toThrow(/authoriz/i)
    }, 30_000)

    it('a service reads what it consumes under its own group, and no other', async () => {
      const handle = async () => 'done' as const
      const [read = ''] = topics.filter((topic) => may('availability', topic, 'read'))
      const subscription = await as('availability').consume({ group: 'availability', topics: [read], handle })
      await subscription.stop()
      const unread = topics.find((topic) => !may('availability', topic, 'read')) ?? ''
      await expect(as('availability').read([unread])).rejects.toThrow(/authoriz/i)
      // the group of another service, whose offsets it could change
      await expect(as('availability').lag('admin', [read])).rejects.toThrow('group coordinator')
    }, 60_000)

    it('the operator sees how far each group is, and joins none', async () => {
      const operator = busAs('operator')
      const [read = ''] = topics.filter((topic) => may('availability', topic, 'read'))
      expect(await operator.lag('availability', [read])).not.toEqual([])
      expect(rules).not.toContainEqual(
        expect.objectContaining({ principal: 'operator', resource: 'group', name: '*', operation: 'read' }),
      )
    }, 30_000)

    it('a wrong password opens nothing', async () => {
      await expect(busAs('auth', 'wrong').topics()).rejects.toThrow()
    }, 30_000)
  })

  it('Redis lets each process read only its own keys, and refuses connections without a user', async () => {
    expect(await redisAs('auth').set('factor:mine', '1', 'EX', 60)).toBe('OK')
    await expect(redisAs('gateway').get('factor:mine')).rejects.toThrow(/NOPERM/)
    await expect(redisAs('notifications').get('factor:mine')).rejects.toThrow(/NOPERM/)
    await expect(redisAs('admin').set('revoked:sid:a', '1')).rejects.toThrow(/NOPERM/)
    await expect(redisAs('users').set('presence:me', '1')).rejects.toThrow(/NOPERM/)
    // has no user, because it does not use Redis
    await expect(redisAs('availability').get('factor:mine')).rejects.toThrow(/NOAUTH/)
    expect(await redisAs('operator').get('factor:mine')).toBe('1')
  })

  it('the database server lets each service use only its own database', async () => {
    const own = (await mongoAs('users')).useDb('darsi-users').collection<{ a: number }>('connections')
    await own.insertOne({ a: 1 })
    expect(await own.countDocuments()).toBe(1)
    const foreign = (await mongoAs('users')).useDb('darsi-auth').collection('accounts')
    for (const call of [
      () => foreign.findOne({}),
      () => foreign.insertOne({}),
      () => foreign.updateMany({}, { $set: { a: 1 } }),
      () => foreign.deleteMany({}),
      () => foreign.drop(),
      () => own.aggregate([{ $out: { db: 'darsi-auth', coll: 'accounts' } }]).toArray(),
    ])
      await expect(call()).rejects.toThrow(/not authorized/i)
    const accounts = (await mongoAs('auth')).useDb('darsi-auth').collection('accounts')
    await accounts.insertOne({})
    const operator = (await mongoAs('operator')).useDb('darsi-auth').collection('accounts')
    expect(await operator.countDocuments()).toBe(1)
    const nobody = await createConnection(withoutName(servers.addressesOf('auth').MONGO_URL)).asPromise()
    closing.push(() => nobody.close())
    await expect(nobody.useDb('darsi-auth').collection('accounts').findOne({})).rejects.toThrow(
      /authenticat/i,
    )
  }, 30_000)
})

const withoutName = (url: string) => url.replace(/\/\/.*@/, '//')
