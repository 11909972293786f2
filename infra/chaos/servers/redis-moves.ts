import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PlainError } from '../../local/process/fail.ts'
import type { Site } from '../../local/site/site.ts'
import { createCaller } from '../../local/trials/loopback.ts'
import type { MailSink } from '../../local/trials/mail-sink.ts'
import { startLoad, watchProcesses } from '../../local/trials/steady-load.ts'
import { print, someTeacher } from '../../local/trials/trial.ts'
import { pause, until } from '../../local/trials/waiting.ts'
import { createBars } from '../support/bars.ts'
import { withMailSite } from '../support/mail-site.ts'
import { registerMany, settled } from '../support/registrations.ts'
import { startSentinels } from '../support/sentinels.ts'
import { amount, printLoad } from '../support/size.ts'

type Sentinels = Awaited<ReturnType<typeof startSentinels>>

const limit = 20
/** Without the general factor of scenarios; only wrong passwords for one address are limited. */
const limits = {
  LIMITS_FACTOR: '1',
  LIMIT_LOGINS_PER_ACCOUNT: String(limit),
  LIMIT_LOGINS_PER_ADDRESS: '1000000',
  LIMIT_LOGINS_ANYWHERE: '1000000',
  LIMIT_MAILS_PER_ADDRESS: '1000000',
}

/**
 * Redis behind three Sentinels fails over twice: first the master becomes a replica, then the new one is stopped, and
 * its replica has not got its last writes. No waiting mail, no ended session and no counted password is lost, except
 * that the limit of wrong passwords starts once more for those last writes; services leave the demoted server.
 */
