import { createConnection } from 'mongoose'
import { inLanes, print, someStudent } from '../../local/trials/trial.ts'
import { until } from '../../local/trials/waiting.ts'
import { createBars } from '../support/bars.ts'
import { withMailSite } from '../support/mail-site.ts'
import { seeded, shuffled } from '../support/random.ts'
import { differentIds, registerPatiently } from '../support/registrations.ts'
import { amount, printLoad } from '../support/size.ts'

const mostCopies = 3

/**
 * F8: the mail server closes the connection after the final dot of a tenth of the mails: of half of these once, of the
 * others always. Each comes at most three times with one Message-ID; the others are given up and counted.
 */
export async function run(): Promise<void> {
  const count = amount('MAILS', { small: 100, full: 1000 })
  await withMailSite(async (site, sink) => {
    const { random } = seeded()
    const people = Array.from({ length: count }, someStudent)
    const addresses = people.map(({ email }) => email)
    const dropped = shuffled(addresses, random).slice(0, Math.ceil(count / 10))
    const once = new Set(dropped.slice(0, Math.floor(dropped.length / 2)))
    const always = new Set(dropped.filter((address) => !once.has(address)))
    // the first copy is already counted when the answer is due
    sink.dropAnswers((to) => always.has(to) || (once.has(to) && sink.taken.get(to) === 1))
    await inLanes(count, 8, async (index) => {
      await registerPatiently(site.url, people[index])
    })
    const mongo = await createConnection(site.servers.MONGO_URL).asPromise()
    const mails = mongo.useDb('darsi-notifications').collection('mails')
    const state = (name: string) => mails.countDocuments({ kind: 'verify-email', state: name })
    const done = async () => (await state('sent')) + (await state('dead')) >= count
    const settledMs = await until('every mail is sent or given up', 240_000, done)
    const [sent, dead] = [await state('sent'), await state('dead')]
    await mongo.close()
    print(`${count} mails, ${once.size} dropped once, ${always.size} always; ${sent} sent, ${dead} given up`)
    const copies = addresses.map((address) => sink.taken.get(address) ?? 0)
    const bars = createBars()
    bars.atMost('mails that never came', copies.filter((one) => one === 0).length, 0, '')
    bars.atMost('most copies of one mail', Math.max(...copies), mostCopies, '')
    bars.atMost('copies with another Message-ID', differentIds(sink, new Set(addresses)), 0, '')
    bars.atMost('difference of mails given up and always dropped', Math.abs(dead - always.size), 0, '')
    bars.note('settled after', settledMs / 1000, 's')
    printLoad()
    bars.judge()
  })
}
