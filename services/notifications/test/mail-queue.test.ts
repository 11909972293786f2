import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { eventually, silentLog, testServers, unique } from '@darsi/kit/testing/testing.ts'
import { expect, it } from '@jest/globals'
import { createMailQueue } from '../src/mails/queue.ts'

async function start() {
  const { redisUrl } = testServers()
  const redis = connectRedis(redisUrl, silentLog)
  await eventually(() => redis.status === 'ready')
  const worked: string[] = []
  const prefix = unique('queue')
  const work = async (id: string) => {
    worked.push(id)
  }
  const open = () => createMailQueue({ redis, redisUrl, prefix, log: silentLog, work })
  return { redis, prefix, worked, open }
}

it('a mail whose job is in no list any more gets another one', async () => {
  const { redis, prefix, worked, open } = await start()
  const stopped = open()
  await stopped.close()
  expect(await stopped.add('welcome-b')).toBe(true)
  await redis.del(`${prefix}:mails:wait`)
  const queue = open()
  expect(await queue.add('welcome-b')).toBe(true)
  await eventually(() => worked.length > 0)
  expect(worked).toEqual(['welcome-b'])
  await queue.close()
  redis.disconnect()
})

it('a mail that is due has its job at once, although the clock was wrong when its retry was delayed', async () => {
  const { redis, worked, open } = await start()
  const queue = open()
  expect(await queue.add('welcome-a', 1, 3600_000)).toBe(true)
  expect(await queue.counts()).toMatchObject({ delayed: 1 })
  expect(await queue.add('welcome-a', 1)).toBe(true)
  await eventually(() => worked.length > 0)
  expect(worked).toEqual(['welcome-a'])
  expect(await queue.counts()).toMatchObject({ delayed: 0 })
  await queue.close()
  redis.disconnect()
})

it('mails of a newsletter wait until no other mail does', async () => {
  const { redis, worked, open } = await start()
  const stopped = open()
  await stopped.close()
  const bulk = Array.from({ length: 20 }, (_, index) => `bulk-${index}`)
  for (const id of [...bulk, 'login-code']) expect(await stopped.add(id)).toBe(true)
  const queue = open()
  await eventually(() => worked.length === 21)
  // one worker takes five jobs at the same time
  expect(worked.indexOf('login-code')).toBeLessThan(5)
  await queue.close()
  redis.disconnect()
})
