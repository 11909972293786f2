import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Redis } from 'ioredis'
import { connectRedis } from '../src/redis/redis.ts'
import { faultyNetwork } from '../src/testing/faulty-network.ts'
import { eventually, silentLog, testServers } from '../src/testing/testing.ts'

describe('Redis that hangs', () => {
  const key = randomUUID()
  let network: Awaited<ReturnType<typeof faultyNetwork>>
  let redis: Redis
  let patient: Redis

  beforeAll(async () => {
    network = await faultyNetwork()
    const url = new URL(testServers().redisUrl)
    const port = Number(url.port || 6379)
    await network.proxy(url.hostname, port)
    url.port = String(network.reach({ host: url.hostname, port }).port)
    url.hostname = '127.0.0.1'
    redis = connectRedis(url.href, silentLog, { commandTimeoutMs: 500 })
    patient = connectRedis(url.href, silentLog, { isPatient: true })
    await eventually(() => redis.status === 'ready' && patient.status === 'ready')
  })
  afterAll(async () => {
    network.open()
    await eventually(() => redis.status === 'ready')
    await redis.del(key, `${key} patient`)
    redis.disconnect()
    patient.disconnect()
    network.close()
  })

  it('fails each command in time, then at once, and answers again after its return', async () => {
    network.stall()
    const late = patient.set(`${key} patient`, '1')
    await expect(redis.set(key, '1')).rejects.toThrow('timed out')
    await eventually(() => redis.status !== 'ready')
    const before = performance.now()
    await expect(redis.set(key, '1')).rejects.toThrow()
    expect(performance.now() - before).toBeLessThan(100)
    network.open()
    await eventually(() => redis.status === 'ready')
    expect(await redis.set(key, '2')).toBe('OK')
    expect(await late).toBe('OK')
  })

  it('takes an answer that arrived in time while this process was busy', async () => {
    const direct = connectRedis(testServers().redisUrl, silentLog, { commandTimeoutMs: 300 })
    await eventually(() => direct.status === 'ready')
    // goes on where an answer was read: timers are next
    await direct.ping()
    const pong = direct.ping()
    const until = performance.now() + 600
    while (performance.now() < until);
    expect(await pong).toBe('PONG')
    // the server would answer after 2 s: there is no replica
    await expect(direct.wait(1, 2000)).rejects.toThrow('timed out')
    direct.disconnect()
  })

  it('leaves connections that swallow everything', async () => {
    network.swallow()
    await eventually(async () => (await redis.get(key).catch(() => null)) === '2')
    expect(await patient.get(key)).toBe('2')
  })

  it('leaves a server that stopped during the handshake of a duplicate', async () => {
    network.stall()
    // as BullMQ does for its blocking commands
    const blocking = patient.duplicate()
    blocking.on('error', () => undefined)
    try {
      const value = blocking.get(key)
      await eventually(() => blocking.status === 'connect')
      network.swallow()
      network.open()
      expect(await value).toBe('2')
    } finally {
      blocking.disconnect()
    }
  }, 30_000)
})
