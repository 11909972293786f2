import { isDeadLetterTopic } from '@darsi/contracts/events/event-definition.ts'
import type { Received } from '@darsi/kit/events/bus.ts'
import { deadLettersOn } from '@darsi/kit/events/dead-letters/dlt.ts'
import { boundTo, encode, type OutboxEntry } from '@darsi/kit/events/envelope.ts'
import type { Outboxed } from '@darsi/kit/events/outbox.ts'
import { createSealer } from '@darsi/kit/events/seal.ts'
import { createBus } from '@darsi/kit/kafka/kafka.ts'
import { createLog } from '@darsi/kit/observability/log.ts'
import { type Connection, createConnection } from 'mongoose'
import type { Site } from '../local/site/site.ts'
import { createCaller } from '../local/trials/loopback.ts'
import { inLanes, kafkaOf, print } from '../local/trials/trial.ts'
import { until } from '../local/trials/waiting.ts'
import { createBars } from './support/bars.ts'
import { withMailSite } from './support/mail-site.ts'
import { registerMany, settled } from './support/registrations.ts'
import { amount, printLoad } from './support/size.ts'

type Account = Outboxed & { email: string }

const topic = 'user-events'
const newType = 'user.moved-house'
const limitMs = 15_000
const patienceMs = 60_000

/**
 * Rolling back: accounts hold events of a type and a version that only a newer release knows. The running release
 * publishes them unchanged within 15 s, and the next command of each account is not held up.
 */
export async function run(): Promise<void> {
  const count = amount('USERS', { small: 20, full: 500 })
  await withMailSite(async (site, sink) => {
    const ledger = await registerMany(site, count)
    await settled(site, sink, { ledger, copyMs: 0 })
    const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
    const bus = createBus({ ...kafkaOf(site), clientId: 'chaos', log: createLog('chaos', 'silent') })
    try {
      const started = performance.now()
      const entries = await leaveNewEvents(site, mongo, [...ledger])
      const published = async () => {
        const records = await bus.read([topic])
        return records.filter(({ headers }) => headers['ce_type']?.includes(newType))
      }
      let records: Received[] = []
      await until('every event is published', patienceMs, async () => {
        records = await published()
        return records.length >= count
      }).catch(() => {})
      const bars = createBars()
      bars.atMost('all are published after', performance.now() - started, limitMs, 'ms')
      bars.atMost('not published', count - new Set(records.map(({ key }) => key)).size, 0, '')
      bars.atMost('changed', records.filter((record) => !isUnchanged(record, entries)).length, 0, '')
      bars.atMost('accounts whose next mail is late', await withoutNextMail(site, sink, ledger), 0, '')
      const topics = (await bus.topics()).filter((name) => name.startsWith(topic) && isDeadLetterTopic(name))
      bars.atMost('dead letters', (await deadLettersOn(bus, topics)).length, 0, '')
      print(`${count} accounts with an event of a newer release`)
      printLoad()
      bars.judge()
    } finally {
      await bus.close()
      await mongo.close()
    }
  })
}

/** As a newer release would have committed them. @returns the entries by account */
async function leaveNewEvents(
  { secrets }: Site,
  mongo: Connection,
  emails: readonly string[],
): Promise<Map<string, OutboxEntry>> {
  const accounts = mongo.useDb('darsi-auth').collection<Account>('accounts')
  const sealer = createSealer(secrets.EVENT_KEY)
  const entries = new Map<string, OutboxEntry>()
  for (const { _id, v } of await accounts.find({ email: { $in: [...emails] } }).toArray()) {
    const sequence = v + 1
    const bound = boundTo({ type: newType, subject: _id, producer: 'auth', sequence })
    const entry: OutboxEntry = {
      ...{ seq: sequence, id: `auth.${_id}.${sequence}`, type: newType, version: 2, topic, subject: _id },
      ...{ time: new Date().toISOString(), data: { userId: _id, rooms: 3 } },
      sealed: sealer.seal({ street: 'of a later release' }, bound),
      headers: { ce_correlationid: `rolled-back-${sequence}`, ce_laterattribute: 'kept' },
    }
    await accounts.updateOne(
      { _id, v },
      { $push: { outbox: entry }, $set: { v: sequence, outboxAt: new Date() } },
    )
    entries.set(_id, entry)
  }
  return entries
}

function isUnchanged({ topic, key, value, headers }: Received, entries: ReadonlyMap<string, OutboxEntry>) {
  const entry = entries.get(key)
  if (!entry) return false
  const expected = encode(entry, 'auth')
  return (
    topic === expected.topic &&
    value === expected.value &&
    Object.entries(expected.headers).every(([name, text]) => headers[name] === text)
  )
}

/** Everybody asks for a new password. @returns how many did not get its mail */
async function withoutNextMail(
  { url }: Site,
  { taken }: { taken: ReadonlyMap<string, number> },
  ledger: ReadonlySet<string>,
): Promise<number> {
  const { call, close } = createCaller(url)
  const emails = [...ledger]
  await inLanes(emails.length, 4, async (index) => {
    await call('POST /auth/forgot-password', { body: { email: emails[index] } })
  })
  close()
  const late = () => emails.filter((email) => (taken.get(email) ?? 0) < 2).length
  await until('every next mail has arrived', patienceMs, async () => late() === 0).catch(() => {})
  return late()
}
