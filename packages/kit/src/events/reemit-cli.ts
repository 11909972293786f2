import { parseArgs } from 'node:util'
import type { Service } from '@darsi/contracts/events/event-definition.ts'
import type { Connection } from 'mongoose'
import * as z from 'zod'
import { versionsBegin } from '../backup/version-base.ts'
import { baseConfig, readConfig } from '../config.ts'
import { connectMongo } from '../mongo/mongo.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { reemit, type StateSource } from './reemit.ts'
import { createSealer } from './seal.ts'

const defaultPerSecond = 300
const maxPerSecond = 1000

type SourcesOf = (connection: Connection, outbox: Outbox) => readonly StateSource[]

/** `npm run reemit -- <service> [--per-second N]`: writes into the outbox; the running service publishes. */
export async function runReemit(service: Service, sourcesOf: SourcesOf): Promise<void> {
  const { values } = parseArgs({
    options: { 'per-second': { type: 'string', default: String(defaultPerSecond) } },
  })
  const perSecond = z.coerce.number().int().min(1).max(maxPerSecond).safeParse(values['per-second'])
  if (!perSecond.success) {
    process.stderr.write(`--per-second takes a number from 1 to ${maxPerSecond}.\n`)
    process.exitCode = 2
    return
  }
  const { MONGO_URL, MONGO_DB, EVENT_KEY } = baseConfig
  const config = readConfig(z.object({ MONGO_URL, MONGO_DB, EVENT_KEY }))
  const connection = await connectMongo(config.MONGO_URL, config.MONGO_DB ?? `darsi-${service}`)
  try {
    const above = await versionsBegin(connection)
    const outbox = createOutbox({ producer: service, sealer: createSealer(config.EVENT_KEY), above })
    const say = (line: string) => void process.stdout.write(`${line}\n`)
    const counts = await reemit({ sources: sourcesOf(connection, outbox), perSecond: perSecond.data, say })
    const records = [...counts.values()].reduce((sum, count) => sum + count, 0)
    say(`${records} state records published`)
  } finally {
    await connection.close()
  }
}
