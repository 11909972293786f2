import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { KafkaAccess } from '@darsi/kit/kafka/kafka-access.ts'
import { PlainError } from '../process/fail.ts'
import { stopLeftovers } from '../process/leftovers.ts'
import { notesOf, runningFrom } from '../process/lock.ts'
import { lifetime, say, unlessStopped } from '../process/main.ts'
import { root } from '../process/paths.ts'
import type { ServiceName } from '../process/site-ports.ts'
import { ensureEngine } from '../site/media-engine.ts'
import { type Site, startSite } from '../site/site.ts'
import type { Caller } from './loopback.ts'

const trials = join(root, '.data', 'trials')
const parts = ['servers', 'site'] as const

/**
 * A complete site on free loopback ports for a benchmark or a fault scenario, removed afterwards.
 * @param only these processes with the backing servers; all by default
 * @param twins services that run twice; the second process gets no calls
 */
export async function withTrialSite(
  env: Record<string, string>,
  act: (site: Site) => Promise<void>,
  only?: readonly string[],
  twins: readonly ServiceName[] = [],
): Promise<void> {
  // its build in the background would use up a core of what is measured; the start says why there is none
  if (!only || only.includes('classroom')) await ensureEngine({ say, stop: lifetime }).catch(() => {})
  await withTrialFolder('trial', async (dataDir) => {
    let fail: (error: Error) => void = () => {}
    const givenUp = new Promise<never>((_, reject) => {
      fail = reject
    })
    const site = await startSite({
      dataDir,
      ports: 'free',
      say,
      stop: lifetime,
      gaveUp: fail,
      twins,
      ...(only && { only }),
      // scenarios that are not about the review approve teachers without documents
      env: { LIMITS_FACTOR: '1000', APPROVAL_REQUIRES: 'none', ...env },
    })
    try {
      await unlessStopped(lifetime, Promise.race([act(site), givenUp]))
    } finally {
      // its data is deleted anyway
      await site.stop(1000)
    }
  })
}

/** Access to the site's Kafka as the operator. */
export function kafkaOf({ servers }: Pick<Site, 'servers'>): KafkaAccess {
  const { KAFKA_BROKERS, KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = servers
  const brokers = KAFKA_BROKERS.split(',')
  return username ? { brokers, sasl: { mechanism: 'plain', username, password } } : { brokers }
}

/** A data folder for one use, beside those of other runs. */
export async function withTrialFolder<T>(name: string, act: (dataDir: string) => Promise<T>): Promise<T> {
  mkdirSync(trials, { recursive: true })
  await removeAbandoned()
  const dataDir = mkdtempSync(join(trials, `${name}-`))
  try {
    return await act(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Folders of runs in progress. */
export function runningTrials(): string[] {
  return folders().filter((folder) => parts.some((part) => runningFrom(folder, part)))
}

/** Removes folders of killed runs. */
async function removeAbandoned(): Promise<void> {
  const running = runningTrials()
  for (const folder of folders().filter((one) => !running.includes(one))) {
    // a folder that is being created has no process yet
    if (Date.now() - statSync(folder).mtimeMs < 60_000) continue
    for (const part of parts) await stopLeftovers(notesOf(folder, part), say)
    rmSync(folder, { recursive: true, force: true })
  }
}

function folders(): string[] {
  return existsSync(trials) ? readdirSync(trials).map((name) => join(trials, name)) : []
}

export const print = say

/** A valid registration with a unique address, name and telephone. */
export function someStudent() {
  const email = `trial.${randomUUID()}@example.tn`
  return {
    fullName: `Trial ${lettersOf(10)} ${lettersOf(12)}`,
    email,
    phone: `+2162${String(randomInt(10_000_000)).padStart(7, '0')}`,
    password: 'Olive-Tree-42-Sfax-Rain',
    userType: 'student',
    location: { governorate: 'Sfax', governorate_id: 15 },
    roleSpecificData: { educationLevel: 'university', subjects: ['Mathematics'] },
  }
}

const lettersOf = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(97 + randomInt(26))).join('')

/** A teacher can log in at once, without a mailed link. */
export function someTeacher() {
  return {
    ...someStudent(),
    userType: 'teacher',
    roleSpecificData: { teachingSubjects: ['Mathematics'], acceptTerms: true, emailNotifications: true },
  }
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}

/** Runs `work` for 0…count-1 with at most `lanes` at a time. */
export async function inLanes(
  count: number,
  lanes: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Registers this many teachers, `lanes` at a time. @returns their addresses */
export async function registerTeachers(
  { call }: Pick<Caller, 'call'>,
  count: number,
  lanes: number,
): Promise<string[]> {
  const emails: string[] = []
  await inLanes(count, lanes, async () => {
    const person = someTeacher()
    const { status, body } = await call('POST /auth/register', { body: person })
    if (status !== 201) throw new PlainError(`register answered ${status} ${body}`)
    emails.push(person.email)
  })
  return emails
}
