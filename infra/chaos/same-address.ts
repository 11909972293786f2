import { createConnection } from 'mongoose'
import { createCaller } from '../local/trials/loopback.ts'
import { print, someStudent, withTrialSite } from '../local/trials/trial.ts'
import { createBars } from './support/bars.ts'
import { amount, printLoad } from './support/size.ts'

const clients = 50

/** F16: fifty clients register one address at once. One account, and the same answer for each of them. */
export async function run(): Promise<void> {
  const rounds = amount('ROUNDS', { small: 10, full: 200 })
  await withTrialSite(
    { RATE_LIMIT_PER_MINUTE: '10000000' },
    async (site) => {
      const { call, close } = createCaller(site.url)
      const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
      const accounts = mongo.useDb('darsi-auth').collection('accounts')
      const [people, answers] = [Array.from({ length: rounds }, someStudent), new Map<string, number>()]
      let mixed = 0
      for (const person of people) {
        const all = await Promise.all(
          Array.from({ length: clients }, () =>
            call('POST /auth/register', { body: { ...person, phone: someStudent().phone } }),
          ),
        )
        const same = new Set(all.map(({ status, body }) => `${status} ${body}`))
        if (same.size > 1) mixed++
        for (const { status } of all) answers.set(`${status}`, (answers.get(`${status}`) ?? 0) + 1)
      }
      const kept = await accounts.countDocuments({ email: { $in: people.map(({ email }) => email) } })
      await mongo.close()
      close()
      print(`${rounds} addresses, ${clients} clients each`)
      for (const [status, count] of answers) print(`  ${count} × ${status}`)
      const bars = createBars()
      bars.atMost('addresses with different answers', mixed, 0, '')
      bars.atLeast('answers 201', answers.get('201') ?? 0, rounds * clients, '')
      bars.atMost('accounts missing', rounds - kept, 0, '')
      bars.atMost('accounts too many', kept - rounds, 0, '')
      printLoad()
      bars.judge()
    },
    ['gateway', 'auth'],
  )
}
