import { setTimeout as sleep } from 'node:timers/promises'
import { PlainError } from '../../local/process/fail.ts'
import { createCaller } from '../../local/trials/loopback.ts'
import { standStill, startLoad, until, watchProcesses } from '../../local/trials/steady-load.ts'
import { print, quantile, someTeacher, withTrialSite } from '../../local/trials/trial.ts'
import { amount } from '../support/size.ts'

const seconds = amount('SECONDS', { small: 60, full: 90 })
const perSecond = 5
const answerMs = 2000
const recoveryMs = 5000

/**
 * Redis is paused and resumed: logins answer 503 within 2 s, reads 200, no process ends, and everything works 5 s
 * after.
 */
export async function run(): Promise<void> {
  await withTrialSite({}, async (site) => {
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
    const { from, to } = await standStill(site, 'redis', seconds * 1000)
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
    print(
      `normal ${recovered.toFixed(0)} ms after its return; processes that ended: ${ended().join(', ') || 'none'}`,
    )
    const isSlow = [...during.logins, ...during.reads].some(({ ms }) => ms > answerMs)
    const isWrong =
      during.logins.some(({ status }) => status !== 503) || during.reads.some(({ status }) => status !== 200)
    if (isSlow || isWrong || ended().length > 0)
      throw new PlainError('A promise was broken: logins 503 and reads 200 within 2 s, and no process ends.')
  })
}
