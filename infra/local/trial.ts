import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'
import { type Site, startSite } from './site.ts'

/** A whole site of its own on free loopback ports for a benchmark or a fault scenario; gone afterwards. */
export async function withTrialSite(
  env: Record<string, string>,
  act: (site: Site) => Promise<void>,
): Promise<void> {
  mkdirSync(join(root, '.data'), { recursive: true })
  const dataDir = mkdtempSync(join(root, '.data', 'trial-'))
  const site = await startSite({ dataDir, ports: 'free', say: print, env: { LIMITS_FACTOR: '1000', ...env } })
  try {
    await act(site)
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

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
