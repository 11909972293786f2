import { parseArgs } from 'node:util'
import type { Service } from '@darsi/contracts/reference/services.ts'
import type { Connection } from 'mongoose'
import * as z from 'zod'
import type { Outbox } from '../events/outbox.ts'
import { reemit, type StateSource } from '../events/reemit.ts'
import { besideService } from './beside-service.ts'

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
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  await besideService(service, async ({ connection, outbox }) => {
    const counts = await reemit({ sources: sourcesOf(connection, outbox), perSecond: perSecond.data, say })
    const records = [...counts.values()].reduce((sum, count) => sum + count, 0)
    say(`${records} state records published`)
  })
}
