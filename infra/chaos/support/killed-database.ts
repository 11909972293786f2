import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mongoose'
import type { Site } from '../../local/site/site.ts'
import { createCaller } from '../../local/trials/loopback.ts'
import { startLoad, watchProcesses } from '../../local/trials/steady-load.ts'
import { print, someStudent } from '../../local/trials/trial.ts'
import { createBars } from '../classroom/support/bars.ts'
import { printLoad } from './size.ts'

type Size = { perSecond: number; kills: number; everyMs: number }

/**
 * Kills the database while people register, several times.
 * @throws PlainError when an acknowledged registration is gone, an answer is neither 201 nor 5xx, or the recovery takes
 * long
 */
export async function killDatabase(site: Site, { perSecond, kills, everyMs }: Size): Promise<void> {
  print(`${perSecond} registrations a second; ${kills} × SIGKILL for the database`)
  const { call, close } = createCaller(site.url)
  const acknowledged: string[] = []
  const register = async () => {
    const person = someStudent()
    const answer = await call('POST /auth/register', { body: person })
    if (answer.status === 201) acknowledged.push(person.email)
    return answer
  }
  const ended = watchProcesses(new Map([...site.processes].filter(([name]) => name !== 'mongo')))
  const load = startLoad(perSecond, register)
  await sleep(5000)
  const at: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    at.push(performance.now())
    await site.process('mongo').kill('SIGKILL')
    await sleep(everyMs)
  }
  await load.stop()
  close()

  const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
  const accounts = mongo.useDb('darsi-auth').collection('accounts')
  const kept = await accounts.countDocuments({ email: { $in: acknowledged } })
  await mongo.close()
  const statuses = Map.groupBy(load.answers, ({ status }) => status)
  print(`  answers: ${[...statuses].map(([status, same]) => `${same.length} × ${status}`).join(', ')}`)
  // from the kill to the first call after it that was acknowledged
  const recoveries = at.map((killed) => {
    const good = load.answers.filter((one) => one.at > killed && one.ok).map((one) => one.at + one.ms)
    return (Math.min(...good) - killed) / 1000
  })
  const bars = createBars()
  bars.atMost('acknowledged registrations that are gone', acknowledged.length - kept, 0, '')
  const others = load.answers.filter(({ status }) => status !== 201 && status < 500).length
  bars.atMost('answers that are neither 201 nor 5xx', others, 0, '')
  bars.atMost('longest recovery', Math.max(...recoveries), 15, 's')
  bars.atMost('other processes that ended', ended().length, 0, '')
  printLoad()
  bars.judge()
}