export async function run(): Promise<void> {
  const count = amount('MAILS', { small: 40, full: 500 })
  const dataDir = mkdtempSync(join(tmpdir(), 'darsi-sentinels-'))
  try {
    const sentinels = await startSentinels(dataDir)
    process.env['REDIS_URL'] = sentinels.url
    try {
      const options = { env: limits }
      await withMailSite((site, sink) => failOverTwice(sentinels, { site, sink, count }), options)
    } finally {
      await sentinels.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Trial = { site: Site; sink: MailSink; count: number }

async function failOverTwice(sentinels: Sentinels, { site, sink, count }: Trial): Promise<void> {
  const bars = createBars()
  const ended = watchProcesses(site.processes)
  const people = await sessionsOf(site)
  const passwords = wrongPasswords(site)
  await passwords.guess('half', limit / 2)
  await sink.leave()
  const ledger = await registerMany(site, count)

  const moved = await timeOf(sentinels, () => sentinels.failOver(), people.works)
  bars.atMost('works after the master was demoted', moved.seconds, 5, 's')
  bars.atMost('ended sessions that are accepted', await people.back(), 0, '')
  await sentinels.copies()
  const further = await passwords.untilRefused('half')
  bars.atMost('wrong passwords beyond the limit', limit / 2 + further - limit, 0, '')

  await pause(1000)
  await sentinels.pauseReplication()
  const late = await people.endOne()
  await passwords.untilRefused('unreplicated')
  const asked = startLoad(10, () => people.read(late))
  const killed = await timeOf(
    sentinels,
    async () => (await sentinels.masterProcess())?.kill('SIGSTOP'),
    people.works,
  )
  bars.atMost('works after the new master was promoted', killed.seconds, 5, 's')
  bars.note('from the stop to the promotion', killed.promotion, 's')
  const refusedFor = await until(
    'the session whose revocation was not copied is refused',
    30_000,
    async () => (await people.read(late)).status === 401,
  ).catch(() => Number.POSITIVE_INFINITY)
  await asked.stop()
  const after = asked.answers.filter(({ at }) => at > killed.promotedAt)
  const statuses = Map.groupBy(after, ({ status }) => status)
  print(
    `  it was answered after the promotion: ${[...statuses].map(([status, same]) => `${same.length} × ${status}`).join(', ')}`,
  )
  // while no Redis answers, reads are accepted (docs/accounts.md)
  const accepted = asked.answers
    .filter(({ status }) => status === 200)
    .map(({ at }) => at - killed.promotedAt)
  bars.atMost('it is accepted after the promotion for', Math.max(0, ...accepted) / 1000, 5, 's')
  bars.atMost('it is refused after', killed.seconds + refusedFor / 1000, 5, 's')
  // logins may work before the gateway has found the new master
  bars.atMost('ended sessions that are accepted from then on', await people.back(), 0, '')
  bars.atMost('a copied limit that refuses no more', await passwords.untilRefused('half'), 0, '')
  const again = await passwords.untilRefused('unreplicated')
  bars.atMost('wrong passwords after a promotion that lost the count', again, limit, '')
  await sink.comeBack()
  const { mailed, copies, seconds } = await settled(site, sink, { ledger, ms: 120_000 })
  print(`${count} mails waited through two failovers; all sent ${seconds.toFixed(0)} s after`)
  bars.atMost('mails missing', count - mailed, 0, '')
  bars.atMost('second copies', copies, 0, '')
  bars.atMost('processes that ended', ended().length, 0, '')
  printLoad()
  people.close()
  passwords.close()
  bars.judge()
}

/** @returns seconds from the promotion until everything works, and from the fault to the promotion */
async function timeOf(sentinels: Sentinels, fault: () => Promise<unknown>, works: () => Promise<boolean>) {
  const [before, started] = [await sentinels.masterPort(), performance.now()]
  await fault()
  await until('another master', 60_000, async () => (await sentinels.masterPort()) !== before)
  const promoted = performance.now()
  print(`  the master is on another port after ${((promoted - started) / 1000).toFixed(1)} s`)
  await until('logins and reads', 60_000, works)
  return {
    seconds: (performance.now() - promoted) / 1000,
    promotion: (promoted - started) / 1000,
    promotedAt: promoted,
  }
}

/** Ten sessions that were ended before, and a person who can log in. */
async function sessionsOf(site: Site) {
  const { call, close } = createCaller(site.url)
  const person = someTeacher()
  const { email, password } = person
  await call('POST /auth/register', { body: person })
  const login = () => call('POST /auth/login', { body: { email, password } })
  const tokenOf = async () => {
    let token = ''
    // some answers are 503 right after a failover
    await until('a login', 10_000, async () => {
      const { status, body } = await login()
      // `as`: what our own auth answers
      token = (JSON.parse(body) as { token?: string }).token ?? ''
      return status === 200
    })
    return token
  }
  const read = (token: string) =>
    call('GET /auth/sessions', { headers: { authorization: `Bearer ${token}` } })
  const gone: string[] = []
  const endOne = async () => {
    const token = await tokenOf()
    await call('POST /auth/logout', { headers: { authorization: `Bearer ${token}` }, body: {} })
    const { status } = await read(token)
    if (status !== 401) throw new PlainError(`an ended session was answered ${status}`)
    return token
  }
  for (let one = 0; one < 10; one++) gone.push(await endOne())
  // replication is asynchronous
  await pause(1000)
  return {
    read,
    /** Ends one more session, which `back` does not ask for. @returns its token */
    endOne,
    works: async () => {
      const { status, body } = await login()
      if (status !== 200) return false
      // `as`: what our own auth answers
      return (await read((JSON.parse(body) as { token: string }).token)).status === 200
    },
    back: async () => {
      const answers = await Promise.all(gone.map(read))
      return answers.filter(({ status }) => status === 200).length
    },
    close,
  }
}

/** Wrong passwords for addresses without an account, which are counted too. */
function wrongPasswords({ url }: Site) {
  const { call, close } = createCaller(url)
  const addresses = new Map<string, string>()
  const one = async (name: string) => {
    const email = addresses.get(name) ?? someTeacher().email
    addresses.set(name, email)
    let answer = 0
    // 503 on a busy machine: not counted
    await until('a password is checked', 10_000, async () => {
      answer = (await call('POST /auth/login', { body: { email, password: 'Wrong-Tree-42-Sfax' } })).status
      return answer === 401 || answer === 429
    })
    return answer
  }
  return {
    guess: async (name: string, count: number) => {
      for (let tries = 0; tries < count; tries++) await one(name)
    },
    /** @returns how many were checked before the limit refused */
    untilRefused: async (name: string) => {
      let checked = 0
      while (checked <= 2 * limit && (await one(name)) !== 429) checked++
      return checked
    },
    close,
  }
}
