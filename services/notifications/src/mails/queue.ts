import type { Log } from '@darsi/kit/observability/log.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { atMost } from '@darsi/kit/time-limit.ts'
import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'

/** Mails whose id begins so wait until no other mail does: a newsletter must not delay a login code. */
export const bulk = 'bulk-'

type Options = {
  redis: Redis
  /** Of the connection on which the worker waits for jobs. */
  redisUrl: string
  prefix?: string
  log: Log
  work: (id: string) => Promise<void>
  /** How often it looks for jobs whose worker died. */
  stalledMs?: number
}

/** The queue of mail jobs. Losing all jobs loses no mail: the sweeper creates them again from the database. */
export function createMailQueue({ redis, redisUrl, prefix = 'darsi', log, work, stalledMs = 5000 }: Options) {
  const name = 'mails'
  const consumer = connectRedis(redisUrl, log, { isPatient: true })
  const queue = new Queue<{ id: string }>(name, { connection: redis, prefix })
  const worker = new Worker<{ id: string }>(name, ({ data }) => work(data.id), {
    connection: consumer,
    prefix,
    concurrency: 5,
    lockDuration: 15_000,
    stalledInterval: stalledMs,
    maxStalledCount: 1000,
  })
  const report = (error: Error) => log.warn({ err: error }, 'mail queue')
  queue.on('error', report)
  worker.on('error', report)
  worker.on('failed', (_job, error) => log.error({ err: error }, 'mail job failed'))

  return {
    /**
     * Adds one job per mail and attempt, or starts the delayed one of a mail that is due now. Never waits for Redis and
     * never rejects:
     * @returns false when the job was not added; the sweeper then creates it
     */
    add: async (id: string, attempt = 0, delayMs = 0): Promise<boolean> => {
      if (redis.status !== 'ready') return false
      const jobId = `${id}~${attempt}`
      const priority = id.startsWith(bulk) ? 1 : 0
      const options = { jobId, priority, delay: delayMs, removeOnComplete: true, removeOnFail: true }
      const add = () => queue.add('mail', { id }, options)
      try {
        const job = await add()
        if (delayMs > 0) return true
        const state = await job.getState()
        // BullMQ delays by this machine's clock: a job that was delayed while the clock was wrong would be hours late
        if (state === 'delayed')
          await job
            .promote()
            .catch((error) => log.warn({ err: error, mail: id }, 'the delayed job was not started now'))
        // in no list, and no second one is added beside it: a Redis that ran out of memory may have removed the list
        if (state === 'unknown' && (await queue.getJob(jobId))) {
          await queue.remove(jobId)
          await add()
        }
        return true
      } catch (error) {
        log.warn({ err: error, mail: id }, 'no job for the mail yet')
        return false
      }
    },
    counts: () => queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
    close: async () => {
      // a running job may hang on its server: its lock expires and the job is taken again
      await atMost(20_000, worker.close())
      await queue.close()
      consumer.disconnect()
    },
  }
}

export type MailQueue = ReturnType<typeof createMailQueue>
