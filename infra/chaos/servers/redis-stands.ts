import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@darsi/kit/events/bus.ts'
import { createConnection } from 'mongoose'
import { PlainError } from '../../local/process/fail.ts'
import { services } from '../../local/process/site-ports.ts'
import type { Site } from '../../local/site/site.ts'
import { type Caller, createCaller } from '../../local/trials/loopback.ts'
import { standStill, startLoad, watchProcesses } from '../../local/trials/steady-load.ts'
import { print, quantile, someStudent, someTeacher, withTrialSite } from '../../local/trials/trial.ts'
import { until } from '../../local/trials/waiting.ts'
import { withLedger } from '../support/fault-ledger.ts'
import { programs } from '../support/mail-site.ts'
import { ofTrials } from '../support/registrations.ts'
import { operatorBus, servicesBehind } from '../support/site-kafka.ts'
import { amount } from '../support/size.ts'

const seconds = amount('SECONDS', { small: 60, full: 90 })
const perSecond = 5
const answerMs = 2000
const recoveryMs = 5000

/** Registrations whose events wait when Redis stops: few, as Kafka drops a consumer that is paused for 10 s. */
const waiting = 5
/** The time in which consumers handle these events without Redis. One that was paused for long joins its group again. */
const handleMs = 30_000
const mailMs = 120_000

/**
 * Redis is paused and resumed: logins answer 503 within 2 s, reads 200, no process ends, consumers handle events
 * meanwhile, and everything works 5 s after.
 */
export async function run(): Promise<void> {
  await withTrialSite({ DEMO: 'false' }, withLedger(scenario), programs)
}

async function scenario(site: Site): Promise<void> {
  const { call, close } = createCaller(site.url)
  const person = someTeacher()
  const { email, password } = person
  await call('POST /auth/register', { body: person })
  const login = () => call('POST /auth/login', { body: { email, password } })
  // `as`: what our own auth answers
  const { token } = JSON.parse((await login()).body) as { token?: string }
  if (!token) throw new PlainError('The teacher could not log in.')
  const read = () => call('GET /auth/sessions', { headers: { authorization: `Bearer ${token}` } })
  const ended = watchProcesses(site.processes)
  const logins = startLoad(perSecond, login)
  const reads = startLoad(perSecond, read)
  await sleep(5000)
  const handle = await heldEvents(site, call)
  const still = standStill(site, 'redis', seconds * 1000)
  const handledMs = await handle()
  const { from, to } = await still
  const recovered = await until('logins and reads', recoveryMs, async () =>
    (await Promise.all([login(), read()])).every(({ status }) => status === 200),
  )
  await Promise.all([logins.stop(), reads.stop()])
  close()
  // a call that started just before the end may see the return
  const during = { logins: logins.between(from, to - answerMs), reads: reads.between(from, to - answerMs) }
  for (const [name, answers] of Object.entries(during)) {
    const statuses = Object.entries(Object.groupBy(answers, ({ status }) => String(status)))
    const counted = statuses.map(([status, same = []]) => `${same.length} × ${status}`).join(', ')
    const times = answers.map(({ ms }) => ms)
    print(
      `${name}: ${counted}; median ${quantile(times, 0.5).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
    )
  }
  const mailedMs = await until('their mails', mailMs, () => isMailed(site))
  print(
    `${waiting} registrations handled by every service after ${handledMs.toFixed(0)} ms without Redis; their mails sent ${mailedMs.toFixed(0)} ms after the other checks`,
  )
  print(
    `normal ${recovered.toFixed(0)} ms after its return; processes that ended: ${ended().join(', ') || 'none'}`,
  )
  const isSlow = [...during.logins, ...during.reads].some(({ ms }) => ms > answerMs)
  const isWrong =
    during.logins.some(({ status }) => status !== 503) || during.reads.some(({ status }) => status !== 200)
  if (isSlow || isWrong || ended().length > 0)
    throw new PlainError('A promise was broken: logins 503 and reads 200 within 2 s, and no process ends.')
}

/**
 * Registers people while all consumers are paused: no call that writes works without Redis.
 * @returns a function that lets them go on, and returns the milliseconds until every event is handled
 */
async function heldEvents(site: Site, call: Caller['call']): Promise<() => Promise<number>> {
  const consumers = services.filter((name) => name !== 'auth').map((name) => site.process(name))
  for (const consumer of consumers) await consumer.kill('SIGSTOP')
  const goOn = async () => {
    for (const consumer of consumers) await consumer.kill('SIGCONT')
  }
  try {
    const register = async () => {
      const { status } = await call('POST /auth/register', { body: someStudent() })
      if (status !== 201) throw new PlainError(`a registration answered ${status}`)
    }
    await Promise.all(Array.from({ length: waiting }, register))
  } catch (error) {
    await goOn()
    throw error
  }
  return async () => {
    await goOn()
    const bus = operatorBus(site)
    try {
      return await until('every event is handled without Redis', handleMs, () => isHandled(site, bus))
    } finally {
      await bus.close()
    }
  }
}

/** Each registration has its profile, row and mail, and no service is behind. */
async function isHandled({ servers }: Site, bus: Bus): Promise<boolean> {
  const mongo = await createConnection(servers.MONGO_URL).asPromise()
  const count = (service: string, name: string, filter: object = {}) =>
    mongo.useDb(`darsi-${service}`).collection(name).countDocuments(filter)
  try {
    const [accounts, ...others] = await Promise.all([
      count('auth', 'accounts', ofTrials),
      count('users', 'profiles', ofTrials),
      count('admin', 'users', ofTrials),
      count('notifications', 'mails', { kind: 'verify-email' }),
    ])
    return others.every((one) => one === accounts) && (await servicesBehind(bus)).length === 0
  } finally {
    await mongo.close()
  }
}

async function isMailed({ servers }: Site): Promise<boolean> {
  const mongo = await createConnection(servers.MONGO_URL).asPromise()
  const unsent = { kind: 'verify-email', state: { $ne: 'sent' } }
  const left = await mongo.useDb('darsi-notifications').collection('mails').countDocuments(unsent)
  await mongo.close()
  return left === 0
}
