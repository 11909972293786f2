import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mongoose'
import { PlainError } from '../local/fail.ts'
import { inLanes, print, someStudent, withTrialSite } from '../local/trial.ts'

const users = 500
const settleMs = 90_000

/** Kills each process once, at a random moment, while 500 people register. Nothing may be lost or duplicated. */
export async function run(): Promise<void> {
  await withTrialSite({}, async (site) => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 100_000)
    const random = generator(seed)
    print(`seed ${seed}; ${users} registrations, one SIGKILL for each of ${site.processes.size} processes`)
    const acknowledged = new Set<string>()
    let finished = false

    const killing = (async () => {
      for (const [name, child] of shuffled([...site.processes], random)) {
        await sleep(300 + random() * 900)
        print(`  kill ${name}`)
        child.kill('SIGKILL')
      }
    })()
    const started = performance.now()
    // registrations continue until every process was killed once
    const people = Array.from({ length: users }, someStudent)
    await inLanes(users, 8, async (index) => {
      const person = people[index]
      if (!person) return
      await register(site.url, person)
      acknowledged.add(person.email)
      if (!finished && index < users - 50) await sleep(random() * 180)
    })
    await killing
    finished = true
    print(
      `${acknowledged.size} acknowledged in ${((performance.now() - started) / 1000).toFixed(1)} s; waiting for the rest to settle…`,
    )

    const counts = await settle(site.servers.MONGO_URL, site.mailUrl, acknowledged)
    print(JSON.stringify(counts))
    const { accounts, profiles, rows, mailed, copies } = counts
    if ([accounts, profiles, rows, mailed].some((count) => count !== users) || copies !== 0) {
      throw new PlainError(
        'A promise was broken: every number above must be 500, and no mail may have a second copy.',
      )
    }
    print('500 accounts, 500 profiles, 500 rows, 500 mails, no second copy.')
  })
}

async function register(url: string, person: ReturnType<typeof someStudent>): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': person.email }
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      const response = await fetch(`${url}/api/auth/register`, {
        method: 'POST',
        headers,
        body: JSON.stringify(person),
        signal: AbortSignal.timeout(10_000),
      })
      if (response.status === 201) return
      if (response.status < 500) throw new PlainError(`${response.status} ${await response.text()}`)
    } catch (error) {
      if (error instanceof PlainError) throw error
    }
    await sleep(250)
  }
  throw new PlainError('A registration was not accepted within 50 s.')
}

async function settle(mongoUrl: string, mailUrl: string, addresses: ReadonlySet<string>) {
  const deadline = Date.now() + settleMs
  for (;;) {
    const counts = await count(mongoUrl, mailUrl, addresses).catch(() => null)
    const done =
      counts &&
      [counts.accounts, counts.profiles, counts.rows, counts.mailed].every((n) => n === addresses.size)
    if (counts && (done || Date.now() > deadline)) {
      if (!done) return counts
      // a second copy would come late
      await sleep(20_000)
      return count(mongoUrl, mailUrl, addresses)
    }
    await sleep(1000)
  }
}

async function count(mongoUrl: string, mailUrl: string, addresses: ReadonlySet<string>) {
  const mongo = await createConnection(mongoUrl).asPromise()
  try {
    // a range, because the embedded database does not use a unique index for a prefix expression
    const trial = { email: { $gte: 'trial.', $lt: 'trial/' } }
    const inside = (database: string, collection: string) =>
      mongo.useDb(database).collection(collection).countDocuments(trial)
    const response = await fetch(`${mailUrl}/email`)
    // `as`: maildev's own format
    const mails = (await response.json()) as { to: { address: string }[] }[]
    const to = mails.map((mail) => mail.to[0]?.address ?? '').filter((address) => addresses.has(address))
    return {
      accounts: await inside('darsi-auth', 'accounts'),
      profiles: await inside('darsi-users', 'profiles'),
      rows: await inside('darsi-admin', 'users'),
      mailed: new Set(to).size,
      copies: to.length - new Set(to).size,
    }
  } finally {
    await mongo.close()
  }
}

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
