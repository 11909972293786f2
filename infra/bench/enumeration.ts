import { randomUUID } from 'node:crypto'
import { type Caller, createCaller } from '../local/trials/loopback.ts'
import { print, quantile, registerTeachers, someStudent, withTrialSite } from '../local/trials/trial.ts'

const people = 120

type Probe = { key: string; body: (email: string) => object; status: number }

const probes: readonly Probe[] = [
  { key: 'POST /auth/login', body: (email) => ({ email, password: 'not it at all' }), status: 401 },
  { key: 'POST /auth/register', body: (email) => ({ ...someStudent(), email }), status: 201 },
  { key: 'POST /auth/forgot-password', body: (email) => ({ email }), status: 200 },
  { key: 'POST /auth/resend-verification', body: (email) => ({ email }), status: 200 },
  { key: 'POST /auth/detect-role', body: (email) => ({ email }), status: 200 },
]

/** Whether the response time reveals if an address is registered. */
export async function run(): Promise<void> {
  await withTrialSite({ RATE_LIMIT_PER_MINUTE: '10000000' }, async (site) => {
    const caller = createCaller(site.url)
    const known = await registerTeachers(caller, people, 2)
    for (const probe of probes) {
      const { ofKnown, ofUnknown } = await measure(caller, probe, known)
      const ratio = quantile(ofKnown, 0.5) / quantile(ofUnknown, 0.5)
      print(
        `${probe.key.padEnd(32)} known ${line(ofKnown)}; unknown ${line(ofUnknown)}; ratio ${ratio.toFixed(3)}; an observer is right in ${(100 * separation(ofKnown, ofUnknown)).toFixed(0)} of 100 guesses`,
      )
    }
    caller.close()
  })
}

/** Alternates known and unknown addresses, each once, so that warming up affects both. */
async function measure(caller: Caller, { key, body, status }: Probe, known: readonly string[]) {
  const ofKnown: number[] = []
  const ofUnknown: number[] = []
  const time = async (email: string, into: number[]) => {
    const answer = await caller.call(key, { body: body(email) })
    if (answer.status !== status) throw new Error(`${key} answered ${answer.status} ${answer.body}`)
    into.push(answer.ms)
  }
  for (const [index, email] of known.entries()) {
    const stranger = `trial.${randomUUID()}@example.tn`
    // neither is always first
    if (index % 2 === 0) await time(email, ofKnown)
    await time(stranger, ofUnknown)
    if (index % 2 === 1) await time(email, ofKnown)
  }
  // the first calls warm up
  return { ofKnown: ofKnown.slice(10), ofUnknown: ofUnknown.slice(10) }
}

/** How often the better guess of "slower is known" and "faster is known" is right for a pair: 0.5 is chance. */
function separation(some: readonly number[], others: readonly number[]): number {
  let slower = 0
  for (const one of some) for (const other of others) slower += one > other ? 1 : one === other ? 0.5 : 0
  const share = slower / (some.length * others.length)
  return Math.max(share, 1 - share)
}

const line = (values: readonly number[]) => `median ${quantile(values, 0.5).toFixed(1)} ms`
