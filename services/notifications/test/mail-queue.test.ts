import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { eventually, silentLog, testServers, unique } from '@darsi/kit/testing/testing.ts'
import { expect, it } from '@jest/globals'
import { createMailQueue } from '../src/mails/queue.ts'

it('a mail that is due has its job at once, although the clock was wrong when its retry was delayed', async () => {
  const { redisUrl } = testServers()
  const redis = connectRedis(redisUrl, silentLog)
  await eventually(() => redis.status === 'ready')
  const worked: string[] = []
  const work = async (id: string) => {
    worked.push(id)
  }
  const queue = createMailQueue({ redis, redisUrl, prefix: unique('queue'), log: silentLog, work })
  expect(await queue.add('welcome-a', 1, 3600_000)).toBe(true)
  expect(await queue.counts()).toMatchObject({ delayed: 1 })
  expect(await queue.add('welcome-a', 1)).toBe(true)
  await eventually(() => worked.length > 0)
  expect(worked).toEqual(['welcome-a'])
  expect(await queue.counts()).toMatchObject({ delayed: 0 })
  await queue.close()
  redis.disconnect()
})
