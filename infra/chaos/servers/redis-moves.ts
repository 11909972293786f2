import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlainError } from '../../local/process/fail.ts'
import { lifetime } from '../../local/process/main.ts'
import type { Site } from '../../local/site/site.ts'
import { createCaller } from '../../local/trials/loopback.ts'
import { until, watchProcesses } from '../../local/trials/steady-load.ts'
import { print, someTeacher } from '../../local/trials/trial.ts'
import { createBars } from '../support/bars.ts'
import { withMailSite } from '../support/mail-site.ts'
import { registerMany, settled } from '../support/registrations.ts'
import { startSentinels } from '../support/sentinels.ts'
import { amount, printLoad } from '../support/size.ts'

type Sentinels = Awaited<ReturnType<typeof startSentinels>>

/**
 * Redis behind three Sentinels fails over twice: first the master becomes a replica, then the new one is killed. No
 * waiting mail and no ended session is lost, and services leave the demoted server.
 */
export async function run(): Promise<void> {
  const count = amount('MAILS', { small: 40, full: 500 })
  const dataDir = mkdtempSync(join(tmpdir(), 'darsi-sentinels-'))
  try {
    const sentinels = await startSentinels(dataDir)
    process.env['REDIS_URL'] = sentinels.url
    try {
      await withMailSite(async (site, sink) => {
        const bars = createBars()
        const ended = watchProcesses(site.processes)
        const people = await sessionsOf(site)
        await sink.leave()
        const ledger = await registerMany(site, count)

        const moved = await timeOf(sentinels, () => sentinels.failOver(), people.works)
        bars.atMost('works after the master was demoted', moved.seconds, 5, 's')
        bars.atMost('ended sessions that are accepted', await people.back(), 0, '')
        const killed = await timeOf(
          sentinels,
          async () => (await sentinels.masterProcess())?.kill('SIGSTOP'),
          people.works,
        )
        bars.atMost('works after the new master was promoted', killed.seconds, 5, 's')
        bars.note('from the stop to the promotion', killed.promotion, 's')
        bars.atMost('ended sessions that are accepted', await people.back(), 0, '')
        await sink.comeBack()
        const { mailed, copies, seconds } = await settled(site, sink, { ledger, ms: 120_000 })
        print(`${count} mails waited through two failovers; all sent ${seconds.toFixed(0)} s after`)
        bars.atMost('mails missing', count - mailed, 0, '')
        bars.atMost('second copies', copies, 0, '')
        bars.atMost('processes that ended', ended().length, 0, '')
        printLoad()
        people.close()
        bars.judge()
      })
    } finally {
      await sentinels.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @returns seconds from the promotion until everything works, and from the fault to the promotion */
async function timeOf(sentinels: Sentinels, fault: () => Promise<unknown>, works: () => Promise<boolean>) {
  const [before, started] = [await sentinels.masterPort(), performance.now()]
  await fault()
  await until('another master', 60_000, async () => (await sentinels.masterPort()) !== before)
  const promoted = performance.now()
  print(`  the master is on another port after ${((promoted - started) / 1000).toFixed(1)} s`)
  await until('logins and reads', 60_000, works)
  return { seconds: (performance.now() - promoted) / 1000, promotion: (promoted - started) / 1000 }
}

/** Ten sessions that were ended before, and a person who can log in. */
async function sessionsOf(site: Site) {
  const { call, close } = createCaller(site.url)
  const person = someTeacher()
  const { email, password } = person
  await call('POST /auth/register', { body: person })
  const login = () => call('POST /auth/login', { body: { email, password } })
  const tokenOf = async () => {
    const { status, body } = await login()
    if (status !== 200) throw new PlainError(`a login answered ${status}`)
    // `as`: what our own auth answers
    return (JSON.parse(body) as { token: string }).token
  }
  const read = (token: string) =>
    call('GET /auth/sessions', { headers: { authorization: `Bearer ${token}` } })
  const gone: string[] = []
  for (let one = 0; one < 10; one++) {
    const token = await tokenOf()
    await call('POST /auth/logout', { headers: { authorization: `Bearer ${token}` }, body: {} })
    gone.push(token)
  }
  for (const token of gone) {
    const { status } = await read(token)
    if (status !== 401) throw new PlainError(`an ended session was answered ${status}`)
  }
  // replication is asynchronous
  await sleep(1000, undefined, { signal: lifetime })
  return {
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
