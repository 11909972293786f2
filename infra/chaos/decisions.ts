import { setTimeout as sleep } from 'node:timers/promises'
import { tokenOf } from '../fuzz/site.ts'
import { PlainError } from '../local/process/fail.ts'
import { type Caller, createCaller } from '../local/trials/loopback.ts'
import { inLanes, print, registerTeachers, withTrialSite } from '../local/trials/trial.ts'
import { amount } from './support/size.ts'

const limitMs = 30 * 60_000
const settleMs = 120_000
const lanes = 4

type Headers = { authorization: string }
type World = { caller: Caller; mailUrl: string; admins: readonly [Headers, Headers] }
type Candidate = { id: string; email: string }

/**
 * F14: two administrators approve each of many accounts at the same moment: one decision and one mail each. Then
 * changes, each followed by a read of the row and of the list: none may return the earlier state.
 */
export async function run(): Promise<void> {
  const candidates = amount('USERS', { small: 60, full: 200 })
  const reads = amount('READS', { small: 2000, full: 10_000 })
  const only = ['gateway', 'auth', 'users', 'availability', 'classroom', 'admin', 'notifications']
  await withTrialSite(
    { RATE_LIMIT_PER_MINUTE: '10000000' },
    async ({ url, mailUrl }) => {
      const caller = createCaller(url)
      const sessions = async (): Promise<World['admins']> => {
        const [one, other] = await Promise.all([tokenOf(url, 'admin'), tokenOf(url, 'super-admin')])
        return [{ authorization: `Bearer ${one}` }, { authorization: `Bearer ${other}` }]
      }
      const world = { caller, mailUrl, admins: await sessions() }
      const people = await register(world, candidates)
      await decideAtOnce({ ...world, admins: await sessions() }, people)
      await countMails(world, people)
      await readAfterWrite(world, people, reads, sessions)
      caller.close()
    },
    only,
  )
}

async function register({ caller, admins }: World, count: number): Promise<Candidate[]> {
  await registerTeachers(caller, count, lanes)
  const until = Date.now() + settleMs
  for (;;) {
    const found: Candidate[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = `role=teacher&status=pending&q=trial.&limit=200${cursor && `&cursor=${cursor}`}`
      const { status, body } = await caller.call(`GET /admin/users?${query}`, { headers: admins[0] })
      if (status !== 200) throw new PlainError(`the list answered ${status} ${body}`)
      const { data, nextCursor } = JSON.parse(body)
      found.push(...data)
      cursor = nextCursor
    }
    if (found.length === count) return found
    if (Date.now() > until) throw new PlainError(`${found.length} of ${count} registrations are listed`)
    await sleep(1000)
  }
}

async function decideAtOnce({ caller, admins }: World, people: readonly Candidate[]): Promise<void> {
  const outcomes = new Map<string, number>()
  let recorded = 0
  for (const { id } of people) {
    const answers = await Promise.all(
      admins.map((headers) =>
        caller.call(`PUT /admin/users/${id}/status`, { headers, body: { status: 'approved', notes: '' } }),
      ),
    )
    const outcome = answers
      .map(({ status }) => status)
      .sort()
      .join(' and ')
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    const { body } = await caller.call(`GET /admin/users/${id}`, { headers: admins[0] })
    recorded += JSON.parse(body).data.history.length
  }
  const counted = [...outcomes].map(([outcome, count]) => `${outcome}: ${count} times`).join(', ')
  print(
    `two administrators at once, ${people.length} accounts: ${counted}; ${recorded} decisions in their histories`,
  )
  if (outcomes.get('200 and 409') !== people.length || recorded !== people.length)
    throw new PlainError('Each account must have one decision.')
}

async function countMails({ mailUrl }: World, people: readonly Candidate[]): Promise<void> {
  const wanted = new Set(people.map(({ email }) => email))
  const until = Date.now() + settleMs
  let isSecondLook = false
  for (;;) {
    const counts = await approvalMails(mailUrl, wanted)
    const [reached, copies] = [counts.size, [...counts.values()].filter((count) => count > 1).length]
    if (reached === wanted.size && isSecondLook) {
      print(`${reached} people have their mail of approval; ${copies} of them more than one`)
      if (copies > 0) throw new PlainError('A mail went out twice.')
      return
    }
    if (Date.now() > until) throw new PlainError(`${reached} of ${wanted.size} have their mail of approval`)
    // a second copy would come late
    isSecondLook = reached === wanted.size
    await sleep(isSecondLook ? 15_000 : 2000)
  }
}

async function approvalMails(mailUrl: string, wanted: ReadonlySet<string>): Promise<Map<string, number>> {
  // `as`: maildev's own format
  const mails = (await (await fetch(`${mailUrl}/email`)).json()) as {
    subject: string
    to: { address: string }[]
  }[]
  const counts = new Map<string, number>()
  for (const { subject, to } of mails) {
    const address = to[0]?.address ?? ''
    if (wanted.has(address) && /approved/i.test(subject)) counts.set(address, (counts.get(address) ?? 0) + 1)
  }
  return counts
}

/** Each person is changed by one lane at a time, so the last answer is the expected state. */
async function readAfterWrite(
  { caller }: World,
  people: readonly Candidate[],
  wanted: number,
  sessions: () => Promise<World['admins']>,
): Promise<void> {
  let [admins, since] = [await sessions(), Date.now()]
  const until = Date.now() + limitMs
  let [changes, stale] = [0, 0]
  await inLanes(lanes, lanes, async (lane) => {
    const own = people.filter((_, index) => index % lanes === lane)
    for (let round = 0; changes < wanted && Date.now() < until; round++) {
      const person = own[round % own.length]
      if (!person) return
      if (Date.now() - since > 300_000) {
        since = Date.now()
        admins = await sessions()
      }
      const [headers] = admins
      const mine = Math.floor(round / own.length) % 2 === 0
      const written = await caller.call(`PUT /admin/users/${person.id}/assignee`, { headers, body: { mine } })
      if (written.status !== 200) throw new PlainError(`a change answered ${written.status} ${written.body}`)
      const [row, list] = await Promise.all([
        caller.call(`GET /admin/users/${person.id}`, { headers }),
        caller.call(
          `GET /admin/users?q=${encodeURIComponent(person.email)}&assignee=${mine ? 'me' : 'nobody'}`,
          {
            headers,
          },
        ),
      ])
      changes++
      const isFresh =
        (JSON.parse(row.body).data.assignee !== null) === mine && JSON.parse(list.body).total === 1
      if (!isFresh) stale++
    }
  })
  print(`${changes} changes, each read back at once by id and in the list: ${stale} stale`)
  if (stale > 0) throw new PlainError('What was written must be in the next read.')
  if (changes < wanted) throw new PlainError(`There was time for ${changes} of ${wanted} changes.`)
}
