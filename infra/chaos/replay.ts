import kafkajs from 'kafkajs'
import { createConnection } from 'mongoose'
import { PlainError } from '../local/process/fail.ts'
import { services } from '../local/process/site-ports.ts'
import type { Site } from '../local/site/site.ts'
import type { MailSink } from '../local/trials/mail-sink.ts'
import { print } from '../local/trials/trial.ts'
import { until } from '../local/trials/waiting.ts'
import { createBars } from './support/bars.ts'
import { contentOf, isClockwork, settledContent } from './support/content.ts'
import { withMailSite } from './support/mail-site.ts'
import { registerMany, settled } from './support/registrations.ts'
import { brokerAccess, operatorBus } from './support/site-kafka.ts'
import { amount, printLoad } from './support/size.ts'

/**
 * F10: every service reads every topic again from the start, twice with its offsets set back, then as a new group. No
 * document changes, and no mail is sent.
 */
export async function run(): Promise<void> {
  const count = amount('USERS', { small: 50, full: 1000 })
  await withMailSite(async (site, sink) => {
    const ledger = await registerMany(site, count)
    await settled(site, sink, { ledger, ms: 120_000 })
    const bars = createBars()
    const admin = adminOf(site)
    await admin.connect()
    try {
      for (const what of ['from offset 0', 'from offset 0 a second time'])
        await again(site, sink, { bars, what, reset: () => setBack(admin) })
      await again(site, sink, { bars, what: 'as new groups', reset: () => admin.deleteGroups([...services]) })
    } finally {
      await admin.disconnect()
    }
    printLoad()
    bars.judge()
  })
}

type Admin = ReturnType<typeof adminOf>
type Round = { bars: ReturnType<typeof createBars>; what: string; reset: () => Promise<unknown> }

async function again(site: Site, { mails }: MailSink, { bars, what, reset }: Round): Promise<void> {
  const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
  try {
    await settledContent(mongo)
    for (const name of services) await site.process(name).stop()
    const [before, sent, positionsBefore] = [await contentOf(mongo), mails.length, await positions(site)]
    await reset()
    const left = await positions(site)
    if ([...left.values()].some((committed) => committed > 0n))
      throw new PlainError('The offsets were not set back.')
    const started = performance.now()
    for (const name of services) site.process(name).start()
    for (const name of services) await site.process(name).ready()
    await until('everything is read again', 240_000, async () => {
      const now = await positions(site)
      return [...positionsBefore].every(([place, committed]) => (now.get(place) ?? 0n) >= committed)
    })
    const records = [...positionsBefore.values()].reduce((sum, committed) => sum + Number(committed), 0)
    await settledContent(mongo)
    for (const name of services) await site.process(name).stop()
    const after = await contentOf(mongo)
    for (const name of services) site.process(name).start()
    for (const name of services) await site.process(name).ready()
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (place) => !isClockwork(place) && before.get(place) !== after.get(place),
    )
    print(
      `${what}: ${records} records read again in ${((performance.now() - started) / 1000).toFixed(0)} s${changed.length > 0 ? `; changed: ${changed.join(', ')}` : ''}`,
    )
    bars.atLeast(`${what}: records`, records, 1, '')
    bars.atMost(`${what}: collections that changed`, changed.length, 0, '')
    bars.atMost(`${what}: mails`, mails.length - sent, 0, '')
  } finally {
    await mongo.close()
  }
}

/** The committed offset of each group and partition that it reads. */
async function positions(site: Site): Promise<Map<string, bigint>> {
  const bus = operatorBus(site)
  try {
    const topics = (await bus.topics()).filter((topic) => !topic.startsWith('__') && !topic.includes('.'))
    const lags = await Promise.all(
      services.map(async (group) =>
        (await bus.lag(group, topics)).map(
          ({ topic, partition, committed }) => [`${group} ${topic} ${partition}`, committed] as const,
        ),
      ),
    )
    return new Map(lags.flat().filter(([, committed]) => committed > 0n))
  } finally {
    await bus.close()
  }
}

async function setBack(admin: Admin): Promise<void> {
  for (const groupId of services) {
    const offsets = await admin.fetchOffsets({ groupId })
    for (const { topic, partitions } of offsets)
      await admin.setOffsets({
        groupId,
        topic,
        partitions: partitions.map(({ partition }) => ({ partition, offset: '0' })),
      })
  }
}

/** Changes the offsets of services. */
function adminOf(site: Site) {
  const kafka = new kafkajs.Kafka({
    ...brokerAccess(site),
    logLevel: kafkajs.logLevel.NOTHING,
  })
  return kafka.admin()
}
