import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runningFrom } from './lock.ts'
import { lifetime, say, unlessStopped } from './main.ts'
import { root } from './paths.ts'
import { type Site, startSite } from './site.ts'

/** A whole site of its own on free loopback ports for a benchmark or a fault scenario; gone afterwards. */
export async function withTrialSite(
  env: Record<string, string>,
  act: (site: Site) => Promise<void>,
): Promise<void> {
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
      env: { LIMITS_FACTOR: '1000', ...env },
    })
    try {
      await unlessStopped(lifetime, Promise.race([act(site), givenUp]))
    } finally {
      // its data goes anyway
      await site.stop(1000)
    }
  })
}

/** A data folder for one use, beside those of other runs. */
export async function withTrialFolder<T>(name: string, act: (dataDir: string) => Promise<T>): Promise<T> {
  const parent = join(root, '.data', 'trials')
  mkdirSync(parent, { recursive: true })
  removeAbandoned(parent)
  const dataDir = mkdtempSync(join(parent, `${name}-`))
  try {
    return await act(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Folders of runs that were killed. */
function removeAbandoned(parent: string): void {
  for (const folder of readdirSync(parent).map((entry) => join(parent, entry))) {
    const isNew = Date.now() - statSync(folder).mtimeMs < 600_000
    if (isNew || runningFrom(folder, 'servers') || runningFrom(folder, 'site')) continue
    rmSync(folder, { recursive: true, force: true })
  }
}

export const print = say

/** A registration that the server accepts, with an address of its own. */
export function someStudent() {
  const email = `trial.${randomUUID()}@example.tn`
  return {
    fullName: 'Trial Person',
    email,
    phone: '+21620123456',
    password: 'Olive-Tree-42-Sfax-Rain',
    userType: 'student',
    location: { governorate: 'Sfax', governorate_id: 15 },
    roleSpecificData: { educationLevel: 'university', subjects: ['Mathematics'] },
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
