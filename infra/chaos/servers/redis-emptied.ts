import { createLog } from '@darsi/kit/observability/log.ts'
import { connectRedis } from '@darsi/kit/redis/redis.ts'
import { createConnection } from 'mongoose'
import { print } from '../../local/trials/trial.ts'
import { until } from '../../local/trials/waiting.ts'
import { createBars } from '../support/bars.ts'
import { withMailSite } from '../support/mail-site.ts'
import { registerMany, settled } from '../support/registrations.ts'
import { amount, printLoad } from '../support/size.ts'

/** F4: Redis is emptied while mails wait for a mail server that is away. Each of them arrives once. */
export async function run(): Promise<void> {
  const count = amount('MAILS', { small: 100, full: 1000 })
  await withMailSite(async (site, sink) => {
    await sink.leave()
    const ledger = await registerMany(site, count)
    const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
    const mails = mongo.useDb('darsi-notifications').collection('mails')
    try {
      await until('every mail waits', 60_000, async () => {
        const waiting = await mails.countDocuments({ kind: 'verify-email', state: { $ne: 'sent' } })
        return waiting >= count
      })
    } finally {
      await mongo.close()
    }
    const redis = connectRedis(site.servers.REDIS_URL, createLog('chaos', 'silent'))
    const keys = await redis.dbsize()
    await redis.flushall()
    redis.disconnect()
    print(`${count} mails wait; Redis had ${keys} keys and is empty`)
    await sink.comeBack()
    const { mailed, copies, seconds } = await settled(site, sink, { ledger, ms: 120_000 })
    const bars = createBars()
    bars.atMost('mails missing', count - mailed, 0, '')
    bars.atMost('second copies', copies, 0, '')
    bars.atMost('all sent after', seconds, 60, 's')
    printLoad()
    bars.judge()
  })
}
