import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, createConnection } from 'mongoose'
import { PlainError } from '../../local/process/fail.ts'
import { lifetime } from '../../local/process/main.ts'
import type { Site } from '../../local/site/site.ts'
import type { MailSink } from '../../local/trials/mail-sink.ts'
import { inLanes, someStudent } from '../../local/trials/trial.ts'
import { pause } from '../../local/trials/waiting.ts'

/** The addresses of acknowledged registrations. */
export type Ledger = Set<string>
type Found = {
  accounts: number
  profiles: number
  rows: number
  mailed: number
  copies: number
  /** Attempts at these mails whose outcome notifications does not know: each may have been a copy. */
  unknown: number
}

const patienceMs = 120_000
/** A second copy would come late: after the lease of a mail, and after the stall check of the queue. */
export const lateMs = 20_000

/** Registers somebody as a page does: repeated with the same Idempotency-Key until it is acknowledged. */
export async function registerPatiently(url: string, person = someStudent()): Promise<string> {
  const until = Date.now() + patienceMs
  while (Date.now() < until && !lifetime.aborted) {
    const status = await tryToRegister(url, person)
    if (status === 201) return person.email
    if (status !== null && status < 500) throw new PlainError(`A registration answered ${status}.`)
    await sleep(250)
  }
  throw new PlainError(`A registration was not accepted within ${patienceMs / 1000} s.`)
}

/** @returns null without an answer */
export async function tryToRegister(
  url: string,
  person: ReturnType<typeof someStudent>,
): Promise<number | null> {
  try {
    const response = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': person.email },
      body: JSON.stringify(person),
      signal: AbortSignal.timeout(10_000),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

/** @param pause before each further registration of a lane */
export async function registerMany(
  { url }: Pick<Site, 'url'>,
  count: number,
  { lanes = 8, pause = async () => {} }: { lanes?: number; pause?: () => Promise<unknown> } = {},
): Promise<Ledger> {
  const ledger: Ledger = new Set()
  await inLanes(count, lanes, async () => {
    ledger.add(await registerPatiently(url))
    await pause()
  })
  return ledger
}

/** Accounts of trials. A range, because the embedded database does not use a unique index for a prefix expression. */
export const ofTrials = { email: { $gte: 'trial.', $lt: 'trial/' } }

type Waiting = { ledger: Ledger; ms?: number; patienceMs?: number; copyMs?: number }

/**
 * Waits until each acknowledged registration has its account, profile, row and mail, then for second copies.
 * @param options.ms how long it waits in all; longer while something arrives within `patienceMs` after the last
 * @returns the last counts, also when the time is over
 */
export async function settled(
  { servers }: Pick<Site, 'servers'>,
  sink: Pick<MailSink, 'taken'>,
  { ledger, ms = 60_000, patienceMs = 0, copyMs = lateMs }: Waiting,
): Promise<Found & { seconds: number }> {
  const started = performance.now()
  let [most, grownAt] = [0, started]
  const look = () => found(servers.MONGO_URL, sink, ledger).catch(() => null)
  for (;;) {
    const asked = performance.now()
    const counts = await look()
    const now = performance.now()
    const seconds = (now - started) / 1000
    const arrived = counts ? counts.accounts + counts.profiles + counts.rows + counts.mailed : 0
    if (arrived > most) [most, grownAt] = [arrived, now]
    const isDone = counts !== null && isComplete(counts, ledger)
    if (isDone) {
      await pause(copyMs)
      return { ...counts, ...(await look()), seconds }
    }
    if (now > started + ms && now > grownAt + patienceMs) {
      if (!counts) throw new PlainError('The database does not answer.')
      return { ...counts, seconds }
    }
    // counting many people must not slow down what it waits for
    await pause(Math.max(1000, 4 * (now - asked)))
  }
}

/** How many of these people got mails with different Message-IDs. Each gets one mail; other people may get several. */
export function differentIds({ mails }: Pick<MailSink, 'mails'>, people: ReadonlySet<string>): number {
  const own = mails.filter(({ to }) => people.has(to))
  const ids = [...Map.groupBy(own, ({ to }) => to).values()]
  return ids.filter((copies) => new Set(copies.map(({ messageId }) => messageId)).size > 1).length
}

const isComplete = ({ accounts, profiles, rows, mailed }: Found, ledger: Ledger) =>
  [accounts, profiles, rows, mailed].every((count) => count >= ledger.size)

async function unknownOutcomes(mongo: Connection): Promise<number> {
  const mails = mongo.useDb('darsi-notifications').collection<{ unknown: number }>('mails')
  const inDoubt = await mails.find({ kind: 'verify-email', unknown: { $gt: 0 } }).toArray()
  return inDoubt.reduce((sum, { unknown }) => sum + unknown, 0)
}

/**
 * Registrations of trials and what became of them. When everybody of the ledger is there, others count too: accounts
 * without an answer.
 */
async function found(mongoUrl: string, { taken }: Pick<MailSink, 'taken'>, ledger: Ledger): Promise<Found> {
  const mongo = await createConnection(mongoUrl, { serverSelectionTimeoutMS: 2000 }).asPromise()
  try {
    const inside = async (database: string, collection: string) => {
      const documents = mongo.useDb(database).collection(collection)
      const all = await documents.countDocuments(ofTrials)
      if (all < ledger.size) return all
      // people outside the ledger must not replace a missing one
      const acknowledged = await documents.countDocuments({ email: { $in: [...ledger] } })
      return acknowledged < ledger.size ? acknowledged : all
    }
    const counts = [...ledger].map((address) => taken.get(address) ?? 0)
    const mailed = counts.filter((count) => count > 0)
    return {
      accounts: await inside('darsi-auth', 'accounts'),
      profiles: await inside('darsi-users', 'profiles'),
      rows: await inside('darsi-admin', 'users'),
      mailed: mailed.length,
      copies: mailed.reduce((sum, count) => sum + count - 1, 0),
      unknown: await unknownOutcomes(mongo),
    }
  } finally {
    await mongo.close()
  }
}
