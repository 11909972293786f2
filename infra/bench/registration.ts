import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBus } from '@darsi/kit/kafka/kafka.ts'
import type { KafkaAccess } from '@darsi/kit/kafka/kafka-access.ts'
import { createLog } from '@darsi/kit/observability/log.ts'
import { createTransport } from 'nodemailer'
import { startMailSink } from '../local/trials/mail-sink.ts'
import { inLanes, kafkaOf, print, quantile, someStudent, withTrialSite } from '../local/trials/trial.ts'

const rounds = 200

/**
 * Time from the registration's answer to the mail at an SMTP server, compared with bare Kafka and bare SMTP on the same
 * machine.
 */
export async function run(): Promise<void> {
  const arrivals = new Map<string, number>()
  const sink = await startMailSink({
    onMail: (to) => {
      if (!arrivals.has(to)) arrivals.set(to, performance.now())
    },
  })
  process.env['SMTP_URL'] = sink.url
  process.env['MAILDEV_URL'] ??= 'http://127.0.0.1:1'
  await withTrialSite({}, async (site) => {
    await measure(site.url, arrivals, 20, 1)
    for (const lanes of [1, 8]) {
      const { answer, mail, lost } = await measure(site.url, arrivals, rounds, lanes)
      print(
        `${lanes} at a time: register answers in ${line(answer)}; answer to mail ${line(mail)}; lost ${lost}`,
      )
    }
    const kafka = await bareKafka(kafkaOf(site))
    const smtp = await bareSmtp(sink.url)
    print(`bare Kafka, produce to consume: ${line(kafka)}`)
    print(`bare SMTP, pooled:              ${line(smtp)}`)
  })
  await sink.stop()
}

async function measure(url: string, arrivals: ReadonlyMap<string, number>, count: number, lanes: number) {
  const answer: number[] = []
  const answeredAt = new Map<string, number>()
  await inLanes(count, lanes, async () => {
    const person = someStudent()
    const started = performance.now()
    const response = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(person),
    })
    if (response.status !== 201)
      throw new Error(`register answered ${response.status} ${await response.text()}`)
    answeredAt.set(person.email, performance.now())
    answer.push(performance.now() - started)
  })
  for (let waited = 0; waited < 200 && [...answeredAt.keys()].some((to) => !arrivals.has(to)); waited++)
    await sleep(50)
  const mail = [...answeredAt].flatMap(([to, at]) => {
    const arrived = arrivals.get(to)
    return arrived === undefined ? [] : [Math.max(0, arrived - at)]
  })
  return { answer, mail, lost: count - mail.length }
}

async function bareKafka(access: KafkaAccess): Promise<number[]> {
  const topic = `bench-${randomUUID()}`
  const bus = createBus({
    ...access,
    clientId: 'bench',
    log: createLog('bench', 'silent'),
  })
  const times: number[] = []
  let seen: () => void = () => {}
  await bus.ensureTopics([topic])
  await bus.consume({ group: `read-${topic}`, topics: [topic], handle: async () => void seen() })
  for (let round = 0; round < rounds; round++) {
    const arrived = new Promise<void>((resolve) => {
      seen = resolve
    })
    const started = performance.now()
    await bus.publish([{ topic, key: 'k', value: 'v', headers: {} }])
    await arrived
    times.push(performance.now() - started)
  }
  await bus.close()
  return times.slice(10)
}

async function bareSmtp(url: string): Promise<number[]> {
  const transport = createTransport(`${url}?pool=true`)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await transport.sendMail({
      from: 'bench@example.tn',
      to: 'bench@example.tn',
      subject: 'bench',
      text: 'x'.repeat(4000),
    })
    times.push(performance.now() - started)
  }
  transport.close()
  return times.slice(10)
}

const line = (values: readonly number[]) =>
  `median ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`
