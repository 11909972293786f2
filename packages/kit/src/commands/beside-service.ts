import type { Service } from '@darsi/contracts/reference/services.ts'
import type { Connection } from 'mongoose'
import * as z from 'zod'
import { baseConfig, readConfig } from '../config/config.ts'
import { createOutbox, type Outbox } from '../events/outbox.ts'
import { createSealer } from '../events/seal.ts'
import { connectMongo } from '../mongo/mongo.ts'
import { versionsBegin } from '../mongo/version-base.ts'
import { createLog } from '../observability/log.ts'
import { createServerClock, databaseTime } from '../server-clock.ts'

type Parts = { connection: Connection; outbox: Outbox; date: () => Date }

/** For a command that writes into the outbox of a service; the running service publishes. */
export async function besideService<T>(service: Service, command: (parts: Parts) => Promise<T>): Promise<T> {
  const { MONGO_URL, MONGO_DB, EVENT_KEY } = baseConfig
  const config = readConfig(z.object({ MONGO_URL, MONGO_DB, EVENT_KEY }))
  const log = createLog(service, 'warn')
  const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? `darsi-${service}`, log)
  try {
    const clock = await createServerClock({ read: () => databaseTime(connection), log })
    const above = await versionsBegin(connection)
    const sealer = createSealer(config.EVENT_KEY)
    const outbox = createOutbox({ producer: service, sealer, above, now: clock.now })
    try {
      return await command({ connection, outbox, date: clock.date })
    } finally {
      await clock.stop()
    }
  } finally {
    await connection.close()
  }
}
