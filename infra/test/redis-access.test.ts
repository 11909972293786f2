import { revokedChannel, revokedSessionKey } from '@darsi/contracts/rules/access-token.ts'
import { liveChannel } from '@darsi/contracts/rules/live-kinds.ts'
import { createOnlineAmong, markOnline } from '@darsi/kit/identity/presence.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { eventually, silentLog, testServers, unique } from '@darsi/kit/testing/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { createMailQueue } from '../../services/notifications/src/mails/queue.ts'
import { createLive } from '../../services/notifications/src/streams/live.ts'
import { type RedisUser as Process, redisRulesOf, redisUsers } from '../access/redis-rules.ts'

describe('a Redis with a user per process', () => {
  const { redisUrl } = testServers()
  const own = connectRedis(redisUrl, silentLog)
  const users = new Map<Process, Redis>()
  const urls = new Map<Process, string>()
  const as = (name: Process): Redis => {
    const client = users.get(name)
    if (!client) throw new Error(name)
    return client
  }

  beforeAll(async () => {
    const version = Number(/redis_version:(\d+)/.exec(await own.info('server'))?.[1])
    for (const name of redisUsers) {
      const user = unique(name)
      await own.call('ACL', 'SETUSER', user, 'on', '>secret', ...redisRulesOf(name, version).split(' '))
      const url = new URL(redisUrl)
      url.username = user
      url.password = 'secret'
      urls.set(name, url.href)
      users.set(name, connectRedis(url.href, silentLog))
    }
  })
  afterAll(async () => {
    for (const client of users.values()) {
      await own.call('ACL', 'DELUSER', String(client.options.username))
      client.disconnect()
    }
    own.disconnect()
  })

  it('allows every command that the service uses', async () => {
    const id = unique('id')
    for (const name of ['gateway', 'classroom'] as const)
      expect(await as(name).mget(`revoked:sid:${id}`, `revoked:before:${id}`)).toEqual([null, null])
    for (const name of ['gateway', 'auth', 'admin'] as const) {
      const limiter = new RateLimiterRedis({
        storeClient: as(name),
        points: 5,
        duration: 60,
        keyPrefix: `limit:${name}:${id}`,
      })
      expect((await limiter.consume('a')).consumedPoints).toBe(1)
      await limiter.reward('a')
    }
    expect(await as('auth').set(`proof:${id}`, '1', 'PX', 1000, 'NX')).toBe('OK')
    await as('auth')
      .multi()
      .set(`revoked:${id}`, '1', 'EX', 5)
      .rename(`revoked:${id}`, `revoked:${id}-2`)
      .exec()
    expect(await own.get(`revoked:${id}-2`)).toBe('1')
    expect(await as('gateway').hset('health:gateway', id, '{}')).toBe(1)
    expect(await as('admin').hvals('health:gateway')).toContain('{}')
    await as('gateway').hdel('health:gateway', id)
    expect(await as('admin').publish(`live:${id}`, '{}')).toBe(0)
    expect(await as('notifications').zadd(`streams:${id}`, 1, 'a')).toBe(1)
    await markOnline(as('notifications'), [id])
    expect([...(await createOnlineAmong(as('users'))([id, 'nobody']))]).toEqual([id])
    await own.del(`presence:${id}`, `streams:${id}`, `proof:${id}`)
  })

  it('allows notifications to queue, retry, count and process mails', async () => {
    const prefix = `darsi:${unique('queue')}`
    const worked: string[] = []
    const warned: unknown[] = []
    const log = { ...silentLog, warn: (what: unknown) => void warned.push(what), error: silentLog.error }
    const queue = createMailQueue({
      redis: as('notifications'),
      redisUrl: urls.get('notifications') ?? '',
      prefix,
      log,
      work: async (id) => void worked.push(id),
      stalledMs: 200,
    })
    // there is no job until the connection is ready
    await eventually(() => queue.add('later', 0, 60_000))
    await queue.add('soon', 0, 300)
    await queue.add('now')
    await eventually(() => worked.length === 2)
    expect(worked.toSorted()).toEqual(['now', 'soon'])
    expect(await queue.counts()).toMatchObject({ delayed: 1, failed: 0 })
    // each check for jobs whose worker died sets this key again
    const checked = `${prefix}:mails:stalled-check`
    for (const _ of [1, 2]) {
      await own.del(checked)
      await eventually(async () => (await own.exists(checked)) === 1)
    }
    await queue.close()
    expect(warned).toEqual([])
    const keys = await own.keys(`${prefix}*`)
    expect(keys.length).toBeGreaterThan(0)
    await own.del(...keys)
  }, 30_000)

  it('allows notifications to subscribe to live updates of admin and to revocations of auth', async () => {
    const updated: string[] = []
    const id = unique('reader')
    const live = createLive({
      redis: as('notifications'),
      redisUrl: urls.get('notifications') ?? '',
      prefix: '',
      log: silentLog,
      onUpdate: (userId) => void updated.push(userId),
      onRevoked: (key) => void updated.push(key),
      onGap: () => {},
    })
    await live.follow(id)
    await as('auth').publish(revokedChannel, revokedSessionKey(id))
    // other tests end sessions at the same Redis
    await eventually(() => updated.includes(revokedSessionKey(id)))
    await as('admin').publish(liveChannel(id), JSON.stringify({ kind: 'sync', id: '1' }))
    await eventually(() => updated.includes(id))
    live.close()
  })

  it('refuses everything else', async () => {
    const refused: [Process, string, ...string[]][] = [
      ['gateway', 'SET', 'factor:a', '1'],
      ['gateway', 'GET', 'factor:a'],
      ['gateway', 'PUBLISH', 'live:a', '1'],
      ['auth', 'GET', 'limit:gateway:a'],
      ['auth', 'KEYS', '*'],
      ['auth', 'PUBLISH', 'live:a', '1'],
      ['admin', 'PUBLISH', 'revoked', 'revoked:sid:a'],
      ['admin', 'SET', 'revoked:sid:a', '1'],
      ['admin', 'HSET', 'health:gateway', 'a', '1'],
      ['notifications', 'GET', 'factor:a'],
      ['notifications', 'FLUSHALL'],
      ['gateway', 'CONFIG', 'GET', '*'],
      ['auth', 'ACL', 'LIST'],
      ['operator', 'SET', 'factor:a', '1'],
      ['operator', 'CONFIG', 'GET', '*'],
    ]
    for (const [name, command, ...args] of refused)
      await expect(as(name).call(command, ...args)).rejects.toThrow(/NOPERM/)
  })
})
